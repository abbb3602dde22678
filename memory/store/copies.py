"""Copies of a database: how one is made and tried, and the texts in it, whatever schema it has."""

from __future__ import annotations

import errno
import fcntl
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from memory import sealing
from memory.errors import BadInput, Locked, StoreTooNew
from memory.store import driver
from memory.store.connection import APPLICATION_ID, raw
from memory.store.faults import held
from memory.store.migrate import newest

HEADER = b"SQLite format 3\0"
"""Begins every database that is not encrypted."""
_PAGES = 2000
_SHARED_FIRST, _SHARED_BYTES = 0x40000002, 510
"""Whoever has a database open holds a lock on one of these bytes of it, as SQLite's file format lays down."""
_TOLD = ("message", "fact", "identity")


class Unreadable(OSError):
    """Of this copy nothing can be said."""


def texts(path: Path) -> Iterator[str]:
    """Every text of every row, lists without JSON's escapes. Of a file that is no whole database: its bytes as text.

    Unreadable for such a one that is encrypted.
    """
    try:
        with closing(_read(path)) as copy:
            yield from _texts(copy)
    except sqlite3.DatabaseError as error:
        if sealing.is_sealed(path.parent):
            raise Unreadable(errno.EIO, "an encrypted backup that is damaged") from error
        yield plain(path.read_text(encoding="utf-8", errors="replace"))


def texts_of(data: bytes) -> Iterator[str]:
    """The same of a copy that is in no file of its own."""
    try:
        with closing(sqlite3.connect(":memory:")) as copy:
            copy.deserialize(data)
            yield from _texts(copy)
    except sqlite3.DatabaseError:
        yield plain(data.decode("utf-8", "replace"))


def _read(path: Path) -> sqlite3.Connection:
    return driver.connect(path, mode="ro&immutable=1")


def _texts(copy: sqlite3.Connection) -> Iterator[str]:
    copy.text_factory = lambda data: data.decode("utf-8", "replace")
    for (table,) in copy.execute("SELECT name FROM sqlite_master WHERE sql LIKE 'CREATE TABLE%'").fetchall():
        for row in copy.execute(f'SELECT * FROM "{table}"'):
            yield from (plain(value) for value in row if isinstance(value, str))


def make(target: Path, told: Callable[[float], None]) -> None:
    """Copies this thread's database as it is now; other windows go on reading and writing meanwhile.

    The copy is one file. What windows held in the database stays out of it.
    """
    source = raw()
    source.execute("BEGIN")
    try:
        source.execute("SELECT 1 FROM sqlite_master").fetchone()
        with closing(driver.connect(target)) as copy:
            copy.execute("PRAGMA journal_mode = off")  # a kill leaves the one file alone
            source.backup(copy, pages=_PAGES, progress=lambda _, left, total: told(1 - left / (total or 1)), sleep=0)
            copy.execute("PRAGMA journal_mode = delete")
            copy.execute("PRAGMA journal_mode = off")
            copy.execute("DELETE FROM meta WHERE key LIKE 'lease.%'")
            copy.commit()
    finally:
        source.execute("ROLLBACK")


def check(path: Path) -> None:
    """BadInput where a file is no sound database of harken, StoreTooNew where it is one of a newer harken."""
    try:
        with closing(_read(path)) as copy:
            schema, mark = (copy.execute(f"PRAGMA {name}").fetchone()[0] for name in ("user_version", "application_id"))
            sound = mark == APPLICATION_ID and copy.execute("PRAGMA quick_check(1)").fetchone()[0] == "ok"
    except sqlite3.DatabaseError:
        schema, sound = 0, False
    if sound and schema > newest():
        raise StoreTooNew(
            f"The backup holds the memory of a newer harken (schema {schema}, this one knows {newest()})",
            hint="Update harken; nothing was changed",
        )
    if not sound:
        raise BadInput("The backup holds no sound database of harken", hint="Nothing was changed")


def holds_anything(path: Path) -> bool:
    """Whether a profile's database holds a message, a fact or a line about the user; one that can't be read may."""
    try:
        with closing(driver.connect(path, mode="ro")) as found:
            return any(found.execute(f"SELECT 1 FROM {table} LIMIT 1").fetchone() for table in _TOLD)
    except (sqlite3.DatabaseError, Locked):
        return True


def value(path: Path, key: str) -> str | None:
    """What a database notes of itself, whatever its schema; None where it can't be read."""
    try:
        with closing(driver.connect(path, mode="ro")) as found:
            row = found.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
            return None if row is None else str(row[0])
    except (sqlite3.DatabaseError, Locked):
        return None


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """Keeps every window away from a database. BadInput where one has it open; one that is damaged nobody can have."""
    if not path.is_file():
        yield
        return
    if sealing.is_sealed(path.parent):
        with _shut(path):
            yield
        return
    with closing(sqlite3.connect(path, timeout=0, isolation_level=None)) as only:
        try:
            only.execute("PRAGMA locking_mode = exclusive")
            only.execute("BEGIN EXCLUSIVE")
        except sqlite3.DatabaseError as error:
            if held(error):
                raise _open_in_a_window(path) from error
        yield


@contextmanager
def _shut(path: Path) -> Iterator[None]:
    """The same for an encrypted one, without its key: SQLite's own lock on the bytes it keeps for that."""
    with path.open("rb+") as file:
        try:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, _SHARED_BYTES, _SHARED_FIRST)
        except OSError as error:
            raise _open_in_a_window(path) from error
        yield


def _open_in_a_window(path: Path) -> BadInput:
    return BadInput(f"The profile {path.parent.name} is open in a window", hint="Close that and try again")


def plain(text: str) -> str:
    """`text` with JSON's escapes resolved."""
    if "\\u" not in text:
        return text
    return text.encode("ascii", "backslashreplace").decode("unicode_escape", "replace")
