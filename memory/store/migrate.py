"""Brings a database file to the newest schema, with one backup before all changes, and refuses what is not ours."""

from __future__ import annotations

import fcntl
import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from playhouse import migrations

from memory.errors import StoreError, StoreTooNew
from memory.store import driver
from memory.store.connection import APPLICATION_ID, DATABASE, raw

log = logging.getLogger(__name__)
FOLDER = Path(__file__).parent / "migrations"
BACKUPS_KEPT = 3
HISTORY = "schema_migration"


def newest() -> int:
    """The number of the newest migration; it stands in the file's `user_version`."""
    return max(int(path.name[:4]) for path in FOLDER.glob("[0-9]*.py"))


def migrate(path: Path | None) -> None:
    """Migrates the thread's open database; `path` None is a database in memory.

    Raises StoreTooNew for a file of a newer harken and StoreError for a file of another program; both stay untouched.
    """
    if check(path) == newest():
        return
    if path is None:
        _upgrade()
        return
    with one_at_a_time(path.parent):
        version = check(path)
        if version == newest():
            return
        if not _header().empty:
            backup(path, version)
        DATABASE.execute_sql("PRAGMA journal_mode = wal")
        _upgrade()


def check(path: Path | None) -> int:
    """The schema of the thread's open database; StoreTooNew and StoreError as `migrate` raises them."""
    header = _header()
    if header.version > newest():
        raise StoreTooNew(
            f"The memory was written by a newer harken (schema {header.version}, this one knows {newest()})",
            hint="Update harken; nothing was changed",
        )
    if not header.empty and not header.ours:
        raise StoreError(
            f"{path} is not a harken database",
            hint="Move it away or choose another profile; nothing was changed",
        )
    return header.version


def check_readable(path: Path | None) -> None:
    """What can only be read can't be migrated: StoreError for an older schema."""
    version = check(path)
    if version < newest():
        raise StoreError(
            f"The memory has an older form (schema {version}, this harken reads {newest()})",
            hint="Start harken once without incognito; nothing was changed",
        )


def _upgrade() -> None:
    """The tables and the header's marks come together or not at all."""
    new = _header().empty
    with DATABASE.atomic("IMMEDIATE"):
        migrations.run(DATABASE, str(FOLDER), table_name=HISTORY)
        _mark()
    log.info("a new memory was made" if new else "the memory was brought to the form that this harken reads")


def _mark() -> None:
    DATABASE.execute_sql(f"PRAGMA application_id = {APPLICATION_ID}")
    DATABASE.execute_sql(f"PRAGMA user_version = {newest()}")


@contextmanager
def one_at_a_time(folder: Path, *, wait: bool = True) -> Iterator[bool]:
    """One process at a time: a lock on a folder, gone with the process. Gives whether it was free."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
            return
        yield True
    finally:
        os.close(handle)


class _Header(NamedTuple):
    version: int
    ours: bool
    empty: bool


def _header() -> _Header:
    """A file with our history of migrations but no mark is ours: an earlier harken was killed at its first start."""
    connection = raw()
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    mark = connection.execute("PRAGMA application_id").fetchone()[0]
    tables = {row[0] for row in connection.execute("SELECT name FROM sqlite_master")}
    ours = mark == APPLICATION_ID or (mark == 0 and HISTORY in tables)
    return _Header(version, ours, not tables)


def backup(path: Path, version: int) -> Path:
    """A whole copy beside the file, named after the schema it holds; the oldest beyond three go."""
    target = path.with_name(f"{path.stem}.schema-{version}.backup")
    half = target.with_name(f"{target.name}.half")
    half.unlink(missing_ok=True)
    copy = driver.connect(half)
    try:
        copy.execute("PRAGMA journal_mode = off")  # what a kill leaves is begun anew
        raw().backup(copy)
    finally:
        copy.close()
    half.replace(target)
    for stale in sorted(path.parent.glob(f"{path.stem}.schema-*.backup"), key=_schema_of)[:-BACKUPS_KEPT]:
        stale.unlink()
    return target


def _schema_of(backup_file: Path) -> int:
    return int(backup_file.name.rsplit("schema-", 1)[1].split(".")[0])
