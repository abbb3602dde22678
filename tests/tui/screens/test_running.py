"""While a reply runs the screen says so, and what broke it is said once, for as long as it matters."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from memory.errors import ModelError
from memory.ports import Delta, ModelRequest
from tests.scripted import ScriptedModel
from tests.tui.screens.test_queue import slow
from tests.tui.screens.world import world

LOST = "The connection to Scripted was lost"


async def test_the_status_says_that_a_reply_runs_and_what_stops_it(home: Path) -> None:
    model = slow("First answer.")
    async with world(home, model) as here:
        await here.send("first")
        await here.sees("First", "replying, Esc stops")
        assert model.gate is not None
        model.gate.set()
        await here.until(lambda: "replying" not in here.text)


@pytest.mark.parametrize("way", ["/regenerate", "/continue", "/compare", "alt+r"])
async def test_another_answer_is_not_begun_beside_a_running_one_and_that_is_said(home: Path, way: str) -> None:
    model = slow("First answer.")
    async with world(home, model) as here:
        await here.send("first")
        await here.sees("First")
        await (here.send(way) if way.startswith("/") else here.pilot.press(way))
        await here.sees("A reply is being written. Esc stops it")
        assert len(model.requests) == 1


async def test_that_a_reply_runs_is_said_once_however_often_a_key_is_pressed(home: Path) -> None:
    async with world(home, slow("First answer.")) as here:
        await here.send("first")
        await here.sees("First")
        await here.pilot.press("alt+r", "alt+r")
        await here.sees("A reply is being written")
        await here.pilot.pause()
        assert here.text.count("A reply is being written") == 1


async def test_a_reply_stopped_before_its_first_word_offers_nothing_to_continue(home: Path) -> None:
    class Silent(ScriptedModel):
        async def stream(self, request: ModelRequest) -> AsyncIterator[Delta]:
            self.requests.append(request)
            await asyncio.Event().wait()
            yield Delta()

    model = Silent()
    async with world(home, model, size=(130, 30)) as here:
        await here.send("first")
        await here.until(lambda: model.requests)
        await here.pilot.press("escape")
        await here.sees("stopped", "answer again")
        await here.idle()
        assert "continue" not in here.text


async def test_a_reply_that_broke_off_says_why_once(home: Path) -> None:
    class Breaking(ScriptedModel):
        async def stream(self, request: ModelRequest) -> AsyncIterator[Delta]:
            yield Delta(text="First")
            raise ModelError(LOST, kind="network", hint="Try again")

    async with world(home, Breaking(), size=(130, 30)) as here:
        await here.send("first")
        await here.sees("broke off", LOST, "continue")
        await here.idle()
        assert here.text.count(LOST) == 1


async def test_why_a_message_came_back_stands_until_the_next_is_sent(home: Path) -> None:
    model = ScriptedModel(
        [ModelError("The key was refused", kind="auth"), ModelError("No money", kind="billing"), "Yes."]
    )
    async with world(home, model) as here:
        await here.type("first")
        await here.pilot.press("enter")
        await here.sees("The key was refused")
        await here.until(lambda: here.editor.text == "first")
        await here.pilot.press("enter")
        await here.sees("No money")
        assert "The key was refused" not in here.text
        await here.until(lambda: here.editor.text == "first")
        await here.pilot.press("enter")
        await here.sees("Yes.")
        assert "No money" not in here.text
