"""What is costly and the same in very many tests: made once for all of them, or as cheaply as it goes.

The tests of these very things take the fixtures away again, by one of the same name in their module.
"""

from __future__ import annotations

import gc
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import cache, partial
from pathlib import Path

import pytest

from memory.embed import models
from memory.embed.embedder import Loaded
from memory.embed.models import minilm
from memory.sealing import holders
from memory.store import migrate
from memory.store.connection import raw

COLLECT = (10_000, 10, 10)
SCRYPT_COST = 2**4


def collect_less() -> None:
    """What is loaded lives until the end; walking it again and again took an eighth of the tests' time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECT)


@pytest.fixture(scope="session")
def tables(empty_database: Path) -> Iterator[sqlite3.Connection]:
    """A database in memory that holds what the migrations make."""
    with (
        closing(sqlite3.connect(empty_database)) as made,
        closing(sqlite3.connect(":memory:", check_same_thread=False)) as tables,
    ):
        made.backup(tables)
        yield tables


@pytest.fixture(autouse=True)
def tables_are_copied(tables: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch) -> None:
    """A new database gets its tables as a copy; an older one, or one that is encrypted, by the migrations."""
    upgrade = migrate._upgrade

    def copy() -> None:
        connection = raw()
        if migrate._header().empty and isinstance(connection, sqlite3.Connection):
            tables.backup(connection)
        else:
            upgrade()

    monkeypatch.setattr(migrate, "_upgrade", copy)


@pytest.fixture(scope="session")
def load_minilm(tmp_path_factory: pytest.TempPathFactory) -> Callable[[], Loaded]:
    return cache(partial(minilm, tmp_path_factory.mktemp("models")))


@pytest.fixture(autouse=True)
def minilm_is_loaded_once(load_minilm: Callable[[], Loaded], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(models, "minilm", lambda _: load_minilm())


@pytest.fixture(autouse=True)
def passphrases_are_cheap(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(holders, "_COST", SCRYPT_COST)
