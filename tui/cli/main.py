"""From arguments to an exit code: 0 done, 1 failed, 2 wrong usage."""

from __future__ import annotations

import os
from collections.abc import Sequence
from importlib import import_module

from memory.errors import BadInput, HarkenError
from tui.cli.output import complain, flush, prepare_streams
from tui.cli.parser import build_parser

DONE, FAILED, USAGE = 0, 1, 2
PRIVATE = 0o077
"""The umask: what harken writes is for its user alone, the files of SQLite and other libraries as well."""


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command. Errors are one line on stderr; a reader that went away is no error to talk about."""
    os.umask(PRIVATE)
    prepare_streams()
    try:
        args = build_parser().parse_args(argv)
    except SystemExit as exit_:
        return int(exit_.code or DONE)
    module, _, function = args.run.partition(":")
    try:
        code = int(getattr(import_module(module), function)(args))
        flush()
        return code
    except BadInput as error:
        complain(error.line)
        return USAGE
    except HarkenError as error:
        complain(error.line)
        return FAILED
    except KeyboardInterrupt:
        complain("stopped")
        return FAILED
    except BrokenPipeError:
        return FAILED
    except Exception as error:  # noqa: BLE001 - the last net: a person gets one line, the log the rest
        _report(error)
        return FAILED


def _report(error: Exception) -> None:
    import logging

    from tui.cli.logs import log_folder, log_to_file
    from tui.paths import find_paths, log_file

    folder = log_folder() or find_paths().logs
    if not logging.getLogger().handlers:
        log_to_file(folder)
    logging.getLogger("tui").error("unexpected error", exc_info=error)
    complain(f"unexpected {type(error).__name__}. harken doctor may know why; {log_file(folder)} has the details")
