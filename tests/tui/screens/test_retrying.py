from __future__ import annotations

import asyncio
from pathlib import Path

from memory.errors import ModelError
from tests.scripted import ScriptedModel
from tests.tui.screens.world import world

BUSY = ModelError("Scripted asks for a pause", kind="rate_limit", retry_after=12.0)


async def test_the_countdown_says_why_and_the_reply_comes(home: Path) -> None:
    ticks = asyncio.Semaphore(0)

    async def tick(seconds: float) -> None:
        await ticks.acquire()

    async with world(home, ScriptedModel([BUSY, "Here I am."]), size=(130, 30), sleep=tick) as here:
        await here.send("Hello")
        await here.sees("Scripted asks for a pause", "trying again in 12 s (1 of 3)", "Esc stops")
        ticks.release()
        await here.sees("trying again in 11 s")
        for _ in range(11):
            ticks.release()
        await here.sees("Here I am.")


async def test_escape_stops_the_countdown_and_holds_what_waits(home: Path) -> None:
    async def forever(seconds: float) -> None:
        await asyncio.Event().wait()

    model = ScriptedModel([BUSY, "Here I am."])
    async with world(home, model, size=(130, 30), sleep=forever) as here:
        await here.send("Hello")
        await here.sees("trying again in 12 s")
        await here.send("and this")
        await here.pilot.press("escape")
        await here.sees("stopped: Scripted asks for a pause", "answer again", "held  and this")
        await here.until(lambda: not here.screen.talk.running)
        assert len(model.requests) == 1


async def test_what_was_said_while_a_message_waited_stays_when_that_is_given_back(home: Path) -> None:
    ticks = asyncio.Semaphore(0)

    async def tick(seconds: float) -> None:
        await ticks.acquire()

    refused = ModelError("The key is wrong", kind="auth")
    async with world(home, ScriptedModel([BUSY, refused, "Here I am."]), size=(130, 30), sleep=tick) as here:
        await here.send("Hello there")
        await here.sees("trying again in 12 s")
        await here.send("/inbox")
        await here.sees("Nothing waits for your word")
        for _ in range(12):
            ticks.release()
        await here.sees("The key is wrong")
        assert here.editor.text == "Hello there"
        assert here.text.count("Hello there") == 1
        assert "Nothing waits for your word" in here.text
        await here.pilot.press("enter")
        await here.sees("Here I am.", "Nothing waits for your word")
        assert here.text.count("Hello there") == 1
