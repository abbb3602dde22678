"""What is sent while a reply runs: it waits, can be taken back, and never goes behind a reply that did not end well."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

from memory.errors import ModelError
from memory.ports import Delta, ModelRequest
from memory.types import Role
from tests.scripted import ScriptedModel
from tests.tui.screens.world import World, world


def slow(*replies: str | Exception) -> ScriptedModel:
    return ScriptedModel(list(replies), gate=asyncio.Event(), chunk=6)


async def two_wait(here: World) -> None:
    await here.send("first")
    await here.sees("First")
    await here.send("second")
    await here.send("third")
    await here.sees("next  second", "next  third")


async def asked(here: World) -> list[str]:
    conversation = here.screen.talk.conversation
    assert conversation is not None
    return [one.text for one in await here.memory.messages(conversation) if one.role is Role.USER]


async def test_escape_holds_what_waits_and_a_second_one_removes_it(home: Path) -> None:
    async with world(home, slow("First answer.")) as here:
        await two_wait(here)
        await here.pilot.press("escape")
        await here.sees("stopped", "held  second", "held  third", "Enter sends")
        await here.until(lambda: not here.screen.talk.running)
        assert await asked(here) == ["first"]
        await here.pilot.press("escape")
        await here.until(lambda: "held" not in here.text)
        assert here.editor.text == ""
        await here.pilot.press("up")
        assert here.editor.text == "third"


async def test_what_is_held_goes_with_enter(home: Path) -> None:
    model = slow("First answer.", "Second answer.", "Third answer.")
    async with world(home, model) as here:
        await two_wait(here)
        await here.pilot.press("escape")
        await here.sees("held  second")
        assert model.gate is not None
        model.gate.set()
        await here.pilot.press("enter")
        await here.sees("Second answer.", "Third answer.")
        await here.idle()
        assert await asked(here) == ["first", "second", "third"]


async def test_a_failed_reply_holds_what_waits_and_what_is_sent_next_goes_first(home: Path) -> None:
    model = slow("First answer.", ModelError("The key was refused", kind="auth"), "Answer.")
    async with world(home, model) as here:
        await two_wait(here)
        assert model.gate is not None
        model.gate.set()
        await here.sees("The key was refused", "held  third")
        await here.until(lambda: here.editor.text == "second")
        assert len(model.requests) == 2
        await here.send("")
        await here.sees("Answer.", "held  third")
        assert await asked(here) == ["first", "second"]


async def test_a_reply_that_was_cut_short_holds_what_waits(home: Path) -> None:
    class Cut(ScriptedModel):
        async def stream(self, request: ModelRequest) -> AsyncIterator[Delta]:
            async for delta in super().stream(request):
                yield replace(delta, finish=delta.finish and "length")

    model = Cut(["First answer."], gate=asyncio.Event(), chunk=6)
    async with world(home, model) as here:
        await two_wait(here)
        assert model.gate is not None
        model.gate.set()
        await here.sees("length limit", "held  second")
        assert await asked(here) == ["first"]


async def test_up_takes_the_newest_back_to_be_edited(home: Path) -> None:
    async with world(home, slow("First answer.")) as here:
        await two_wait(here)
        await here.pilot.press("up")
        assert here.editor.text == "third"
        await here.until(lambda: "next  third" not in here.text)
        assert here.screen.talk.outbox.waiting == ("second",)


async def test_a_click_takes_one_back_or_removes_it(home: Path) -> None:
    async with world(home, slow("First answer.")) as here:
        await two_wait(here)
        await here.click_on("remove")
        await here.until(lambda: here.screen.talk.outbox.waiting == ("third",))
        assert here.editor.text == ""
        await here.click_on("edit  remove")
        await here.until(lambda: not here.screen.talk.outbox.waiting)
        assert here.editor.text == "third"


async def test_leaving_a_reply_tells_what_it_stops_and_what_waits_there(home: Path) -> None:
    async with world(home, slow("First answer.", "Else.")) as here:
        await two_wait(here)
        await here.pilot.press("ctrl+n")
        await here.sees("The reply in first was stopped; 2 messages", "wait there, unsent")
        assert here.editor.text == ""
        await here.type("/resume first")
        await here.pilot.press("enter")
        await here.until(lambda: here.editor.text == "second\n\nthird")
        await here.sees("stopped", "answer again")


async def test_leaving_a_whole_reply_tells_nothing(home: Path) -> None:
    async with world(home, ScriptedModel(["First answer."])) as here:
        await here.ask("first")
        await here.pilot.press("ctrl+n")
        await here.until(lambda: here.screen.transcript.is_empty)
        assert "was stopped" not in here.text


async def test_what_is_held_is_there_at_the_next_start(home: Path) -> None:
    async with world(home, slow("First answer.")) as here:
        await two_wait(here)
        await here.pilot.press("escape")
        await here.sees("held  second")
        await here.pilot.press("ctrl+q")
        await here.until(lambda: not here.app.is_running)
    async with world(home, continue_last=True) as here:
        await here.until(lambda: here.editor.text == "second\n\nthird")
