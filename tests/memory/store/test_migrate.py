"""The migrations make exactly the schema of the models, and no file is ever harmed by opening it."""

from __future__ import annotations

import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from importlib import import_module
from pathlib import Path

import pytest
from playhouse.schema_diff import diff_models

from memory.errors import StoreDamaged, StoreError, StoreTooNew
from memory.store import (
    conversations,
    current,
    derived,
    documents,
    facts,
    forks,
    graph,
    messages,
    originals,
    tombstones,
)
from memory.store.connection import APPLICATION_ID, DATABASE
from memory.store.fields import from_millis
from memory.store.migrate import BACKUPS_KEPT, FOLDER, HISTORY, backup, newest
from memory.store.store import Store
from memory.store.tables import TABLES, Document, Episode, Fact, Meta, TombstoneSource
from memory.types import Kind, Part, Role


@pytest.fixture
def tables_are_copied() -> None:
    """Here the migrations make them."""


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


def first_schema(path: Path) -> sqlite3.Connection:
    """A file as the first harken made it."""
    first = import_module("memory.store.migrations.0001_first")
    file = sqlite3.connect(path)
    for statement in [*first.statements(first.TABLES), *first.statements(first.FULL_TEXT)]:
        file.execute(statement)
    file.execute(f"CREATE TABLE {HISTORY} (id INTEGER PRIMARY KEY, name VARCHAR(255) UNIQUE, applied DATETIME)")
    file.execute(f"INSERT INTO {HISTORY} (name, applied) VALUES ('0001_first', '2026-01-01')")
    file.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    file.execute("PRAGMA user_version = 1")
    return file


async def test_other_names_of_entities_survive_from_the_first_schema(tmp_path: Path) -> None:
    path = tmp_path / "memory.sqlite"
    with closing(first_schema(path)) as file:
        file.execute("INSERT INTO entity VALUES (7, 'Comet', 'comet', 'pet', ?, 0)", ('["the Greyhöund", "Com"]',))
        file.execute("INSERT INTO mention VALUES (7, 'fact', 3)")
        file.commit()
    store = await opened(path)
    assert not await store.read(lambda: diff_models(DATABASE, TABLES))
    found = await store.read(lambda: graph.find("THE GREYHOUND"))
    assert found is not None
    assert found.id == 7
    assert await store.read(lambda: graph.mentions(7)) == [("fact", 3)]
    await store.close()


async def test_facts_of_the_first_schema_are_recognised_when_they_are_said_again(tmp_path: Path) -> None:
    path = tmp_path / "memory.sqlite"
    with closing(first_schema(path)) as file:
        file.execute(
            "INSERT INTO fact VALUES (7, 'I live in Köln.', '', 'user', 'live', 'distilled', 0.6, '[]', '', 0, 0, 1, 0,"
            " NULL, NULL, NULL, NULL, 0, 0)"
        )
        file.commit()
    store = await opened(path)
    assert await store.read(lambda: facts.same("i live in KOLN")) == 7
    await store.close()


async def test_facts_of_the_first_schema_are_found_by_what_they_give_a_value_to(tmp_path: Path) -> None:
    path = tmp_path / "memory.sqlite"
    row = (
        "INSERT INTO fact VALUES "
        "(?, ?, '', 'user', 'live', 'distilled', 0.6, '[]', '', 0, 0, 1, 0, NULL, 0, ?, ?, 0, 9)"
    )
    with closing(first_schema(path)) as file:
        file.execute(row, (7, "I live in Köln.", 5, 8))
        file.execute(row, (8, "用户住在上海。", None, None))
        file.execute(row, (9, "I like tea.", None, None))
        file.commit()
    store = await opened(path)
    assert not await store.read(lambda: diff_models(DATABASE, TABLES))
    assert [fact.id for fact in await store.read(lambda: current.of_slot("home", 0))] == [8]
    ended = await store.read(lambda: facts.get(7))
    assert (ended.slot, ended.valid_to, ended.end_known_at) == ("home", from_millis(5), from_millis(9))
    await store.close()


async def test_what_was_forgotten_under_the_first_schema_stays_forgotten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "memory.sqlite"
    monkeypatch.setattr("memory.store.tombstones._key", lambda: b"key")
    words = json.dumps(sorted(tombstones.hashes("allergic to peanuts")))
    with closing(first_schema(path)) as file:
        file.execute("INSERT INTO tombstone VALUES (1, ?, '[3, 5]', 0)", (words,))
        file.commit()
    store = await opened(path)
    assert await store.read(lambda: tombstones.blocks("Allergic to peanuts", [3, 5]))
    assert not await store.read(lambda: tombstones.blocks("Allergic to peanuts", [4]))
    await store.close()


async def test_facts_and_episodes_of_the_first_schema_get_versions_that_every_change_raises(tmp_path: Path) -> None:
    path = tmp_path / "memory.sqlite"
    with closing(first_schema(path)) as file:
        file.execute(
            "INSERT INTO fact VALUES (7, 'Likes tea', '', 'user', 'live', 'distilled', 0.6, '[\"tea\"]', '', 0, 0, 1,"
            " 3, 40, NULL, NULL, NULL, 10, 20)"
        )
        file.execute(
            "INSERT INTO episode VALUES (3, NULL, NULL, 'They spoke of tea', '[]', '[]', '[]', '[]', 0.5, 'distilled',"
            " 5, 6, 0, NULL, 7, 8)"
        )
        file.commit()
    store = await opened(path)
    assert not await store.read(lambda: diff_models(DATABASE, TABLES))
    fact = await store.read(lambda: facts.get(7))
    assert (fact.content, fact.keywords, fact.uses, fact.version, fact.promoted) == ("Likes tea", ["tea"], 3, 0, False)
    for wanted in (1, 2):
        await store.write(lambda: Fact.update(uses=9).where(Fact.id == 7).execute())
        assert (await store.read(lambda: facts.get(7))).version == wanted
    await store.write(lambda: Episode.update(summary="Of tea").where(Episode.id == 3).execute())
    assert await store.read(lambda: [(row.summary, row.version) for row in Episode.select()]) == [("Of tea", 1)]
    await store.close()


async def test_copies_of_older_forks_are_told_by_their_text_and_time(tmp_path: Path) -> None:
    path, at = tmp_path / "memory.sqlite", from_millis(1000)

    def fork() -> None:
        talk = conversations.create(mode=None, model="", at=at).id
        said = [messages.compose([Part(text)]) for text in ("I like tea.", "Fine.")]
        first = messages.add(talk, Role.USER, said[0], parent=None, at=at, learn=True)
        messages.add(talk, Role.ASSISTANT, said[1], parent=1, at=at, learn=True)
        messages.add(talk, Role.USER, said[0], parent=2, at=from_millis(2000), learn=True)
        forks.make(talk, [(first, said[0])], at)

    store = await opened(path)
    await store.write(fork)
    await store.close()
    made(
        path,
        *(f"DROP INDEX {name}" for name in ("message_copied_from", "episode_head")),
        *(f"ALTER TABLE {one}" for one in _ADDED),
        f"DELETE FROM {HISTORY} WHERE name = '0014_copies'",
        "PRAGMA user_version = 13",
    )
    store = await opened(path)
    assert not await store.read(lambda: diff_models(DATABASE, TABLES))
    assert await store.read(lambda: originals.behind([1, 2, 3, 4])) == {4: 1}
    await store.close()


async def test_facts_of_older_files_stand_under_the_day_on_which_they_were_said(tmp_path: Path) -> None:
    path, day = tmp_path / "memory.sqlite", 86_400_000
    said, learnt = from_millis(100 * day), from_millis(109 * day)
    text = "Gestern habe ich einen Volvo gekauft"

    def fill() -> None:
        talk = conversations.create(mode=None, model="", at=said).id
        messages.add(talk, Role.USER, messages.compose([Part(text)]), parent=None, at=said, learn=True)
        facts.add(text, at=learnt, quote=text, sources=[1])
        facts.remember("Ich fahre gern", at=learnt)
        for row in Document.select().where(Document.kind == Kind.FACT):
            documents.put(Kind.FACT, row.item, row.text, conversation=row.conversation, created_at=learnt)

    store = await opened(path)
    await store.write(fill)
    await store.close()
    made(path, f"DELETE FROM {HISTORY} WHERE name = '0019_said'", "PRAGMA user_version = 18")
    store = await opened(path)
    source = next(one for one in derived.SOURCES if one.table == "fact")
    assert await store.read(lambda: derived.wrong(source, [1, 2])) == []
    assert await store.read(lambda: [row.created_at for row in Document.select().order_by(Document.item)]) == [
        said,
        said,
        learnt,
    ]
    await store.close()


_ADDED = ("message DROP COLUMN copied_from", "episode DROP COLUMN head", "episode DROP COLUMN abandoned")


async def test_only_the_newest_backups_are_kept(store: Store, tmp_path: Path) -> None:
    path = tmp_path / "memory.sqlite"
    versions = range(1, 6)
    for version in versions:
        await store.outside_transaction(lambda version=version: backup(path, version))  # type: ignore[misc]
    kept = [f"memory.schema-{version}.backup" for version in versions[-BACKUPS_KEPT:]]
    assert [name for name in sorted(os.listdir(tmp_path)) if name.endswith(".backup")] == kept


async def test_a_start_that_fails_half_way_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "memory.sqlite"

    def killed() -> None:
        raise sqlite3.OperationalError("killed")

    with monkeypatch.context() as patch:
        patch.setattr("memory.store.migrate._mark", killed)
        with pytest.raises(StoreError):
            await opened(path)
    await (await opened(path)).close()


async def test_a_file_whose_first_start_was_killed_before_its_mark_is_still_ours(tmp_path: Path) -> None:
    path = tmp_path / "memory.sqlite"
    await (await opened(path)).close()
    made(path, "PRAGMA user_version = 0", "PRAGMA application_id = 0")
    store = await opened(path)
    assert not await store.read(lambda: diff_models(DATABASE, TABLES))
    await store.close()


START = """
import asyncio, sys
from pathlib import Path
from memory.store.store import Store

async def main() -> None:
    store = Store(Path(sys.argv[1]))
    sys.stdin.readline()
    await store.open()
    await store.close()

asyncio.run(main())
"""


SAID = {
    "conversation": (1, "On tea", "user", None, "m", 0, 2, 3, '["OpenAI"]', 0, 0, None),
    "message": (2, 1, None, None, 1, "user", "complete", "", "", 3, None, None, None, 0),
    "part": (1, 2, 0, "text", "typed", "I drink tea in Köln.", "", None, "{}"),
    "fact": (
        7,
        "Drinks tea",
        "",
        "user",
        "live",
        "distilled",
        0.6,
        "[]",
        "tea",
        0,
        0,
        1,
        0,
        None,
        None,
        None,
        None,
        0,
        0,
    ),
    "fact_source": (7, 2),
    "entity": (4, "Köln", "koln", "city", '["Cologne"]', 0),
    "tombstone": (1, "[]", "[2]", 0),
}
"""One row of each table that a migration touches, as the first schema has it."""


MIGRATIONS = {int(path.name[:4]): path for path in sorted(FOLDER.glob("[0-9]*.py"))}
OLDER = sorted(MIGRATIONS)[:-1]


async def old_profile(path: Path, schema: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that harken made when `schema` was the newest, from data of the first one."""
    with closing(first_schema(path)) as file:
        for table, row in SAID.items():
            file.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", row)
        file.commit()
    known = path.parent / "migrations"
    known.mkdir()
    for number, migration in MIGRATIONS.items():
        if number <= schema:
            shutil.copy(migration, known)
    with monkeypatch.context() as patch:
        patch.setattr("memory.store.migrate.FOLDER", known)
        await (await opened(path)).close()
    for made in path.parent.glob("*.backup"):
        made.unlink()
    shutil.rmtree(known)


async def holds_what_was_said(path: Path) -> None:
    store = await opened(path)
    assert not await store.read(lambda: diff_models(DATABASE, TABLES))
    assert (await store.read(lambda: messages.get(2))).text == "I drink tea in Köln."
    assert await store.read(lambda: facts.same("drinks TEA")) == 7
    assert await store.read(lambda: graph.find("cologne"))
    assert await store.read(lambda: TombstoneSource.select().count()) == 1
    assert await store.read(lambda: conversations.is_with(1, "OpenAI"))
    await store.close()


def is_whole(copy: Path, schema: int) -> None:
    with closing(sqlite3.connect(copy)) as file:
        assert file.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert file.execute("PRAGMA user_version").fetchone() == (schema,)
        assert file.execute("SELECT text FROM part").fetchone() == ("I drink tea in Köln.",)


@pytest.mark.parametrize("schema", OLDER)
async def test_windows_that_start_together_on_an_old_profile_all_open_it_whole(
    tmp_path: Path, schema: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "memory.sqlite"
    await old_profile(path, schema, monkeypatch)
    assert started_together(path, 3) == [""] * 3
    is_whole(tmp_path / f"memory.schema-{schema}.backup", schema)
    await holds_what_was_said(path)


@pytest.mark.parametrize("schema", OLDER)
@pytest.mark.parametrize("place", ["backup", "_upgrade", "_mark"])
async def test_a_kill_while_an_old_profile_is_migrated_leaves_the_old_or_the_new(
    tmp_path: Path, schema: int, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "memory.sqlite"
    await old_profile(path, schema, monkeypatch)
    assert subprocess.call([sys.executable, "-c", KILLED, str(path), place]) == -signal.SIGKILL  # noqa: ASYNC221
    is_whole(path, schema)
    await holds_what_was_said(path)
    is_whole(tmp_path / f"memory.schema-{schema}.backup", schema)


async def test_a_backup_that_was_spoilt_meanwhile_is_made_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "memory.sqlite"
    await old_profile(path, 1, monkeypatch)
    spoilt = tmp_path / "memory.schema-1.backup"
    spoilt.write_bytes(b"half a copy" * 500)
    spoilt.with_name(f"{spoilt.name}.half").write_bytes(b"half a copy" * 500)
    await holds_what_was_said(path)
    is_whole(spoilt, 1)
    assert sorted(os.listdir(tmp_path)) == ["memory.schema-1.backup", "memory.sqlite"]


KILLED = """
import asyncio, os, signal, sys
from pathlib import Path
from memory.store import migrate
from memory.store.store import Store

real = getattr(migrate, sys.argv[2])

def killed(*given):
    real(*given) if sys.argv[2] != "_upgrade" else None
    os.kill(os.getpid(), signal.SIGKILL)

setattr(migrate, sys.argv[2], killed)
asyncio.run(Store(Path(sys.argv[1])).open())
"""


def test_processes_that_start_together_on_a_new_profile_all_open_it(tmp_path: Path) -> None:
    assert started_together(tmp_path / "memory.sqlite", 3) == [""] * 3


def started_together(path: Path, count: int) -> list[str]:
    """What each of `count` processes has to complain about."""
    command = [sys.executable, "-c", START, str(path)]
    starting = [
        subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for _ in range(count)
    ]
    for process in starting:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    return [process.communicate()[1] for process in starting]


@pytest.mark.parametrize(("step", "error"), [(1, StoreTooNew), (-1, StoreError)])
async def test_a_profile_that_is_only_read_must_have_this_schema(
    tmp_path: Path, step: int, error: type[StoreError]
) -> None:
    path = tmp_path / "memory.sqlite"
    await (await opened(path)).close()
    data = made(path, f"PRAGMA user_version = {newest() + step}")
    with pytest.raises(error):
        await Store(path, read_only=True).open()
    assert path.read_bytes() == data
