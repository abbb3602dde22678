"""Writes a database anew with another key, or with none."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from memory.errors import BadInput, StoreDamaged
from memory.store.faults import held
from memory.store.sealed_driver import connect

_HEADER = ("user_version", "application_id")


@contextmanager
def only(path: Path, key: str) -> Iterator[sqlite3.Connection]:
    """The database, kept from all others meanwhile. BadInput where a window has it open."""
    with closing(connect(str(path), key, timeout=0, isolation_level=None)) as connection:
        try:
            connection.execute("PRAGMA locking_mode = exclusive")
            connection.execute("BEGIN EXCLUSIVE")
            connection.execute("COMMIT")  # the lock stays
        except sqlite3.OperationalError as error:
            if held(error):
                name = path.parent.name
                raise BadInput(f"The profile {name} is open in a window", hint="Close that and try again") from error
            raise
        yield connection


def copy(connection: sqlite3.Connection, target: Path, key: str) -> None:
    """Writes the database of `connection` to a new file and tries that. StoreDamaged where it isn't the same."""
    connection.execute("ATTACH ? AS fresh KEY ?", (str(target), f"x'{key}'" if key else ""))
    try:
        connection.execute("PRAGMA fresh.synchronous = off")  # all of it is handed to the disk at once, later
        connection.execute("SELECT sqlcipher_export('fresh')")
        for name in _HEADER:
            value = connection.execute(f"PRAGMA main.{name}").fetchone()[0]
            connection.execute(f"PRAGMA fresh.{name} = {value}")
    finally:
        connection.execute("DETACH fresh")
    with closing(connect(str(target), key, isolation_level=None)) as fresh:
        fresh.execute("PRAGMA journal_mode = wal")
        sound = [row[0] for row in fresh.execute("PRAGMA integrity_check")] == ["ok"]
        if not sound or _counts(fresh) != _counts(connection):
            raise StoreDamaged("The new database is not the same as the old one", hint="Nothing was changed")


def _counts(connection: sqlite3.Connection) -> dict[str, int]:
    """The rows of every table, and how many definitions there are."""
    tables = [row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    counts = {name: connection.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0] for name in tables}
    counts["sqlite_master"] = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    return counts
