"""The log file: one, rotating, without keys, without the user's words."""

from __future__ import annotations

import logging
import os
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler
from pathlib import Path

from tui.llm.redact import RedactFilter
from tui.paths import log_file

LARGEST_BYTES = 1_000_000
FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"
OURS = ("memory", "tui")


def log_to_file(folder: Path) -> bool:
    """Our own messages from INFO on, other libraries' from WARNING on; False where the folder can't be written."""
    root = logging.getLogger()
    if any(isinstance(handler, _PrivateFile) for handler in root.handlers):
        return True
    try:
        folder.mkdir(parents=True, exist_ok=True)
        handler = _PrivateFile(log_file(folder), maxBytes=LARGEST_BYTES, backupCount=1, encoding="utf-8")
    except OSError:
        log_nowhere()
        return False
    handler.setFormatter(logging.Formatter(FORMAT))
    handler.addFilter(RedactFilter())
    root.addHandler(handler)
    root.setLevel(logging.WARNING)
    for name in OURS:
        logging.getLogger(name).setLevel(logging.INFO)
    return True


def log_nowhere() -> None:
    """Without any handler the standard library would write warnings over the screen."""
    logging.getLogger().addHandler(logging.NullHandler())


class _PrivateFile(RotatingFileHandler):
    """Readable by its owner alone; a full disk stops the log and nothing else."""

    def _open(self) -> TextIOWrapper:
        descriptor = os.open(self.baseFilename, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        return open(descriptor, "a", encoding=self.encoding, errors="backslashreplace")

    def handleError(self, record: logging.LogRecord) -> None:
        pass
