"""A text lent to the user's editor: in a folder of its own, for an editor leaves copies beside what it edits.

The window that lends it holds a lock on the folder; one that can be locked was left by a window that is gone.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import uuid
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from memory import wishes

FOLDER = "editing"
"""Its name inside the profile's folder."""
NAME = "message.md"


class Lent:
    """Raises OSError where the folder can't be written; it is made, but not what it stands in."""

    def __init__(self, folder: Path, text: str) -> None:
        self._home = folder / uuid.uuid4().hex[:8]
        self.path = self._home / NAME
        folder.mkdir(mode=0o700, exist_ok=True)
        self._home.mkdir(mode=0o700)
        self._lock = os.open(self._home, os.O_RDONLY)
        fcntl.flock(self._lock, fcntl.LOCK_EX)
        with open(self.path, "w", encoding="utf-8", opener=lambda name, flags: os.open(name, flags, 0o600)) as file:
            file.write(text)
        self._seen = self._stamp()

    def news(self) -> str | None:
        """The text as it was saved since the last look, None where it was not."""
        stamp = self._stamp()
        if stamp is None or stamp == self._seen:
            return None
        data = self.path.read_bytes()
        self._seen = stamp
        try:
            return data.decode("utf-8")
        except UnicodeDecodeError:
            return data.decode("latin-1")

    def _stamp(self) -> tuple[int, int, int] | None:
        """Changes whenever the file is saved, in place or as another."""
        with suppress(FileNotFoundError):
            state = self.path.stat()
            return state.st_mtime_ns, state.st_ino, state.st_size
        return None

    @property
    def to_forget(self) -> bool:
        """Whether another window was told to forget something that stands in it."""
        return bool(wishes.left(self._home))

    def erase(self) -> None:
        """Nothing of it is left on disk, and nothing can be saved there any more."""
        remove(self._home)
        os.close(self._lock)


def left_behind(folder: Path) -> Iterator[Path]:
    """Those of windows that are gone."""
    return (home for home in _homes(folder) if not _is_held(home))


def held(folder: Path) -> Iterator[Path]:
    """Those of open windows."""
    return (home for home in _homes(folder) if _is_held(home))


def texts(home: Path) -> Iterator[str]:
    """What stands in the files of one, copies of the editor among them."""
    for path in sorted(home.rglob("*")):
        with suppress(FileNotFoundError, IsADirectoryError):
            yield path.read_bytes().decode("utf-8", "replace")


def remove(home: Path) -> None:
    with suppress(FileNotFoundError):
        shutil.rmtree(home)
    wishes.heeded(home)


def _homes(folder: Path) -> list[Path]:
    return sorted(path for path in folder.glob("*") if path.is_dir())


def _is_held(home: Path) -> bool:
    try:
        lock = os.open(home, os.O_RDONLY)
    except FileNotFoundError:
        return False
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(lock)
    return False
