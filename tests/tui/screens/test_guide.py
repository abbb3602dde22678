"""A newcomer sees what memory does by their own first messages, once, and can leave it at any moment."""

from __future__ import annotations

from pathlib import Path

import pytest

from memory.errors import ModelError
from tests.scripted import ScriptedModel
from tests.tui.chat.opened import open_memory
from tests.tui.screens.world import World, world

SAID = "I live in Graz and keep bees on the roof."
SIZES = pytest.mark.parametrize("size", [(60, 18), (80, 24), (160, 45)], ids=lambda size: f"{size[0]}x{size[1]}")


async def said_and_asked(here: World) -> None:
    await here.sees("1 of 3  ", "skips")
    await here.ask(SAID)
    await here.sees("2 of 3  ", "Ctrl+N")
    await here.pilot.press("ctrl+n")
    await here.sees("2 of 3  ", "from memory alone")
    await here.ask("Where do I live?")
    await here.sees("3 of 3  ")


@SIZES
async def test_three_steps_show_what_was_kept_recalled_and_what_it_cost(home: Path, size: tuple[int, int]) -> None:
    async with world(home, size=size, guided=True) as here:
        await said_and_asked(here)
        flowing = " ".join(here.text.split())
        assert "Memory gave 1 memory," in flowing and "tokens" in flowing
        assert "/forget removes" in flowing and "a key or Ollama" in flowing
        await here.ask("Thank you")
        assert "of 3  " not in here.text
        assert SAID in str(here.model.requests[1].messages)
        assert not [one for one in await here.memory.search("") if "Graz" not in one.text]
    async with world(home, guided=True) as here:
        assert "of 3  " not in here.text


@pytest.mark.parametrize(("name", "told"), [("embedded", True), ("scripted/test", False)])
async def test_a_newcomer_is_told_not_to_judge_memory_by_the_small_model(home: Path, name: str, told: bool) -> None:
    async with world(home, ScriptedModel(name=name), guided=True) as here:
        await said_and_asked(here)
        assert ("built-in model is small" in " ".join(here.text.split())) is told


async def test_who_said_nothing_of_where_they_live_is_not_told_to_ask_for_it(home: Path) -> None:
    async with world(home, ScriptedModel(["Four."]), size=(80, 24), guided=True) as here:
        await here.ask("What is two and two?")
        await here.pilot.press("ctrl+n")
        await here.sees("2 of 3", "something about what")
        assert "Where do I live" not in here.text


async def test_the_last_step_names_the_key_once_the_panel_is_shut(home: Path) -> None:
    async with world(home, size=(160, 45), guided=True) as here:
        await said_and_asked(here)
        await here.sees("the panel says why")
        await here.pilot.press("f3")
        await here.sees("F3 says why")


@SIZES
@pytest.mark.parametrize("after", [0, 1, 2])
async def test_a_key_ends_it_for_good_at_any_step(home: Path, after: int, size: tuple[int, int]) -> None:
    async with world(home, size=size, guided=True) as here:
        await here.sees("1 of 3  ")
        for step, text in enumerate(("I keep bees.", "How many bees do I keep?")[:after], 2):
            await here.ask(text)
            await here.sees(f"{step} of 3  ")
            if step == 2:
                await here.pilot.press("ctrl+n")
        await here.pilot.press("escape")
        await here.until(lambda: "of 3  " not in here.text)
        await here.ask("Hello")
        await here.pilot.press("ctrl+n")
        await here.ask("What do I keep?")
        assert "of 3  " not in here.text
    async with world(home, guided=True) as here:
        assert "of 3  " not in here.text


async def test_it_comes_again_where_nothing_was_done_and_not_after_all_was_erased(home: Path) -> None:
    async with world(home, guided=True) as here:
        await here.sees("1 of 3  ")
    async with world(home, guided=True) as here:
        await here.sees("1 of 3  ")
        await here.ask(SAID)
        await here.sees("2 of 3  ")
        await here.memory.erasing.everything("default")
    async with world(home, guided=True) as here:
        assert "of 3  " not in here.text


async def test_who_has_something_in_memory_is_no_newcomer(home: Path) -> None:
    async with open_memory(home) as memory:
        await memory.remember("I live in Graz")
    async with world(home, guided=True) as here:
        assert "of 3  " not in here.text


async def test_a_reply_that_failed_does_not_count_as_a_step(home: Path) -> None:
    async with world(home, ScriptedModel([ModelError("no", kind="auth"), "Fine."]), guided=True) as here:
        await here.type(SAID)
        await here.pilot.press("enter")
        await here.until(lambda: here.model.requests)
        await here.idle()
        await here.sees("1 of 3  ", "no")


@pytest.mark.parametrize("mode", ["incognito", "off", "read-only", "write-only"])
async def test_a_conversation_that_is_not_remembered_is_no_step(home: Path, mode: str) -> None:
    async with world(home, guided=True) as here:
        await here.sees("1 of 3  ")
        await here.type(f"/mode {mode}")
        await here.pilot.press("enter")
        await here.until(lambda: "of 3  " not in here.text)
        await here.ask(SAID)
        assert "of 3  " not in here.text and "kept on this computer. " not in here.text
        await here.pilot.press("ctrl+n")
        await said_and_asked(here)
