"""Changing one's mind: other answers, edited messages, forks. Nothing is lost."""

from __future__ import annotations

import asyncio
from pathlib import Path

from memory.errors import ModelError
from tests.scripted import ScriptedModel
from tests.tui.screens.world import World, world


async def rivers(here: World) -> None:
    await here.ask("Name a river")
    await here.sees("The Rhine.")


async def begin_anew(here: World) -> None:
    """Begins to write the message anew, with a draft in the composer."""
    await here.type("a draft")
    await here.pilot.press("alt+e")
    await here.until(lambda: here.editor.text == "Name a river")
    await here.type(" now")


def model() -> ScriptedModel:
    return ScriptedModel(["The Rhine.", "The Oder.", "The Elbe."])


async def test_another_answer_stands_beside_the_first_and_keys_go_between_them(home: Path) -> None:
    async with world(home, model()) as here:
        await rivers(here)
        await here.pilot.press("alt+r")
        await here.sees("The Oder.", "‹ 2/2 ›")
        await here.idle()
        assert "The Rhine." not in here.text
        await here.pilot.press("alt+left")
        await here.sees("The Rhine.", "‹ 1/2 ›")
        await here.pilot.press("alt+right")
        await here.sees("The Oder.", "‹ 2/2 ›")
        await here.click_on("‹ 2/2")
        await here.sees("The Rhine.")


async def test_a_branch_is_followed_by_command_and_stays_over_a_restart(home: Path) -> None:
    async with world(home, model()) as here:
        await rivers(here)
        await here.ask("/regenerate")
        await here.sees("The Oder.")
        await here.send("/branch previous")
        await here.sees("The Rhine.", "1/2")
        await here.send("/branch")
        await here.sees("Answers", "The Oder.", "shown now")
        await here.pilot.press("escape")
    async with world(home, model(), continue_last=True) as here:
        await here.sees("The Rhine.", "‹ 1/2 ›")


async def test_an_edited_message_begins_a_branch(home: Path) -> None:
    async with world(home, model()) as here:
        await rivers(here)
        await here.ask("And another")
        await here.sees("The Oder.")
        await here.type("a draft")
        await here.pilot.press("alt+up", "alt+up", "alt+up", "alt+up")
        await here.sees("m1: Alt+E edits")
        await here.pilot.press("alt+e")
        await here.until(lambda: here.editor.text == "Name a river")
        await here.sees("m1 anew: Enter sends it")
        await here.type(" in the east")
        await here.pilot.press("enter")
        await here.sees("Name a river in the east", "‹ 2/2 ›", "The Elbe.")
        assert "And another" not in here.text
        assert here.editor.text == "a draft"
        await here.idle()
        await here.pilot.press("alt+left")
        await here.sees("And another", "The Oder.", "‹ 1/2 ›")


async def test_escape_gives_an_edit_up_and_the_draft_is_back(home: Path) -> None:
    async with world(home, model()) as here:
        await rivers(here)
        await begin_anew(here)
        await here.pilot.press("escape")
        assert here.editor.text == "a draft"
        await here.until(lambda: "anew" not in here.text)
        await here.sees("The Rhine.")


async def test_an_edit_that_fails_can_be_sent_again_and_loses_nothing(home: Path) -> None:
    failing = ScriptedModel(["The Rhine.", ModelError("The key was refused", kind="auth"), "The Oder."])
    async with world(home, failing) as here:
        await rivers(here)
        await here.type("/edit")
        await here.pilot.press("enter")
        await here.until(lambda: here.editor.text == "Name a river")
        await here.type(" please")
        await here.pilot.press("enter")
        await here.sees("The key was refused", "The Rhine.", "m1 anew")
        assert here.editor.text == "Name a river please"
        await here.idle()
        await here.pilot.press("enter")
        await here.sees("The Oder.", "‹ 2/2 ›")


async def test_what_is_edited_is_not_lost_when_the_program_ends(home: Path) -> None:
    async with world(home, model()) as here:
        await rivers(here)
        await begin_anew(here)
        await here.pilot.press("ctrl+q")
        await here.until(lambda: not here.app.is_running)
    async with world(home, model(), continue_last=True) as here:
        await here.until(lambda: here.editor.text == "a draft\n\nName a river now")


async def test_a_fork_waits_for_the_reply_that_is_written(home: Path) -> None:
    slow = ScriptedModel(["The Rhine."], gate=asyncio.Event(), chunk=6)
    async with world(home, slow) as here:
        await here.send("Name a river")
        await here.sees("The Rh")
        await here.send("/fork")
        await here.sees("A reply is being written. Fork when it is there")
        assert slow.gate is not None
        slow.gate.set()
        await here.sees("The Rhine.")
        await here.idle()
        assert len(await here.memory.conversations()) == 1
        await here.send("/fork m1")
        await here.sees("It ends with your", "without a reply")


async def test_a_fork_goes_its_own_way(home: Path) -> None:
    async with world(home, model()) as here:
        await rivers(here)
        first = here.screen.talk.conversation
        await here.send("/fork")
        await here.sees("A new conversation from here", "The Rhine.")
        assert here.screen.talk.conversation != first
        await here.ask("And another")
        await here.sees("The Oder.")
        assert first is not None
        assert len(await here.memory.messages(first)) == 2
