"""The migrations make exactly the schema of the models, and no file is ever harmed by opening it."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from playhouse.schema_diff import diff_models

from memory.errors import StoreDamaged, StoreError, StoreTooNew
from memory.store.connection import APPLICATION_ID, DATABASE
from memory.store.migrate import BACKUPS_KEPT, backup, newest
from memory.store.store import Store
from memory.store.tables import TABLES, Meta


async def test_migrations_and_models_agree(store: Store) -> None:
    assert not await store.read(lambda: diff_models(DATABASE, TABLES))


async def test_a_new_file_is_marked_as_ours(store: Store, tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "memory.sqlite")) as file:
        marks = [file.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version")]
        assert marks == [APPLICATION_ID, newest()]
        assert file.execute("PRAGMA journal_mode").fetchone()[0] == "wal"


async def opened(path: Path) -> Store:
    store = Store(path)
    await store.open()
    return store


async def test_opening_again_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "memory.sqlite"
    await (await opened(path)).close()
    before = path.read_bytes()
    await (await opened(path)).close()
    assert path.read_bytes() == before
    assert os.listdir(tmp_path) == ["memory.sqlite"]


def made(path: Path, *statements: str) -> bytes:
    with closing(sqlite3.connect(path)) as file:
        for statement in statements:
            file.execute(statement)
        file.commit()
    return path.read_bytes()


async def test_a_newer_file_is_left_untouched(tmp_path: Path) -> None:
    path = tmp_path / "memory.sqlite"
    await (await opened(path)).close()
    data = made(path, f"PRAGMA user_version = {newest() + 1}")
    with pytest.raises(StoreTooNew, match="newer harken"):
        await opened(path)
    assert path.read_bytes() == data


async def test_another_programs_file_is_left_untouched(tmp_path: Path) -> None:
    path = tmp_path / "memory.sqlite"
    data = made(path, "CREATE TABLE recipe (name TEXT)", "INSERT INTO recipe VALUES ('soup')")
    with pytest.raises(StoreError, match="not a harken database"):
        await opened(path)
    assert path.read_bytes() == data


async def test_a_file_that_is_no_database_is_left_untouched(tmp_path: Path) -> None:
    path = tmp_path / "memory.sqlite"
    path.write_bytes(b"Dear diary, " * 500)
    with pytest.raises(StoreDamaged):
        await opened(path)
    assert path.read_bytes() == b"Dear diary, " * 500


async def test_an_older_file_is_backed_up_before_it_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "memory.sqlite"
    store = await opened(path)
    await store.write(lambda: Meta.create(key="mark", value="mine"))
    await store.close()
    monkeypatch.setattr("memory.store.migrate.newest", lambda: newest() + 1)
    await (await opened(path)).close()
    with closing(sqlite3.connect(tmp_path / f"memory.schema-{newest()}.backup")) as copy:
        assert copy.execute("SELECT value FROM meta WHERE key = 'mark'").fetchone() == ("mine",)


async def test_only_the_newest_backups_are_kept(store: Store, tmp_path: Path) -> None:
    path = tmp_path / "memory.sqlite"
    versions = range(1, 6)
    for version in versions:
        await store.outside_transaction(lambda version=version: backup(path, version))  # type: ignore[misc]
    kept = [f"memory.schema-{version}.backup" for version in versions[-BACKUPS_KEPT:]]
    assert [name for name in sorted(os.listdir(tmp_path)) if name.endswith(".backup")] == kept
