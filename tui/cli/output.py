"""Writing to the terminal or into a pipe, whose other end may be a terminal: every foreign text is made safe first.

JSON loses nothing by it: there such characters are escaped.
"""

from __future__ import annotations

import io
import json
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from memory.errors import HarkenError

PROGRAM = "harken"


def prepare_streams() -> None:
    """What the terminal's encoding can't show is replaced, never an error; a closed stream leads nowhere.

    With PYTHONUNBUFFERED or -u, what a signal interrupts is written by half and the rest lost: a buffer writes it all.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):  # in the order of their numbers
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 - open until the end
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if isinstance(stream, io.TextIOWrapper):
            if isinstance(raw := stream.buffer, io.RawIOBase):
                encoding = stream.encoding
                stream.detach()  # or it closes what is under it as it goes
                stream = io.TextIOWrapper(io.BufferedWriter(raw), encoding=encoding, line_buffering=True)
                setattr(sys, name, stream)
                setattr(sys, f"__{name}__", stream)
            stream.reconfigure(errors="replace")


def say(text: str) -> None:
    """One text and a line end on stdout."""
    from tui.safe_text import safe

    _write(f"{safe(text)}\n")


def flush() -> None:
    """Everything said so far is out. BrokenPipeError where the reader went away, HarkenError where it can't be kept."""
    with _told():
        sys.stdout.flush()


def _write(text: str) -> None:
    with _told():
        sys.stdout.write(text)


@contextmanager
def _told() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        _let_go_of_stdout()
        raise
    except OSError as error:
        _let_go_of_stdout()
        raise HarkenError(f"The output can't be written: {error.strerror}", hint="Send it to another place") from error


def _let_go_of_stdout() -> None:
    """Or the interpreter complains when it flushes at exit."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)


def say_lines(lines: Iterable[str]) -> None:
    for line in lines:
        say(line)


def say_json(document: Any) -> None:
    from tui.safe_text import escaped

    _write(f"{escaped(json.dumps(document, ensure_ascii=False, indent=2))}\n")


def complain(line: str) -> None:
    """One line on stderr; where that is gone too, nobody is left to be told."""
    from tui.safe_text import safe_line

    with suppress(OSError):
        sys.stderr.write(f"{PROGRAM}: {safe_line(line)}\n")
        sys.stderr.flush()


def asked(question: str) -> bool:
    """Whether the user says yes; only to be called where stdin is a terminal."""
    return typed(f"{question} [y/N]").lower() in ("y", "yes")


def agreed(question: str, *, json: bool) -> bool:
    """Whether the user says yes to what was just told; where nobody can be asked, or all is JSON, they don't."""
    flush()
    return not json and sys.stdin.isatty() and asked(question)


def typed(question: str) -> str:
    """What the user answers; only to be called where stdin is a terminal."""
    sys.stderr.write(f"{question} ")
    sys.stderr.flush()
    return sys.stdin.readline().strip()


class Stream:
    """A reply on stdout as it comes, ended by exactly one line end."""

    def __init__(self) -> None:
        from tui.safe_text import SafeStream

        self._safe = SafeStream()
        self._last = "\n"

    def write(self, text: str) -> None:
        self._put(self._safe.feed(text))

    def close(self) -> None:
        self._put(self._safe.close())
        if self._last != "\n":
            self._put("\n")

    def _put(self, text: str) -> None:
        if text:
            self._last = text[-1]
            _write(text)
            flush()
