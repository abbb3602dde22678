"""The log file: one, rotating, without keys, without the user's words."""

from __future__ import annotations

import logging
import os
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler
from pathlib import Path

from memory import sealing
from tui.llm.redact import RedactFilter
from tui.paths import log_file

LARGEST_BYTES = 1_000_000
FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"
OURS = ("memory", "tui")


def log_to_file(folder: Path) -> bool:
    """Our own messages from INFO on, other libraries' from WARNING on; False where the folder can't be written.

    A log that is written elsewhere ends.
    """
    root = logging.getLogger()
    if log_folder() == folder.absolute():
        return True
    for other in [one for one in root.handlers if isinstance(one, _PrivateFile)]:
        root.removeHandler(other)
        other.close()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        handler = _PrivateFile(log_file(folder), maxBytes=LARGEST_BYTES, backupCount=1, encoding="utf-8")
    except OSError:
        log_nowhere()
        return False
    seal = sealing.of(folder)
    handler.setFormatter(logging.Formatter(FORMAT) if seal is sealing.PLAIN else _Sealing(seal))
    handler.addFilter(RedactFilter())
    root.addHandler(handler)
    root.setLevel(logging.WARNING)
    for name in OURS:
        logging.getLogger(name).setLevel(logging.INFO)
    return True


def log_folder() -> Path | None:
    """Where this process writes its log, if it does."""
    found = (Path(one.baseFilename) for one in logging.getLogger().handlers if isinstance(one, _PrivateFile))
    return next((path.parent for path in found), None)


def log_nowhere() -> None:
    """Without any handler the standard library would write warnings over the screen."""
    logging.getLogger().addHandler(logging.NullHandler())


class _Sealing(logging.Formatter):
    """Each record is a line that only the profile's key can read."""

    def __init__(self, seal: sealing.Seal) -> None:
        super().__init__(FORMAT)
        self._seal = seal

    def format(self, record: logging.LogRecord) -> str:
        said = super().format(record).encode("utf-8", "backslashreplace")
        return self._seal.line(said).decode("ascii").removesuffix("\n")


class _PrivateFile(RotatingFileHandler):
    """Readable by its owner alone; a full disk stops the log and nothing else."""

    def _open(self) -> TextIOWrapper:
        descriptor = os.open(self.baseFilename, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        return open(descriptor, "a", encoding=self.encoding, errors="backslashreplace")

    def handleError(self, record: logging.LogRecord) -> None:
        pass
