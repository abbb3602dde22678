"""One peewee database object whose connection belongs to the thread.

peewee binds models to one database object, but a program opens several files: a profile's, an incognito
conversation's in memory, a benchmark's. Every store owns its threads, and each thread connects to its own file.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from peewee import SqliteDatabase

from memory.store import driver

APPLICATION_ID = 0x4841524B
"""The bytes "HARK" in the file's header mark the database as ours."""

T = TypeVar("T")
LOCK_WAIT_MS = 30_000
MEMORY = ":memory:"


class ThreadDatabase(SqliteDatabase):
    """A `SqliteDatabase` whose file name is a property of the thread."""

    _where = threading.local()

    def _connect(self) -> sqlite3.Connection:
        made = driver.connect(self.database, isolation_level=None)
        try:
            self._add_conn_hooks(made)  # type: ignore[attr-defined]
        except Exception:
            made.close()
            raise
        return made

    @property
    def database(self) -> str:
        return getattr(self._where, "path", MEMORY)

    @database.setter
    def database(self, path: Any) -> None:
        self._where.path = str(path)


DATABASE = ThreadDatabase(
    MEMORY,
    autoconnect=False,
    pragmas={
        "busy_timeout": LOCK_WAIT_MS,
        "foreign_keys": 1,
        "synchronous": "normal",
        "cache_size": -64_000,
        "recursive_triggers": 1,
        "secure_delete": 1,
    },
)


def connect(path: Path | str, *, writable: bool = True) -> None:
    """Connects this thread to `path`; a reader can't write even by mistake."""
    DATABASE.database = path
    DATABASE.connect(reuse_if_open=True)
    if not writable:
        DATABASE.execute_sql("PRAGMA query_only = 1")


@contextmanager
def lock_wait(milliseconds: int) -> Iterator[None]:
    """Another program's lock is waited for so long by this thread."""
    DATABASE.execute_sql(f"PRAGMA busy_timeout = {milliseconds:d}")
    try:
        yield
    finally:
        DATABASE.execute_sql(f"PRAGMA busy_timeout = {LOCK_WAIT_MS}")


def disconnect() -> None:
    if not DATABASE.is_closed():
        DATABASE.close()
    forget_kept()


_kept = threading.local()


def kept(make: Callable[[], T]) -> T:
    """What `make` once made for this thread's connection; it goes with the connection."""
    made: dict[Callable[[], Any], Any] = _kept.__dict__.setdefault("made", {})
    if make not in made:
        made[make] = make()
    found: T = made[make]
    return found


def forget_kept() -> None:
    """What is kept may know of changes that were taken back."""
    _kept.__dict__.clear()


def raw() -> sqlite3.Connection:
    """The thread's own sqlite3 connection: for what peewee can't say, and for reads of many rows, where it is slow."""
    connection: sqlite3.Connection = DATABASE.connection()
    return connection
