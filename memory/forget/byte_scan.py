"""Looks for words in the bytes of files: what no row tells, like free pages of a database, shows here.

Found are UTF-8 in either normal form, any case, and JSON's escapes. Of a backup the unpacked bytes are looked at.
Files are read in windows, so that memory stays small whatever their size.
"""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO

from memory import archive, sealing
from memory.forget.file_texts import is_copy, texts
from memory.forget.walk import handle, opened

Told = Callable[[int], None]
"""Gets the number of bytes that were read since it was last called."""
_WINDOW = 4 * 1024 * 1024
_SPACE = rb"(?:\s|\xc2\xa0|\\[nrt]){1,8}"
_SPACE_BYTES = 16
_never_closed: dict[tuple[int, int], int] = {}


class Needle:
    """Words as they may stand in a file."""

    def __init__(self, text: str) -> None:
        words = text.split()
        spelt = [[unicodedata.normalize(form, word) for word in words] for form in ("NFC", "NFD")]
        forms = dict.fromkeys(_SPACE.join(map(_any_case, words)) for words in spelt)
        self._pattern = re.compile(b"|".join(forms))
        self._longest = max(sum(12 * len(word) + _SPACE_BYTES for word in words) for words in spelt)

    def count(self, path: Path, told: Told) -> int:
        """How often it stands in the file."""
        if path.name.endswith(".sqlite"):
            return sum(1 for _ in self._found(_kept_open(path), told))
        if is_copy(path) and sealing.is_sealed(path.parent):
            return self._in_rows(path, told)
        with opened(path) as raw, sealing.readable(path, raw) as file:
            if not archive.is_archive(file):
                return sum(1 for _ in self._found(file, told))
            with archive.unzipped(file) as bytes_:
                return sum(1 for _ in self._found(bytes_, told))

    def _in_rows(self, path: Path, told: Told) -> int:
        """The bytes of an encrypted copy say nothing."""
        told(path.stat().st_size)
        return sum(len(self._pattern.findall(text.encode("utf-8", "replace"))) for text in texts(path))

    def in_name(self, name: str) -> bool:
        return self._pattern.search(os.fsencode(name)) is not None

    def _found(self, file: BinaryIO, told: Told) -> Iterator[int]:
        """The places; a window begins with the end of the one before, where something may have been cut."""
        rest, begin, past = b"", 0, 0
        while window := file.read(_WINDOW):
            told(len(window))
            data = rest + window
            for match in self._pattern.finditer(data):
                if begin + match.start() >= past:
                    past = begin + match.end()
                    yield begin + match.start()
            rest = data[-self._longest :]
            begin += len(data) - len(rest)


def _kept_open(path: Path) -> BinaryIO:
    """A database's file from its beginning. It stays open: to close it would drop the locks that SQLite has on it."""
    there = path.stat()
    key = (there.st_dev, there.st_ino)
    if key not in _never_closed:
        _never_closed[key] = handle(path)
    file = os.fdopen(_never_closed[key], "rb", closefd=False)
    file.seek(0)
    return file


def _any_case(word: str) -> bytes:
    return b"".join(map(_forms, word))


def _forms(char: str) -> bytes:
    cased = {form for form in (char, char.lower(), char.upper(), char.title(), char.casefold())}
    written = {re.escape(form.encode()) for form in cased} | {_escaped(form) for form in cased if not form.isascii()}
    if char in '"\\/':
        written.add(rb"\\" + re.escape(char.encode()))
    return b"(?:" + b"|".join(sorted(written)) + b")"


def _escaped(text: str) -> bytes:
    """As JSON writes it in ASCII; its digits in either case."""
    units = text.encode("utf-16-be")
    return b"".join(rb"\\u(?i:%02x%02x)" % (units[at], units[at + 1]) for at in range(0, len(units), 2))
