"""Which files were written by harken itself on this computer: the hashes of their bytes, beside the profiles.

A file can't prove who wrote it, so what reads like an instruction to the assistant is taken from one as the user's word
only where it is, byte for byte, an export that was made here. From any other file it waits for the user's word.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

from memory.store.faults import translate


class OwnExports:
    """The list, one hash a line, shared by the profiles of a computer. StoreError where it can't be read or kept."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def note(self, file: Path) -> None:
        """`file` was just written by an export."""
        try:
            with file.open("rb") as written:
                mark = hashlib.file_digest(written, "sha256").hexdigest()
            if not self.holds(mark):
                with self._path.open("a", encoding="ascii") as marks:
                    marks.write(f"{mark}\n")
        except OSError as error:
            raise translate(error, self._path) from error

    def holds(self, mark: str) -> bool:
        """Whether a file of these bytes was written here."""
        try:
            return mark in self._path.read_text(encoding="ascii", errors="replace").splitlines()
        except FileNotFoundError:
            return False
        except OSError as error:
            raise translate(error, self._path) from error
