"""A profile that is cleared: nothing of it is left in its folder, and no other window brings it back."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from memory.drafts import DraftFile
from memory.engine import Memory
from memory.errors import BadInput, NotFound
from memory.ports import Delta
from memory.types import Part
from tests.scripted import SetClock
from tests.tui.test_forgotten_bytes import SPELLINGS, holding, opened, use_everywhere


@pytest.mark.parametrize("word", SPELLINGS)
async def test_nothing_is_left_but_settings_and_exports(home: Path, clock: SetClock, tmp_path: Path, word: str) -> None:
    elsewhere = tmp_path / "mine.md"
    await use_everywhere(home, clock, word, elsewhere)
    profile = home / "profiles" / "default"
    (profile / "config.toml").write_text("[chat]\n", encoding="utf-8")
    (profile / "identity.md~").write_text(f"- {word}\n", encoding="utf-8")
    (profile / "exports").mkdir()
    (profile / "exports" / "talk.md").write_text(word, encoding="utf-8")
    draft = DraftFile(profile / "drafts", "c1")
    draft.write([Part(f"Is {word} safe?")])
    draft.close()
    async with opened(home, clock) as memory:
        preview = await memory.erasing.preview()
        assert {trace.what for trace in preview.traces} >= {"conversations", "messages", "facts", "soul.md"}
        report = await memory.erasing.everything("default")
        assert not report.pending
        assert report.exports == preview.exports == (str(profile / "exports" / "talk.md"), str(elsewhere))
        assert (await memory.stats()).facts == 0
    assert holding(profile, SPELLINGS[word]) == ["exports/talk.md"]
    assert (profile / "config.toml").exists()
    assert holding(home, SPELLINGS[word]) == ["profiles/default/exports/talk.md"]
    async with opened(home, clock) as memory:
        assert str(elsewhere) in (await memory.erasing.preview()).exports
        found = (await memory.audits.text(word, [profile])).found
        assert {trace.place for trace in found} == set(report.exports)
        await memory.erasing.everything("default", with_exports=True)
        assert not elsewhere.exists()
        assert (await memory.erasing.preview()).exports == ()
        assert holding(home, SPELLINGS[word]) == []


async def test_only_the_name_of_the_profile_clears_it(home: Path, clock: SetClock) -> None:
    async with opened(home, clock) as memory:
        await memory.remember("My bike is red")
        for name in ("", "other", "Default"):
            with pytest.raises(BadInput):
                await memory.erasing.everything(name)
        assert len(await memory.search("")) == 1


async def test_numbers_begin_where_they_ended_and_memory_works_on(home: Path, clock: SetClock) -> None:
    async with opened(home, clock) as memory:
        fact = await memory.remember("My bike is red")
        talk = (await memory.new_conversation()).id
        await answer(memory, talk, "I keep bees")
        await memory.erasing.everything("default")
        assert (await memory.remember("My boat is blue")).id != fact.id
        assert (await memory.new_conversation()).id != talk
        assert [record.text for record in await memory.search("boat")] == ["My boat is blue"]


async def test_while_a_reply_grows_nothing_is_cleared(home: Path, clock: SetClock) -> None:
    async with opened(home, clock) as memory:
        turn = await memory.begin((await memory.new_conversation()).id, "I keep bees")
        with pytest.raises(BadInput):
            await memory.erasing.everything("default")
        await memory.finish(turn)
        await memory.erasing.everything("default")
        assert await memory.conversations() == []


async def test_another_window_does_not_bring_it_back(home: Path, clock: SetClock) -> None:
    async with opened(home, clock) as memory, opened(home, clock) as other:
        talk = (await other.new_conversation()).id
        await answer(other, talk, "I keep zebras")
        growing = await other.begin(talk, "How many zebras?")
        growing.append(Delta(text="Seven zebras."))
        draft = DraftFile(home / "profiles" / "default" / "drafts", talk)
        draft.write([Part("More zebras.\nAnd a zebra")])
        assert (await memory.erasing.everything("default")).pending
        assert draft.wish is not None
        assert any("zebras" in needle for needle in draft.wish.needles)
        draft.write(())
        with pytest.raises(NotFound):
            await other.finish(growing)
        with pytest.raises(NotFound):
            await other.begin(talk, "Are you still there?")
        assert await other.sync() == []
    assert holding(home, "zebra") == []


async def test_the_log_says_nothing_of_what_was_cleared(home: Path, clock: SetClock) -> None:
    async with opened(home, clock) as memory:
        await memory.remember("My bike is quixotrel red")
        await memory.erasing.everything("default")
    logging.getLogger("memory").info("the work goes on")
    assert holding(home, "quixotrel") == []


async def answer(memory: Memory, talk: str, text: str) -> None:
    turn = await memory.begin(talk, text)
    turn.append(Delta(text="Good."))
    await memory.finish(turn)
