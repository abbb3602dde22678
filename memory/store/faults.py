"""SQLite's and the system's errors in words that say what to do."""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from memory.errors import StoreDamaged, StoreError, StoreFull

DAMAGED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
UNREADABLE = {*DAMAGED, sqlite3.SQLITE_ERROR}
HELD = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
FULL = {sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_WRITE, sqlite3.SQLITE_IOERR_SHMSIZE}
"""A quota and a limit of file sizes come as failed writes, a full disk at the opening as a failed size."""
_PAGE_BYTES = 4096
DISK_FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
NO_FOLDER = {errno.ENOTDIR, errno.EEXIST}
NOT_WRITABLE = {errno.EROFS, errno.EACCES, errno.EPERM}
_PRIMARY = 0xFF
"""The part of SQLite's codes that says what kind of error it is."""


def translate(error: BaseException, path: Path | None = None) -> StoreError:
    """What `error` means for the user. `path` is the database that was worked on.

    The error that says most may be an inner one: after a full disk SQLite has rolled back by itself, and the rollback
    that follows fails with other words.
    """
    for link in chain(error):
        if found := _sqlite(link, path) if isinstance(link, sqlite3.Error) else _system(link):
            return found
    return StoreError(f"The memory's database failed ({error})", hint="harken doctor looks into it")


def held(error: BaseException) -> bool:
    """Whether another program holds the database's lock."""
    return any(isinstance(link, sqlite3.Error) and code(link) & _PRIMARY in HELD for link in chain(error))


def may_be_damage(error: BaseException) -> bool:
    """Whether what went wrong first, before a rollback failed too, may come from what is stored.

    A broken full-text index can fail as a constraint that no table has.
    """
    *_, first = chain(error)
    return isinstance(first, sqlite3.Error) and (unreadable(first) or code(first) == sqlite3.SQLITE_CONSTRAINT)


def unreadable(error: sqlite3.Error) -> bool:
    """Whether what is stored is at fault, and not the way to it: a lock, the disk or a permission."""
    return code(error) & _PRIMARY in UNREADABLE


def reason(error: OSError) -> str:
    """Why a file could not be written, and what to do where that is known; fits behind a colon."""
    if error.errno in DISK_FULL:
        return "the disk is full. Free some space"
    if error.errno in NOT_WRITABLE:
        return f"{_refusing(error) or 'the folder'} is read-only. Make it writable"
    if error.errno in NO_FOLDER:
        return "a file stands where a folder is needed. Move it away"
    if error.errno == errno.EISDIR:
        return "a folder stands where a file is needed. Move it away"
    return error.strerror or str(error)


def chain(error: BaseException) -> Iterator[BaseException]:
    link: BaseException | None = error
    while link is not None:
        yield link
        link = link.__cause__ or link.__context__


def code(error: sqlite3.Error) -> int:
    """The extended code; errors that Python's own module raises have none."""
    return getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)


def _sqlite(error: sqlite3.Error, path: Path | None) -> StoreError | None:
    extended = code(error)
    primary = extended & _PRIMARY
    if primary in DAMAGED:
        return StoreDamaged(
            f"The memory's database is damaged ({error})",
            hint="Nothing was overwritten; harken doctor says how to get the rest out",
        )
    if extended in FULL or (extended == sqlite3.SQLITE_IOERR and _no_room(path)):
        return _full()
    closed = next(closed_places(path), None) if path is not None else None
    if primary == sqlite3.SQLITE_READONLY or (primary == sqlite3.SQLITE_CANTOPEN and closed):
        return _read_only(closed)
    if primary in HELD:
        return StoreError(
            "Another program held the memory's lock for too long", hint="Close other harken windows and try again"
        )
    return None


def _no_room(path: Path | None) -> bool:
    """Whether the disk is full: SQLCipher says of what failed only that it did, without an extended code."""
    try:
        return path is not None and shutil.disk_usage(path.parent).free < _PAGE_BYTES
    except OSError:  # then that is not what is wrong
        return False


def _system(error: BaseException) -> StoreError | None:
    number = error.errno if isinstance(error, OSError) else None
    if number in DISK_FULL:
        return _full()
    if number in NO_FOLDER:
        return StoreError("A file stands where a folder of harken should be", hint="harken doctor shows which one")
    return _read_only(_refusing(error)) if isinstance(error, OSError) and number in NOT_WRITABLE else None


def _refusing(error: OSError) -> Path | None:
    """What lets nobody write: the file that is there, else the folder in which one was to be made."""
    name = error.filename2 or error.filename
    if not isinstance(name, str | bytes):
        return None
    place = Path(os.fsdecode(name))
    return place if os.path.exists(place) else place.parent


def closed_places(database: Path) -> Iterator[Path]:
    """Those of the database, the files that SQLite keeps beside it and their folder that can't be written."""
    beside = (database.with_name(f"{database.name}{end}") for end in ("-wal", "-shm"))
    for place in (database.parent, database, *beside):
        if os.path.exists(place) and not os.access(place, os.W_OK):
            yield place


def _full() -> StoreFull:
    return StoreFull("The disk is full, nothing more can be stored", hint="Free some space; what was stored is safe")


def _read_only(place: Path | None) -> StoreFull:
    if place is None:
        return StoreFull("The profile's folder is read-only", hint="Make it writable; harken paths shows where it is")
    return StoreFull(f"harken may not write {place}", hint="Make it writable")
