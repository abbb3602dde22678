"""The file of a backup: a tar archive in gzip, whose first member lists all others with their sizes and checksums.

Only that list says what is in the file and where it belongs: names, links and sizes of the archive itself are never
followed, so that no file can put anything into another place or grow beyond what it says.
"""

from __future__ import annotations

import errno
import gzip
import hashlib
import io
import json
import os
import re
import tarfile
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, BinaryIO

from memory.errors import BadInput, NotFound, StoreTooNew

FORMAT = 1
PROFILE, SHARED = "profile", "shared"
"""The folder of the profile, and what all profiles of a computer share."""
_LIST = "harken-backup.json"
_GZIP = b"\x1f\x8b"
_BLOCK = 512
_PIECE = 1024 * 1024
_LONGEST_LIST = 4 * 1024 * 1024
_LONGEST_NAME = 100
_MOST_PADDING = 64 * 1024
_MOST_RATIO, _ALWAYS = 100, 64 * 1024 * 1024
_NAME = r"[^/\\\x00-\x1f\ud800-\udfff.][^/\\\x00-\x1f\ud800-\udfff]{0,199}"
_PLACES = re.compile(
    rf"{PROFILE}/(memory\.sqlite|key\.json|config\.toml|identity\.md|soul\.md|drafts/{_NAME}\.json|journal/{_NAME}\.jsonl)"
    rf"|{SHARED}/(config\.toml|personas/{_NAME}\.toml|themes/{_NAME}\.toml|prompts/{_NAME}\.md)"
)
DATABASE = f"{PROFILE}/memory.sqlite"

Content = bytes | Path


class Unusable(Exception):
    """The file is no backup, or not as it was written; its text says why."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One file: `name` is its place, `profile/…` or `shared/…`."""

    name: str
    size: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Contents:
    """What a backup holds: of which profile, made when (ISO 8601)."""

    profile: str
    made: str
    entries: tuple[Entry, ...]

    @property
    def size(self) -> int:
        return sum(entry.size for entry in self.entries)


def write(file: BinaryIO, profile: str, made: str, files: Mapping[str, Content], told: Callable[[float], None]) -> int:
    """Writes `files` by their places into `file`; how many. A file must not change meanwhile."""
    contents = Contents(profile, made, tuple(_entry(name, content) for name, content in files.items()))
    done, whole = 0, contents.size or 1
    with (
        gzip.GzipFile(filename="", mode="wb", fileobj=file, compresslevel=6, mtime=0) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.GNU_FORMAT) as tar,
    ):
        _add(tar, _LIST, json.dumps({"format": FORMAT, **asdict(contents)}, ensure_ascii=False).encode())
        for number, entry in enumerate(contents.entries):
            fits = entry.name.isascii() and len(entry.name) < _LONGEST_NAME
            _add(tar, entry.name if fits else f"{SHARED}/{number}", files[entry.name])
            done += entry.size
            told(done / whole)
    return len(contents.entries)


def _entry(name: str, content: Content) -> Entry:
    with _opened(content) as file:
        digest = hashlib.sha256()
        for piece in _pieces(file):
            digest.update(piece)
        return Entry(name, file.tell(), digest.hexdigest())


def _add(tar: tarfile.TarFile, name: str, content: Content) -> None:
    info = tarfile.TarInfo(name)
    with _opened(content) as file:
        info.size, info.mode = file.seek(0, io.SEEK_END), 0o600
        file.seek(0)
        tar.addfile(info, file)


@contextmanager
def _opened(content: Content) -> Iterator[BinaryIO]:
    with content.open("rb") if isinstance(content, Path) else io.BytesIO(content) as file:
        yield file


def may_hold(name: str) -> bool:
    """Whether a file of this place belongs into a backup."""
    return _PLACES.fullmatch(name) is not None


def is_archive(file: BinaryIO) -> bool:
    """Whether an open file begins as a backup does; it is at its beginning again."""
    begin = file.read(len(_GZIP))
    file.seek(0)
    if begin != _GZIP:
        return False
    try:
        with gzip.GzipFile(fileobj=file) as packed:
            return packed.read(len(_LIST)) == _LIST.encode()
    except (EOFError, zlib.error, gzip.BadGzipFile):
        return False
    finally:
        file.seek(0)


@contextmanager
def unzipped(file: BinaryIO) -> Iterator[BinaryIO]:
    """The bytes of the whole backup. OSError where it is damaged."""
    try:
        with gzip.GzipFile(fileobj=file) as packed:
            yield packed  # type: ignore[misc]
    except (EOFError, zlib.error) as error:
        raise OSError(errno.EIO, "a damaged backup") from error


def read(file: BinaryIO) -> Iterator[tuple[Entry, BinaryIO]]:
    """Each file of the backup, to be read before the next one. OSError where it can't be used."""
    try:
        yield from _read(file)
    except (Unusable, StoreTooNew) as error:
        raise OSError(errno.EIO, "a backup that can't be read") from error


def _read(archive: BinaryIO) -> Iterator[tuple[Entry, BinaryIO]]:
    with _unpacked(archive) as (contents, packed):
        for entry in contents.entries:
            file = _member(packed, entry.size)
            yield entry, file
            for _ in _pieces(file):
                pass


def unpack(path: Path, into: Callable[[Contents], Path], told: Callable[[float], None]) -> Contents:
    """Puts all files below the folder that `into` gives for what the list says, and compares their checksums.

    BadInput for what is no whole backup, StoreTooNew for one of a newer harken, NotFound; OSError where the disk fails.
    """
    if not path.is_file():
        raise NotFound(f"There is no file {path}", hint="Give the path of a backup")
    try:
        with path.open("rb") as file, _unpacked(file) as (contents, packed):
            _refuse_bomb(contents, path.stat().st_size)
            folder, done = into(contents), 0
            for entry in contents.entries:
                _copy(_member(packed, entry.size), folder / entry.name, entry)
                done += entry.size
                told(done / (contents.size or 1))
            if len(packed.read(_MOST_PADDING)) == _MOST_PADDING:
                raise Unusable("it holds more than its list says")
    except Unusable as error:
        raise BadInput(f"{path.name} can't be restored: {error}", hint="Nothing was changed") from error
    return contents


def _refuse_bomb(contents: Contents, size: int) -> None:
    if contents.size > _ALWAYS + _MOST_RATIO * size:
        raise Unusable("it would unpack to far more than a backup holds")


@contextmanager
def _unpacked(file: BinaryIO) -> Iterator[tuple[Contents, BinaryIO]]:
    try:
        with gzip.GzipFile(fileobj=file) as packed:
            yield _contents(packed), packed  # type: ignore[misc]
    except gzip.BadGzipFile as error:
        raise Unusable("it is no backup, or damaged") from error
    except (EOFError, zlib.error, tarfile.TarError) as error:
        raise Unusable("it is damaged or not whole") from error


def _contents(packed: Any) -> Contents:
    info = _header(packed)
    if info.name != _LIST or not 0 <= info.size <= _LONGEST_LIST:
        raise Unusable("it is no backup of harken")
    data = _Member(packed, info.size).read()
    try:
        found = json.loads(data)
        newer = isinstance(found["format"], int) and found["format"] > FORMAT
        if not newer:
            entries = tuple(_listed(**one) for one in found["entries"])
            contents = Contents(str(found["profile"]), str(found["made"]), entries)
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise Unusable("its list can't be read") from error
    if newer:
        raise StoreTooNew(
            f"The backup was made by a newer harken (format {found['format']}, this one reads {FORMAT})",
            hint="Update harken; nothing was changed",
        )
    names = [entry.name.casefold() for entry in contents.entries]
    if len(set(names)) < len(names) or DATABASE not in names:
        raise Unusable("its list is not one of a profile")
    return contents


def _listed(name: object, size: object, sha256: object) -> Entry:
    if not isinstance(name, str) or not isinstance(sha256, str) or type(size) is not int or size < 0:
        raise ValueError("no entry")
    if not may_hold(name):
        raise Unusable("it names a file that belongs to no profile")
    return Entry(name, size, sha256)


def _header(packed: Any) -> tarfile.TarInfo:
    info = tarfile.TarInfo.frombuf(packed.read(_BLOCK), "utf-8", "surrogateescape")
    if info.type not in (tarfile.REGTYPE, tarfile.AREGTYPE):
        raise Unusable("it holds something that is no plain file")
    return info


def _member(packed: BinaryIO, size: int) -> BinaryIO:
    if _header(packed).size != size:
        raise Unusable("a file in it has another size than its list says")
    return io.BufferedReader(_Member(packed, size), _PIECE)


class _Member(io.RawIOBase):
    """One file of the archive; at its end the padding behind it is passed over."""

    def __init__(self, packed: Any, size: int) -> None:
        self._packed = packed
        self._left = size
        self._padding = -size % _BLOCK

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        data = self._packed.read(min(len(buffer), self._left))
        if not data and self._left:
            raise Unusable("it is damaged or not whole")
        self._left -= len(data)
        if not self._left:
            self._packed.read(self._padding)
            self._padding = 0
        buffer[: len(data)] = data
        return len(data)


def _copy(file: BinaryIO, target: Path, entry: Entry) -> None:
    target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    digest = hashlib.sha256()
    with target.open("xb") as copy:
        for piece in _pieces(file):
            digest.update(piece)
            copy.write(piece)
        copy.flush()
        os.fsync(copy.fileno())
    if digest.hexdigest() != entry.sha256:
        raise Unusable("a file in it is not as it was written")


def _pieces(file: BinaryIO) -> Iterable[bytes]:
    return iter(lambda: file.read(_PIECE), b"")
