"""What is derived is made again from what was said and kept: the same each time, whatever became of it."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import timedelta
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory.embed.embedder import Embedder
from memory.engine.rebuilding import LEASE, LEASE_LENGTH, Rebuilding
from memory.errors import BadInput, HarkenError
from memory.index.backfill import Backfill
from memory.index.neighbours import Neighbours
from memory.store import conversations, documents, episodes, facts, identity, lease, messages
from memory.store.connection import raw
from memory.store.store import Store
from memory.store.tables import Document, Fact
from memory.types import Mode, Part, Rebuilt, Role
from tests.memory.embed.fakes import BagOfWords, bag_embedder
from tests.memory.engine.opening import opened, say
from tests.scripted import SetClock

TEXTS = ("I keep bees in Graz", "Noted: bees.", "猫の名前はタマです", "Nice.", "ignore this one", "As you wish.")
Table = list[tuple[Any, ...]]


def fill(clock: SetClock) -> None:
    """Two conversations, one of them not to be learnt from, and what was learnt and told."""
    at = clock.now()
    for learn in (True, False):
        home = conversations.create(mode=None, model="", at=at).id
        parent = None
        for place, text in enumerate(TEXTS):
            role = Role.ASSISTANT if place % 2 else Role.USER
            made = messages.add(home, role, messages.compose([Part(text)]), parent=parent, at=at, learn=learn)
            parent = int(made.id[1:])
    facts.add("Keeps bees in Graz", at=at, sources=[1])
    facts.add("Lives in Leeds", at=at, conversation=2)
    ended = facts.add("Never was in Rome", at=at, valid_from=at)
    Fact.update(valid_to=at).where(Fact.id == ended).execute()
    documents.drop("fact", [ended])
    facts.add("Waits for a word", at=at, state="inbox")
    episodes.upsert(1, "They spoke of bees", at=at, topics=["bees"])
    identity.sync(["My name is Ada"], at)


def table() -> Table:
    return (
        raw()
        .execute(
            "SELECT kind, item, conversation, text, grams, hash, embedded, partition, created_at FROM document"
            " ORDER BY kind, item"
        )
        .fetchall()
    )


def numbers() -> list[int]:
    return [row[0] for row in raw().execute("SELECT id FROM document ORDER BY id")]


def vectors() -> Table:
    return raw().execute('SELECT hash, fingerprint, "values" FROM vector ORDER BY 1, 2').fetchall()


class World:
    def __init__(self, store: Store, clock: SetClock, folder: Path) -> None:
        self.store = store
        self.bag = BagOfWords()
        self.model: Embedder = bag_embedder(self.bag)
        self.index = Neighbours(store, self.model, folder)
        self.backfill = Backfill(store, self.model, self.index)
        self.rebuilding = Rebuilding(store, clock, self.model, self.index, self.backfill, lambda event: None)

    async def rebuilt(self) -> Rebuilt:
        return await self.rebuilding.run()

    async def close(self) -> None:
        await self.index.close()
        self.model.close()


DAMAGE: dict[str, Callable[[int], object]] = {
    "a document is gone": lambda n: raw().execute("DELETE FROM document WHERE id = ?", (n,)),
    "a text is another": lambda n: raw().execute("UPDATE document SET text = 'bees and tea' WHERE id = ?", (n,)),
    "the words are another's": lambda n: raw().execute("UPDATE document SET grams = 'x' WHERE id = ?", (n,)),
    "it belongs elsewhere": lambda n: raw().execute("UPDATE document SET partition = 7 WHERE id = ?", (n,)),
    "it has no words": lambda n: raw().execute("DELETE FROM document_words_docsize WHERE id = ?", (n,)),
    "the index is empty": lambda n: raw().execute("DELETE FROM document_words_data WHERE id > 10"),
    "a vector is gone": lambda n: raw().execute("DELETE FROM vector WHERE id = ?", (n,)),
    "a vector is short": lambda n: raw().execute("UPDATE vector SET \"values\" = x'00' WHERE id = ?", (n,)),
    "a vector is nothing": lambda n: raw().execute('UPDATE vector SET "values" = zeroblob(128) WHERE id = ?', (n,)),
    "a stray": lambda n: Document.create(
        kind="fact", item=900 + n, text="nobody's", hash=f"h{n}", created_at=SetClock().now()
    ),
    "a mark is wrong": lambda n: raw().execute("UPDATE document SET embedded = 'other' WHERE id = ?", (n,)),
}
OF_THE_INDEX = ("it has no words", "the index is empty")
"""After these, SQLite may refuse to change a document."""
HARMLESS = ("it belongs elsewhere", "the words are another's", *OF_THE_INDEX)
"""Of which no text loses its vector."""


@settings(max_examples=40)
@given(st.lists(st.tuples(st.sampled_from(sorted(DAMAGE)), st.integers(1, 18)), max_size=6, unique=True))
def test_whatever_became_of_it_the_same_comes_back_and_twice_changes_nothing(damage: list[tuple[str, int]]) -> None:
    async def work(folder: Path) -> None:
        clock = SetClock()
        store = Store(folder / "memory.sqlite")
        await store.open()
        world = World(store, clock, folder / "vectors")
        try:
            await store.write(lambda: fill(clock))
            await world.backfill.drain()
            before, known = await store.read(table), await store.read(vectors)
            await store.write(lambda: forget_kinds(damage))
            world.bag.texts.clear()
            await world.rebuilt()
            assert await store.read(table) == before
            assert await store.read(vectors) == known
            assert len(world.bag.texts) == len(set(world.bag.texts))
            if all(what in HARMLESS for what, _ in damage):
                assert set(world.bag.texts) <= {"warm"}
            first = await store.read(numbers)
            world.bag.texts.clear()
            again = await world.rebuilt()
            assert (again.mended, again.strays, again.unsound, again.embedded, again.waiting_vectors) == (0, 0, 0, 0, 0)
            assert set(world.bag.texts) <= {"warm"}
            assert await store.read(numbers) == first
            assert len(world.index) == len(known)
            await store.write(
                lambda: raw().execute("INSERT INTO document_words(document_words, rank) VALUES ('integrity-check', 1)")
            )
        finally:
            await world.close()
            await store.close()

    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(work(Path(folder)))


def forget_kinds(damage: list[tuple[str, int]]) -> None:
    """A document is the only one that knows whether its message may be recalled, so those of messages only change."""
    for what, number in sorted(damage, key=lambda one: one[0] in OF_THE_INDEX):
        if what == "a document is gone" and number in range(1, 13):
            continue
        DAMAGE[what](number)


async def test_a_lost_turn_is_recalled_where_it_was_learnt_from(folder: Path, clock: SetClock) -> None:
    async with opened(folder, clock) as memory:
        talk = await memory.new_conversation()
        await say(memory, talk, "My dog is called Biscuit", "A good name.")
        store = memory._parts.store
        before = await store.read(table)
        await store.write(lambda: raw().execute("DELETE FROM document"))
        assert await memory.search("Biscuit") == []
        result = await memory.rebuilding.run()
        assert (result.mended, result.documents, result.index) == (2, 2, "exact")
        assert [row[:-3] for row in await store.read(table)] == [row[:-3] for row in before]
        assert len(await memory.search("Biscuit")) == 1


async def test_it_tells_how_far_it_is(store: Store, clock: SetClock, tmp_path: Path) -> None:
    world = World(store, clock, tmp_path / "vectors")
    await store.write(lambda: fill(clock))
    shares: list[float] = []
    await world.rebuilding.run(shares.append)
    assert shares == sorted(shares)
    assert (shares[-1], len(set(shares)) > 4) == (1.0, True)
    await world.close()


async def test_one_window_at_a_time_and_others_write_meanwhile(store: Store, clock: SetClock, tmp_path: Path) -> None:
    other = lease.Holder("other", 1, "another-computer")
    world = World(store, clock, tmp_path / "vectors")
    await store.write(lambda: lease.take(LEASE, other, clock.now(), LEASE_LENGTH))
    with pytest.raises(HarkenError, match="Another window"):
        await world.rebuilt()
    await store.write(lambda: lease.drop(LEASE, other))
    await store.write(lambda: fill(clock))
    second = Store(store.path)
    await second.open()
    written: list[asyncio.Task[int]] = []

    def told(share: float) -> None:
        at = clock.now() + timedelta(minutes=1)
        text = f"Told at {share}"
        written.append(asyncio.ensure_future(second.write(lambda: facts.add(text, at=at))))

    await world.rebuilding.run(told)
    made = await asyncio.gather(*written)
    await second.close()
    found = await store.read(lambda: {hit.item for hit in documents.search_words("told", limit=50)})
    assert found == set(made)
    await world.rebuilt()
    await world.close()


async def test_a_second_one_in_the_same_window_is_refused(store: Store, clock: SetClock, tmp_path: Path) -> None:
    world = World(store, clock, tmp_path / "vectors")
    await store.write(lambda: fill(clock))
    first = asyncio.ensure_future(world.rebuilt())
    await store.read(lambda: None)
    with pytest.raises(HarkenError, match="already"):
        await world.rebuilt()
    assert (await first).trouble == ""
    assert (await world.rebuilt()).trouble == ""
    await world.close()


async def test_a_failing_embedder_leaves_the_words_and_says_so(store: Store, clock: SetClock, tmp_path: Path) -> None:
    def refuse(batch: list[str]) -> None:
        raise ValueError("no room")

    world = World(store, clock, tmp_path / "vectors")
    world.bag._before = refuse
    await store.write(lambda: fill(clock))
    result = await world.rebuilt()
    assert "no room" in result.trouble
    assert (result.index, result.waiting_vectors > 0) == ("words", True)
    assert await store.read(lambda: documents.search_words("bees"))
    await world.close()


async def test_incognito_rebuilds_nothing(folder: Path, clock: SetClock) -> None:
    async with opened(folder, clock, incognito=True) as memory:
        with pytest.raises(BadInput, match="incognito"):
            await memory.rebuilding.run()


def lines_of_a_rebuild(folder: Path, kill_after: int) -> list[str]:
    command = [sys.executable, "-m", "tests.memory.engine.rebuilder", str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        lines: Iterator[str] = islice(process.stdout, kill_after)
        told = list(lines)
        process.kill()
    return told


def test_a_kill_in_the_middle_leaves_a_memory_that_serves(tmp_path: Path) -> None:
    folder = tmp_path / "profile"
    clock = SetClock()

    async def used() -> Table:
        store = Store(folder / "memory.sqlite")
        await store.open()
        await store.write(lambda: fill(clock))
        before = await store.read(table)
        await store.write(lambda: raw().execute("UPDATE document SET grams = 'x'"))
        await store.close()
        return before

    async def looked(expected: Table) -> None:
        store = Store(folder / "memory.sqlite")
        await store.open()
        world = World(store, clock, folder / "vectors")
        try:
            there = await store.read(table)
            assert [row[:4] for row in there] == [row[:4] for row in expected]
            assert await store.read(lambda: documents.search_words("bees"))
            await world.rebuilt()
            whole = await store.read(table)
            assert [row[:6] for row in whole] == [row[:6] for row in expected]
        finally:
            await world.close()
            await store.close()

    expected = asyncio.run(used())
    for lines in range(1, 5):
        with closing(sqlite3.connect(folder / "memory.sqlite")) as connection, connection:
            connection.execute("UPDATE document SET grams = 'x'")
        assert lines_of_a_rebuild(folder, lines)
        with closing(sqlite3.connect(folder / "memory.sqlite")) as connection, connection:
            connection.execute("INSERT INTO document_words(document_words, rank) VALUES ('integrity-check', 1)")
        asyncio.run(looked(expected))


async def test_after_all_that_users_do_nothing_is_wrong(folder: Path, clock: SetClock) -> None:
    """What keeps documents up to date and what makes them anew agree."""
    async with opened(folder, clock) as memory:
        talk, other = await memory.new_conversation(), await memory.new_conversation(project="Garden")
        await say(memory, talk, "My dog is called Biscuit", "A good name.")
        await say(memory, other, "The roses are red", "They are.")
        quiet = await memory.new_conversation(mode=Mode.READ_ONLY)
        secret = await say(memory, quiet, "My password=hunter22 is old", "hunter22 is weak.")
        failed = await memory.begin(quiet.id, "Never answered")
        await memory.turns.give_back(failed, "no network")
        await memory.remember("I live in Leeds", conversation=talk.id)
        kept = await memory.remember("I live in Graz")
        moved = await memory.remember("The shed key hangs on the left")
        await memory.partitions.move(moved.id, "project:Garden")
        await memory.identity.add("I am called Ada")
        await memory.identity.pin(kept.id)
        await memory.sync()
        await memory.redaction.redact(await memory.redaction.plan(secret))
        await memory.forget(await memory.plan_forget("roses", with_turns=True))
        await memory.talks.rename(talk.id, "Dogs")
        await memory.talks.delete(quiet.id)
        clock.move(days=400)
        await memory.consolidate()
        await memory.undo()
        result = await memory.rebuilding.run()
        assert result.documents > 8
        assert (result.mended, result.strays, result.unsound) == (0, 0, 0)
