"""The journal of a growing reply: an append-only file beside the database, one JSON line a piece.

Every piece is handed to the system at once, so a killed process loses nothing that had arrived. The file is locked
while its turn runs; a file that can be locked belongs to a process that is gone, and its reply is recovered.
"""

from __future__ import annotations

import errno
import fcntl
import json
import logging
import os
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from memory import damaged, sealing, wishes

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Header:
    """Whose reply it is. `after` is the highest message number when the turn began: a reply above it was committed.

    A half reply that goes on has the number `grows` and says `prefix` so far. One that is `aside` is made to compare it
    with the one that stands.
    """

    conversation: int
    user: int
    model: str
    learn: bool
    after: int
    prefix: str = ""
    grows: int | None = None
    aside: bool = False


@dataclass(frozen=True, slots=True)
class Orphan:
    """A reply whose process is gone, as far as it had come; `lacks` something where a line can't be read."""

    path: Path
    header: Header
    text: str
    reasoning: str
    lacks: bool = False


class Journal:
    """One growing reply."""

    def __init__(self, folder: Path, header: Header) -> None:
        self._seal = sealing.of(folder)
        folder.mkdir(exist_ok=True)
        self._file, path = tempfile.mkstemp(prefix=f"m{header.user}-", suffix=".jsonl", dir=folder)
        self.path = Path(path)
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            self._write(asdict(header))
        except OSError:
            self.drop()
            raise

    def append(self, text: str, reasoning: str) -> None:
        self._write({"t": text, "r": reasoning})

    def _write(self, piece: dict[str, object]) -> None:
        line = self._seal.line((json.dumps(piece) + "\n").encode("ascii"))
        if os.write(self._file, line) < len(line):  # the last bytes of a disk take half a line and raise nothing
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def drop(self) -> None:
        """The reply is committed: the file goes."""
        self.path.unlink(missing_ok=True)
        wishes.heeded(self.path)
        self.close()

    def close(self) -> None:
        """The file stays, and may be recovered."""
        os.close(self._file)


def growing(folder: Path) -> list[Orphan]:
    """The replies that are being written now, as far as they have come."""
    found = []
    for path in sorted(folder.glob("m*.jsonl")):
        with suppress(FileNotFoundError, TypeError, KeyError), path.open("rb") as file:
            if _free(file.fileno()):
                continue
            if orphan := _read(path, file.read()):
                found.append(orphan)
    return found


def orphans(folder: Path) -> Iterator[Orphan]:
    """The replies of processes that are gone; the caller commits each and then unlinks its path.

    A journal that can't be read is kept as `*.damaged`; one that another window has just recovered is passed over.
    """
    for path in sorted(folder.glob("m*.jsonl")) if folder.is_dir() else ():
        try:
            file = path.open("rb")
        except FileNotFoundError:
            continue
        with file:
            if _free(file.fileno()) and (orphan := _read_or_set_aside(path, file.read())):
                yield orphan


def _free(file: int) -> bool:
    """Whether no process holds the file; then this one does, until it closes it."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _read_or_set_aside(path: Path, data: bytes) -> Orphan | None:
    try:
        orphan = _read(path, data)
    except (TypeError, KeyError) as error:
        damaged.set_aside(path, error)
        return None
    if orphan is None:
        path.unlink(missing_ok=True)
    return orphan


def _read(path: Path, data: bytes) -> Orphan | None:
    """None where a crash has torn its first line. TypeError and KeyError for what can't be read."""
    seal = sealing.of(path)
    pieces, lost = [], 0
    for line in data.splitlines(keepends=True):
        try:
            pieces.append(json.loads(seal.unline(line)))
        except (ValueError, RecursionError):
            lost += line.endswith(b"\n")  # a crash tears the last one only
    if lost:
        log.warning("%d lines of %s can't be read", lost, path.name)
    if not (pieces or lost):
        return None
    header = Header(**(pieces[0] if pieces else {}))
    text = "".join(piece["t"] for piece in pieces[1:])
    return Orphan(path, header, text, "".join(piece["r"] for piece in pieces[1:]), bool(lost))
