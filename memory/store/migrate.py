"""Brings a database file to the newest schema, with a backup before each change, and refuses what is not ours."""

from __future__ import annotations

import logging
import sqlite3
from pathlib import Path

from playhouse import migrations

from memory.errors import StoreError, StoreTooNew
from memory.store.connection import APPLICATION_ID, DATABASE, raw

log = logging.getLogger(__name__)
FOLDER = Path(__file__).parent / "migrations"
BACKUPS_KEPT = 3


def newest() -> int:
    """The number of the newest migration; it stands in the file's `user_version`."""
    return max(int(path.name[:4]) for path in FOLDER.glob("[0-9]*.py"))


def migrate(path: Path | None) -> None:
    """Migrates the thread's open database; `path` None is a database in memory.

    Raises StoreTooNew for a file of a newer harken and StoreError for a file of another program; both stay untouched.
    """
    version, ours, empty = _header()
    if version > newest():
        raise StoreTooNew(
            f"The memory was written by a newer harken (schema {version}, this one knows {newest()})",
            hint="Update harken; nothing was changed",
        )
    if not empty and not ours:
        raise StoreError(
            f"{path} is not a harken database",
            hint="Move it away or choose another profile; nothing was changed",
        )
    if version == newest():
        return
    if path is not None and not empty:
        backup(path, version)
    if path is not None:
        DATABASE.execute_sql("PRAGMA journal_mode = wal")
    applied = migrations.run(DATABASE, str(FOLDER))
    DATABASE.execute_sql(f"PRAGMA application_id = {APPLICATION_ID}")
    DATABASE.execute_sql(f"PRAGMA user_version = {newest()}")
    log.info("migrated from schema %d: %s", version, ", ".join(applied))


def _header() -> tuple[int, bool, bool]:
    connection = raw()
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    ours = connection.execute("PRAGMA application_id").fetchone()[0] == APPLICATION_ID
    empty = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0] == 0
    return version, ours, empty


def backup(path: Path, version: int) -> Path:
    """A whole copy beside the file, named after the schema it holds; the oldest beyond three go."""
    target = path.with_name(f"{path.stem}.schema-{version}.backup")
    copy = sqlite3.connect(target)
    try:
        raw().backup(copy)
    finally:
        copy.close()
    for stale in sorted(path.parent.glob(f"{path.stem}.schema-*.backup"), key=_schema_of)[:-BACKUPS_KEPT]:
        stale.unlink()
    return target


def _schema_of(backup_file: Path) -> int:
    return int(backup_file.name.rsplit("schema-", 1)[1].split(".")[0])
