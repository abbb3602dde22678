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
