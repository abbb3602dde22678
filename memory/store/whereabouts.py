"""Whether the database is still where it was opened: what is written into a file that was moved away is lost."""

from __future__ import annotations

import os
from pathlib import Path

from memory.errors import StoreGone


class Whereabouts:
    """One open database, known by its file's own number."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._opened = os.stat(path)

    def check(self) -> None:
        """StoreGone where the path leads to no file any more, or to another one."""
        try:
            there = os.stat(self._path)
        except (FileNotFoundError, NotADirectoryError) as error:
            raise gone(self._path.parent) from error
        if not os.path.samestat(there, self._opened):
            raise StoreGone(
                "Another database was put in the profile's place, nothing more is kept",
                hint=f"Put the old one back into {self._path.parent}, or end harken and start it again",
            )


def gone(folder: Path) -> StoreGone:
    return StoreGone("The profile's folder is gone, nothing more is kept", hint=f"Put it back where it was: {folder}")
