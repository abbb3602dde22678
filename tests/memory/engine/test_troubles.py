"""The memory where something is wrong: files, locks, a full disk. It says so, and loses nothing."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import pytest

from memory.consolidate.consolidator import Consolidator
from memory.engine import Memory
from memory.errors import StoreDamaged, StoreError, StoreFull, StoreTooNew
from memory.ports import Delta
from tests.full_disk import LONG, fill, full_disk
from tests.memory.engine.opening import opened, say
from tests.scripted import SetClock


async def test_a_newer_database_is_refused_and_left_alone(folder: Path, clock: SetClock) -> None:
    async with opened(folder, clock) as memory:
        await memory.remember("kept")
    with sqlite3.connect(folder / "memory.sqlite") as connection:
        connection.execute("PRAGMA user_version = 999")
    before = (folder / "memory.sqlite").read_bytes()
    with pytest.raises(StoreTooNew):
        async with opened(folder, clock):
            pass
    assert (folder / "memory.sqlite").read_bytes() == before


async def test_a_damaged_database_is_told_and_left_alone(folder: Path, clock: SetClock) -> None:
    folder.mkdir(parents=True)
    (folder / "memory.sqlite").write_bytes(b"this is no database" * 1000)
    with pytest.raises(StoreDamaged):
        async with opened(folder, clock):
            pass
    assert (folder / "memory.sqlite").read_bytes() == b"this is no database" * 1000


async def test_a_start_that_fails_late_leaves_nothing_running(
    folder: Path, clock: SetClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(consolidator: Consolidator) -> None:
        raise StoreError("no more threads")

    monkeypatch.setattr(Consolidator, "start", fail)
    before = asyncio.all_tasks()
    with pytest.raises(StoreError, match="no more threads"):
        async with Memory.open(folder, clock=clock):
            pass
    assert asyncio.all_tasks() == before


async def test_reading_waits_for_no_lock(folder: Path, clock: SetClock) -> None:
    async with opened(folder, clock) as memory:
        await memory.remember("My dentist is Dr. Amsel in Bonn")
    other = sqlite3.connect(folder / "memory.sqlite", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        async with asyncio.timeout(20):
            async with opened(folder, clock) as memory:
                assert [found.text for found in await memory.search("")] == ["My dentist is Dr. Amsel in Bonn"]
    finally:
        other.close()


async def test_an_identity_file_that_cannot_be_read_is_told(memory: Memory, folder: Path) -> None:
    (folder / "identity.md").write_bytes(b"- bytes \xff\n")
    standing = await memory.standing()
    assert "identity.md is not UTF-8 text (line 1)" in standing.troubles[0]
    assert standing.troubles[0] in (await memory.stats()).troubles
    assert (await anext(memory.events())).text == standing.troubles[0]


async def test_a_file_in_the_place_of_the_vectors_is_told_and_recall_goes_on(folder: Path, clock: SetClock) -> None:
    folder.mkdir(parents=True)
    (folder / "vectors").write_text("no folder", encoding="utf-8")
    async with opened(folder, clock) as memory:
        await memory.remember("I keep bees on the roof of my house")
        await memory.warm()
        await memory.embed_waiting(60)
        assert [found.text for found in await memory.search("bees roof")] == ["I keep bees on the roof of my house"]
        told = (await anext(memory.events())).text
        assert told.endswith("a file stands where a folder is needed. Move it away")
        assert told in (await memory.stats()).troubles
    assert (folder / "vectors").read_text(encoding="utf-8") == "no folder"


async def test_a_damaged_index_is_built_again_and_told(folder: Path, clock: SetClock) -> None:
    async with opened(folder, clock) as memory:
        await memory.remember("I keep bees on the roof of my house")
        await memory.embed_waiting(60)
    (index,) = (folder / "vectors").glob("*.usearch")
    index.write_bytes(index.read_bytes()[:200])
    async with opened(folder, clock) as memory:
        await memory.warm()
        assert (await anext(memory.events())).text == (
            "The index of vectors was damaged and is built again; nothing is lost"
        )
        assert [found.text for found in await memory.search("honey insects")] == ["I keep bees on the roof of my house"]


async def test_a_reply_the_disk_has_no_room_for_stays_and_is_stored_before_the_next_message(memory: Memory) -> None:
    conversation = await memory.new_conversation()
    turn = await memory.begin(conversation.id, "Write a book")
    turn.append(Delta(text=LONG))
    async with full_disk(memory):
        reply = await memory.finish(turn)
        assert (reply.id, reply.text) == ("", LONG)
        assert "could not be saved" in reply.note and "full" in reply.note
        assert [message.text for message in await memory.messages(conversation.id)] == ["Write a book", LONG]
    await say(memory, conversation, "Thank you")
    stored = await memory.messages(conversation.id)
    assert [message.text for message in stored] == ["Write a book", LONG, "Thank you", "Fine."]
    assert all(message.id for message in stored)


async def test_replies_that_wait_are_each_stored_once_however_many_ask_for_it(memory: Memory) -> None:
    talks = [await memory.new_conversation() for _ in range(2)]
    turns = [await memory.begin(talk.id, "Write a book") for talk in talks]
    async with full_disk(memory):
        for turn in turns:
            turn.append(Delta(text=LONG))
            await memory.finish(turn)
    await asyncio.gather(*(memory.begin(talk.id, "Thank you") for talk in talks))
    for talk in talks:
        assert [one.text for one in await memory.messages(talk.id)] == ["Write a book", LONG, "Thank you"]


async def test_a_reply_that_can_not_be_stored_to_the_end_comes_back_at_the_next_start(
    folder: Path, clock: SetClock
) -> None:
    with pytest.raises(StoreFull, match="not saved") as raised:
        async with opened(folder, clock) as memory:
            conversation = await memory.new_conversation()
            turn = await memory.begin(conversation.id, "Write a book")
            turn.append(Delta(text=LONG))
            await fill(memory)
            await memory.finish(turn)
    assert "next start" in raised.value.hint
    async with opened(folder, clock) as memory:
        assert (await memory.messages(conversation.id))[-1].text == LONG


async def test_a_write_that_waits_for_another_program_says_so_and_says_when_it_is_over(
    folder: Path, memory: Memory
) -> None:
    news = memory.events()
    other = sqlite3.connect(folder / "memory.sqlite", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    waiting = asyncio.create_task(memory.new_conversation())
    assert "another program holds it" in (await anext(news)).text
    other.close()
    await waiting
    over = await anext(news)
    assert (over.kind, over.text) == ("locked", "")


async def test_a_program_that_ends_loses_patience_with_a_lock(folder: Path, memory: Memory) -> None:
    other = sqlite3.connect(folder / "memory.sqlite", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    waiting = asyncio.create_task(memory.new_conversation())
    await anext(memory.events())
    memory.hurry()
    with pytest.raises(StoreError, match="lock"):
        await waiting
    other.close()


@pytest.mark.parametrize(
    ("came", "told"),
    [("A bird", "A half reply was brought back in c1"), ("", "A message stands without its reply in c1")],
)
async def test_only_a_reply_of_which_something_came_is_said_to_be_brought_back(
    folder: Path, clock: SetClock, came: str, told: str
) -> None:
    async with opened(folder, clock) as memory:
        turn = await memory.begin((await memory.new_conversation()).id, "What is a heron?")
        turn.append(Delta(text=came))
        turn.leave_journal()
    async with opened(folder, clock) as memory:
        assert (await anext(memory.events())).text == told
