"""SQLCipher's module in the dress of Python's own: the same classes of errors with the same codes."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, cast

import sqlcipher3.dbapi2 as sqlcipher  # noqa: TID253 - this module is only loaded for an encrypted profile

FULL = "database or disk is full"
"""So says the function that copies a database as well, whose errors have no code of their own."""


def connect(name: str, key: str, **options: Any) -> sqlite3.Connection:
    """Opens a database with its raw key, "" for one that is not encrypted. Like SQLite it reads nothing yet."""
    with _as_of_sqlite3():
        made = sqlcipher.connect(name, factory=_Connection, **options)
        made.execute("PRAGMA cipher_log_level = NONE")  # it would write over the screen
        if key:
            made.execute(f"""PRAGMA key = "x'{key}'" """)
        made.execute("PRAGMA temp_store = memory")
        return cast(sqlite3.Connection, made)


class _Cursor(sqlcipher.Cursor):  # type: ignore[misc]
    def execute(self, *args: Any) -> Any:
        with _as_of_sqlite3():
            return super().execute(*args)

    def executemany(self, *args: Any) -> Any:
        with _as_of_sqlite3():
            return super().executemany(*args)

    def executescript(self, *args: Any) -> Any:
        with _as_of_sqlite3():
            return super().executescript(*args)

    def fetchone(self) -> Any:
        with _as_of_sqlite3():
            return super().fetchone()

    def fetchmany(self, *args: Any, **options: Any) -> Any:
        with _as_of_sqlite3():
            return super().fetchmany(*args, **options)

    def fetchall(self) -> Any:
        with _as_of_sqlite3():
            return super().fetchall()

    def __next__(self) -> Any:
        try:
            return super().__next__()
        except sqlcipher.Error as error:
            raise _of_sqlite3(error) from error


class _Connection(sqlcipher.Connection):  # type: ignore[misc]
    def cursor(self, factory: Any = _Cursor) -> Any:
        with _as_of_sqlite3():
            return super().cursor(factory)

    def execute(self, *args: Any) -> Any:
        return self.cursor().execute(*args)

    def executemany(self, *args: Any) -> Any:
        return self.cursor().executemany(*args)

    def executescript(self, *args: Any) -> Any:
        return self.cursor().executescript(*args)

    def commit(self) -> None:
        with _as_of_sqlite3():
            super().commit()

    def rollback(self) -> None:
        with _as_of_sqlite3():
            super().rollback()

    def close(self) -> None:
        with _as_of_sqlite3():
            super().close()

    def backup(self, *args: Any, **options: Any) -> None:
        with _as_of_sqlite3():
            super().backup(*args, **options)


@contextmanager
def _as_of_sqlite3() -> Iterator[None]:
    try:
        yield
    except sqlcipher.Error as error:
        raise _of_sqlite3(error) from error


def _of_sqlite3(error: Exception) -> sqlite3.Error:
    """`error` as Python's own module would have raised it."""
    name = next(one.__name__ for one in type(error).__mro__ if hasattr(sqlite3, one.__name__))
    same: sqlite3.Error = getattr(sqlite3, name)(*error.args)
    for detail in ("sqlite_errorcode", "sqlite_errorname"):
        if hasattr(error, detail):
            setattr(same, detail, getattr(error, detail))
    if str(error) == FULL:
        same.sqlite_errorcode = sqlite3.SQLITE_FULL
    return same
