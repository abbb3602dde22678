"""The texts of a file, line by line; of a copy of a database or a profile all it holds, of a half reply what it says
so far."""

from __future__ import annotations

import errno
import json
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from html import unescape
from pathlib import Path
from typing import BinaryIO
from urllib.parse import unquote

from memory import archive, sealing
from memory.forget.walk import opened
from memory.store import copies

_LONGEST_LINE = 1_000_000
_HEAD = 8192
_JSON = (".json", ".jsonl")
_HTML = ".html"
_COPY = re.compile(r"memory\.(schema-\d+\.)?backup(\.half)?")
_TAG = re.compile(r"<[^<>]*>")
_TARGET = re.compile(r'href="([^"]*)"')
_ESCAPED_SPACE = re.compile(r"\\[nrtbf]")


def texts(path: Path) -> Iterator[str]:
    """None of a file that is no text. OSError where it can't be read or is no plain file."""
    if is_copy(path):
        yield from copies.texts(path)
        return
    with opened(path) as raw, sealing.readable(path, raw) as file:
        if archive.is_archive(file):
            for entry, member in archive.read(file):
                yield from _backed_up(Path(entry.name), member)
            return
        if b"\0" in file.read(_HEAD):
            return
        file.seek(0)
        yield from _lines(path, file)


def _backed_up(path: Path, file: BinaryIO) -> Iterator[str]:
    """OSError for the database of an encrypted profile: of such a backup nothing can be said."""
    if path.suffix == ".sqlite":
        data = file.read()
        if not data.startswith(copies.HEADER):
            raise OSError(errno.EACCES, "a backup that is encrypted or damaged")
        yield from copies.texts_of(data)
    else:
        yield from _lines(path, file)


def _lines(path: Path, file: BinaryIO) -> Iterator[str]:
    if path.suffix == ".jsonl" and path.parent.name == "journal":
        yield from _streamed(file.readlines())
        return
    while line := file.readline(_LONGEST_LINE):
        text = copies.plain(line.decode("utf-8", "replace"))
        if path.suffix == _HTML:
            yield from _read_out(text)
        else:
            yield _ESCAPED_SPACE.sub(" ", text) if path.suffix in _JSON else text


def is_copy(path: Path) -> bool:
    """Whether it is a copy of a database, as one is made before a migration or for a backup."""
    return _COPY.fullmatch(path.name) is not None


def _read_out(line: str) -> Iterator[str]:
    """What a reader sees of a line of HTML, and where its links lead."""
    yield unescape(_TAG.sub("", line))
    for target in _TARGET.findall(line):
        yield unquote(unescape(target))


def _streamed(lines: Sequence[bytes]) -> Iterator[str]:
    """A reply and its reasoning from its journal, where a word may be cut by the end of a line."""
    pieces = []
    for line in lines:
        with suppress(ValueError):
            pieces.append(json.loads(line))
    yield "".join(str(piece.get("prefix", "")) + str(piece.get("t", "")) for piece in pieces)
    yield "".join(str(piece.get("r", "")) for piece in pieces)
