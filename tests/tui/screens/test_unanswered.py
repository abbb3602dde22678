"""A message without a reply says so at the end of its conversation, and can be answered by a click."""

from __future__ import annotations

from pathlib import Path

from memory.ports import Delta
from memory.types import Status
from tests.scripted import ScriptedModel
from tests.tui.chat.opened import open_memory
from tests.tui.screens.test_windows import two_windows
from tests.tui.screens.world import world


async def test_a_message_that_nobody_answered_offers_it(home: Path) -> None:
    async with open_memory(home) as memory:
        talk = await memory.new_conversation()
        turn = await memory.begin(talk.id, "Is Oslo cold?")
        turn.drop_journal()  # the process was killed before it wrote the first line
    async with world(home, ScriptedModel(["Rather."]), continue_last=True) as here:
        await here.sees("Is Oslo cold?", "no reply", "answer again")
        await here.click_on("answer again")
        await here.sees("Rather.")
        await here.idle()
        assert "no reply" not in here.text


async def test_no_offer_is_broken_over_two_lines(home: Path) -> None:
    async with open_memory(home) as memory:
        talk = await memory.new_conversation()
        turn = await memory.begin(talk.id, "Is Oslo cold?")
        await memory.finish(turn, Status.CANCELLED, note="local on this computer is overloaded or down")
    async with world(home, continue_last=True, size=(60, 24)) as here:
        await here.sees("stopped: local on this computer", "answer again", "or /regenerate")


async def test_what_another_window_answers_now_is_not_offered(home: Path) -> None:
    async with two_windows(home) as (here, other):
        await here.ask("How are you?")
        turn = await other.begin("c1", "I sail to Oslo")
        await here.sees("▌ I sail to Oslo")
        assert "no reply" not in here.text
        turn.append(Delta(text="Well said."))
        await other.finish(turn)
        await here.sees("Well said.")


async def test_a_fork_that_ends_with_a_message_offers_an_answer(home: Path) -> None:
    async with world(home, ScriptedModel(["Rather.", "Very."])) as here:
        await here.ask("Is Oslo cold?")
        await here.send("/fork m1")
        await here.sees("A new conversation from here", "no reply")
        await here.send("/regenerate")
        await here.sees("Very.")
        await here.idle()
        assert "no reply" not in here.text
