"""The profile's folder is moved away or deleted while it is open: nothing is said to be kept that is not."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from memory.engine import Memory
from memory.errors import StoreGone
from memory.ports import Delta
from tests.memory.engine.opening import opened, say
from tests.scripted import SetClock


async def test_while_the_folder_is_away_nothing_claims_to_be_kept_and_then_it_goes_on(
    folder: Path, memory: Memory
) -> None:
    conversation = await memory.new_conversation()
    await say(memory, conversation, "I have a dog")
    away = folder.with_name("away")
    folder.rename(away)
    with pytest.raises(StoreGone, match="gone, nothing more is kept") as told:
        await memory.remember("My dog is Rex")
    assert told.value.hint == f"Put it back where it was: {folder}"
    with pytest.raises(StoreGone):
        await memory.begin(conversation.id, "What is my dog called?")
    with pytest.raises(StoreGone):
        await memory.identity.add("Be brief")
    with pytest.raises(StoreGone):
        await memory.version()
    assert not folder.exists()
    away.rename(folder)
    await memory.remember("My dog is Rex")
    await say(memory, conversation, "He is old")
    assert [one.text for one in await memory.messages(conversation.id)][::2] == ["I have a dog", "He is old"]
    assert [one.text for one in await memory.search("Rex")] == ["My dog is Rex"]


async def test_another_database_in_its_place_is_not_taken_for_the_profile(folder: Path, memory: Memory) -> None:
    copy = folder.with_name("copy")
    shutil.copytree(folder, copy)
    shutil.rmtree(folder)
    copy.rename(folder)
    with pytest.raises(StoreGone, match="Another database"):
        await memory.remember("My dog is Rex")


async def test_a_reply_that_grew_in_a_folder_that_is_gone_is_not_promised_to_the_next_start(
    folder: Path, clock: SetClock
) -> None:
    with pytest.raises(StoreGone, match="A reply is not saved") as told:
        async with opened(folder, clock) as memory:
            turn = await memory.begin((await memory.new_conversation()).id, "Write a book")
            turn.append(Delta(text="It was a dark night"))
            shutil.rmtree(folder)
            assert "gone" in (await memory.finish(turn)).note
    assert "next start" not in told.value.hint
