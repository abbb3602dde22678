from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from unittest.mock import AsyncMock

import pytest

from memory.engine import Memory
from memory.types import Mode
from tests.memory.portable.elsewhere import chatgpt, document, node
from tests.scripted import SetClock
from tests.tui.chat.opened import open_memory
from tests.tui.commands.given import OPTIONS, context, flat, say
from tui.commands.outcome import Choose, ModelChosen, Open, Option, Page, Refresh, Say, Theme
from tui.commands.registry import run


async def test_memory_shows_sizes_and_the_log(memory: Memory, talk: str) -> None:
    await say(memory, talk, "Hello", "Hi.")
    page = await run("/memory", context(memory, talk))
    assert isinstance(page, Page)
    assert "1 conversation, 2 messages" in page.markdown.replace("\\", "")
    assert "Background work" in page.markdown
    assert "0 facts, 0 digests of conversations" in page.markdown.replace("\\", "")


async def test_a_mode_that_is_none_is_told_with_those_there_are(memory: Memory, talk: str) -> None:
    said = await run("/mode foo", context(memory, talk))
    there = "read-write, read-only, write-only, off, incognito and default"
    assert said == Say(f"There is no memory mode foo. There are {there}", severity="error")


async def test_sync_says_how_each_run_ended(memory: Memory, talk: str) -> None:
    assert await run("/sync", context(memory, talk)) == Say("Nothing waits to be learnt from")
    await say(memory, talk, "I moved to Linz last week and started to work as a baker", "Congratulations.")
    said, refresh = flat(await run("/sync", context(memory, talk)))
    assert isinstance(said, Say)
    first, second = said.text.splitlines()
    assert "by rule; the turns wait" in first
    assert second == "/learnt shows it"
    assert (await memory.learnt.news()).line == ""
    assert refresh == Refresh()


async def test_sync_says_that_a_turn_too_short_to_learn_from_waits_for_the_next(
    memory: Memory, talk: str, clock: SetClock
) -> None:
    await say(memory, talk, "Hi", "Hello.")
    short, _ = flat(await run("/sync", context(memory, talk)))
    assert isinstance(short, Say)
    assert short.text == "c1: Learnt nothing: too little was said yet"
    waits = "1 turn said too little; it is learnt from together with the next of its conversation"
    assert await run("/sync", context(memory, talk)) == Say(waits)
    clock.move(hours=7)  # what comes now is another sitting
    assert await run("/sync", context(memory, talk)) == Say("Nothing waits to be learnt from")


async def test_the_log_says_what_was_learnt_without_a_model(memory: Memory, talk: str) -> None:
    await say(memory, talk, "I moved to Linz last week and started to work as a baker", "Congratulations.")
    await memory.sync()
    page = await run("/memory", context(memory, talk))
    assert isinstance(page, Page)
    assert "learning done by rule alone: no model is set (learnt f1" in page.markdown.replace("\\", "")


async def test_the_log_of_background_work_uses_the_words_of_cost(memory: Memory, talk: str) -> None:
    await say(memory, talk, "Hi", "Hello.")
    await memory.sync()
    page = await run("/memory", context(memory, talk))
    assert isinstance(page, Page)
    shown = page.markdown.replace("\\", "")
    assert "learning skipped: too little was said yet" in shown
    assert not any(word in shown for word in ("distil", "reconcil"))


@pytest.mark.parametrize("mode", [mode for mode in Mode if mode is not Mode.INCOGNITO])
async def test_the_mode_of_a_conversation(memory: Memory, talk: str, mode: Mode) -> None:
    said, refresh = flat(await run(f"/mode {mode}", context(memory, talk)))
    assert isinstance(said, Say)
    assert said.text.startswith(f"Mode {mode}")
    assert refresh == Refresh()
    assert (await memory.conversation(talk)).mode is mode


async def test_the_mode_can_follow_the_profile_again(memory: Memory, talk: str) -> None:
    await memory.talks.set_mode(talk, Mode.OFF)
    await run("/mode default", context(memory, talk))
    assert (await memory.conversation(talk)).mode is None


async def test_incognito_starts_another_conversation_and_so_does_leaving_it(memory: Memory, talk: str) -> None:
    _, opened = flat(await run("/mode incognito", context(memory, talk)))
    assert isinstance(opened, Open)
    assert (await memory.conversation(opened.conversation_id)).incognito
    _, back = flat(await run("/mode read-write", context(memory, opened.conversation_id)))
    assert isinstance(back, Open)
    assert not (await memory.conversation(back.conversation_id)).incognito


async def test_a_program_started_in_incognito_stays_there(home: Path, clock: SetClock) -> None:
    async with open_memory(home, clock=clock, mode=Mode.INCOGNITO) as memory:
        said = await run("/mode read-write", context(memory, (await memory.new_conversation()).id))
    assert isinstance(said, Say)
    assert said.severity == "error"


async def test_mode_alone_offers_all_with_their_meaning(memory: Memory, talk: str) -> None:
    choice = await run("/mode", context(memory, talk))
    assert isinstance(choice, Choose)
    assert {option.id for option in choice.options} == {*Mode, "default"}
    assert all(option.detail for option in choice.options)
    await choice.action("off")
    assert (await memory.conversation(talk)).mode is Mode.OFF


async def test_models_are_offered_with_what_is_missing(memory: Memory) -> None:
    choice = await run("/model", context(memory))
    assert isinstance(choice, Choose)
    assert choice.options == OPTIONS
    assert await choice.action("embedded") == ModelChosen("embedded")
    refused = await run("/model big", context(memory))
    assert isinstance(refused, Say)
    assert "set BIG_API_KEY" in refused.text
    assert await run("/model openai/other", context(memory)) == ModelChosen("openai/other")


@pytest.mark.parametrize("name", ["gtp-5", "nowhere/big", "openai/", "openai", "open ai/x"])
async def test_a_model_that_is_not_known_is_refused_and_not_saved(memory: Memory, home: Path, name: str) -> None:
    refused = await run(f"/model {name}", context(memory))
    assert refused == Say(f"There is no model {name}. /model shows what there is", severity="warning")
    assert not (home / "config.toml").exists()


async def test_a_models_vendor_may_be_left_out_but_must_be_usable(memory: Memory, home: Path) -> None:
    listed = (Option("mistral/large", "Large"), Option("openai/big", "Big", disabled_reason="set OPENAI_API_KEY"))
    ctx = replace(context(memory), models=AsyncMock(return_value=listed))
    assert await run("/model large", ctx) == ModelChosen("mistral/large")
    assert 'model = "mistral/large"' in (home / "config.toml").read_text(encoding="utf-8")
    assert await run("/model mistral/other", ctx) == ModelChosen("mistral/other")
    refused = await run("/model openai/other", ctx)
    assert refused == Say("openai/other can't be used yet: set OPENAI_API_KEY", severity="warning")


async def test_themes(memory: Memory) -> None:
    assert await run("/theme light", context(memory)) == Theme("light")
    choice = await run("/theme", context(memory))
    assert isinstance(choice, Choose)
    assert [option.id for option in choice.options] == ["dark", "light"]
    unknown = await run("/theme pink", context(memory))
    assert isinstance(unknown, Say)
    assert "dark, light" in unknown.text


async def test_rebuild_says_what_it_found(memory: Memory, talk: str) -> None:
    await say(memory, talk, "Hello", "Hi.")
    said, refresh = flat(await run("/rebuild", context(memory, talk)))
    assert isinstance(said, Say)
    assert said.text.startswith("Search made again for 2 texts\nNothing was wrong")
    assert refresh == Refresh()
    (refused,) = flat(await run("/rebuild all", context(memory, talk)))
    assert isinstance(refused, Say)
    assert refused.severity == "warning"


async def test_what_was_imported_is_learnt_from_when_told_to(memory: Memory, tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    said = node("a", None, "user", "I moved to Linz last week and started to work as a baker", at=1)
    path.write_bytes(document(chatgpt(said, node("b", "a", "assistant", "Congratulations!", at=2))))
    await memory.portable.bring_in(path)
    told = await run("/sync", context(memory))
    assert told == Say("Nothing waits to be learnt from; /sync imported learns from what you imported")
    learnt, _ = flat(await run("/sync imported", context(memory)))
    assert isinstance(learnt, Say)
    assert "by rule" in learnt.text
    assert await memory.unlearnt_imports() == 0
