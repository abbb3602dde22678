"""A message answered again without memory, or with other memories, beside the reply that stands."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock

import pytest

from memory.errors import ModelError, StoreError
from memory.types import Injection, Status
from tests.scripted import ScriptedModel
from tests.tui.screens.world import World, world

CAT = "My cat is called Mango"
QUESTION = "What is my cat called?"
WIDE, SMALL = (120, 40), (80, 24)
KNOWS, GUESSES = "Your cat is Mango.", "I can't know that."


def model() -> ScriptedModel:
    return ScriptedModel([KNOWS, GUESSES])


async def ask_about_the_cat(here: World) -> None:
    await here.memory.remember(CAT)
    await here.ask(QUESTION)
    await here.sees(KNOWS)


async def path(here: World) -> list[str]:
    assert here.screen.talk.conversation is not None
    return [message.text for message in await here.memory.messages(here.screen.talk.conversation)]


@pytest.mark.parametrize("size", [WIDE, SMALL])
async def test_both_answers_stand_beside_each_other_and_the_first_stays(home: Path, size: tuple[int, int]) -> None:
    async with world(home, model(), size=size) as here:
        await ask_about_the_cat(here)
        await here.send("/compare")
        await here.sees(KNOWS, GUESSES, "with 1 memory", "again  without memory", "as many tokens in")
        assert CAT in str(here.model.requests[0].messages)
        assert "Mango" not in str(here.model.requests[1].messages)
        rows = here.text.split("\n")
        same = any(KNOWS in row and GUESSES in row for row in rows)
        assert same is (size == WIDE)
        await here.pilot.press("escape")
        await here.sees("The first answer stands, the other is beside it", "‹ 1/2 ›")
        assert await path(here) == [QUESTION, KNOWS]


async def test_the_second_is_kept_and_the_first_is_a_branch(home: Path) -> None:
    async with world(home, model(), size=WIDE) as here:
        await ask_about_the_cat(here)
        await here.send("/compare")
        await here.sees("The second:")
        await here.pilot.press("tab", "enter")
        await here.sees("The second answer stands now", GUESSES, "‹ 2/2 ›")
        assert await path(here) == [QUESTION, GUESSES]
        await here.pilot.press("alt+left")
        await here.sees(KNOWS, "‹ 1/2 ›")


@asynccontextmanager
async def half_compared(home: Path) -> AsyncIterator[World]:
    """The second answer has begun, and goes no further."""
    scripted = model()
    async with world(home, scripted, size=WIDE) as here:
        await ask_about_the_cat(here)
        scripted.gate = asyncio.Event()
        await here.send("/compare")
        await here.sees("writing", "I can't")
        yield here


async def test_escape_stops_the_second_and_what_came_is_kept(home: Path) -> None:
    async with half_compared(home) as here:
        await here.pilot.press("escape")
        await here.sees("cancelled", "Esc closes")
        await here.pilot.press("escape")
        await here.sees("The first answer stands", "‹ 1/2 ›")
        (reply,) = [one for one in await here.memory.messages(str(here.screen.talk.conversation)) if one.siblings]
        assert [one.status for one in await here.memory.talks.versions(reply)] == [Status.COMPLETE, Status.CANCELLED]


async def test_leaving_in_the_middle_loses_nothing(home: Path) -> None:
    async with half_compared(home) as here:
        await here.pilot.press("ctrl+q")
        await here.until(lambda: not here.app.is_running)
        assert here.model.closed == 2
    async with world(home, model(), size=WIDE, continue_last=True) as here:
        await here.sees(KNOWS, "‹ 1/2 ›")
        await here.pilot.press("alt+right")
        await here.sees("I can't", "stopped")


async def test_a_second_answer_that_fails_changes_nothing(home: Path) -> None:
    failing = ScriptedModel([KNOWS, ModelError("The key was refused", kind="auth")])
    async with world(home, failing, size=WIDE) as here:
        await ask_about_the_cat(here)
        await here.send("/compare")
        await here.sees("The key was refused", "Esc closes")
        await here.pilot.press("tab", "enter")
        await here.sees("There is no second answer that could stand")
        await here.pilot.press("escape")
        await here.until(lambda: "as it stands" not in here.text)
        assert await path(here) == [QUESTION, KNOWS]
        assert "‹" not in here.text


async def test_memories_are_picked_for_the_second(home: Path) -> None:
    async with world(home, model(), size=WIDE) as here:
        await ask_about_the_cat(here)
        await here.send("/compare pick")
        await here.sees("for this message", f"[x] {CAT}", "Enter: answer with these")
        await here.pilot.press("space")
        await here.sees(f"[ ] {CAT}", "you took it out")
        await here.pilot.press("enter")
        await here.sees(GUESSES, "again  without memory")
        assert CAT not in str(here.model.requests[1].messages)


async def test_two_keys_in_a_row_are_two_choices(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second comes before it is known what the first does to the rest."""
    age = "My cat is called Mango or Mangolito"
    async with world(home, model(), size=WIDE) as here:
        await here.memory.remember(age)
        await ask_about_the_cat(here)
        await here.send("/compare pick")
        await here.sees(f"[x] {CAT}", f"[x] {age}")
        looked, real = asyncio.Event(), here.memory.preview

        async def preview(text: str, **more: Any) -> Injection:
            await looked.wait()
            return await real(text, **more)

        monkeypatch.setattr(here.memory, "preview", preview)
        await here.pilot.press("space", "down", "space")
        looked.set()
        await here.sees(f"[ ] {CAT}", f"[ ] {age}")
        await here.pilot.press("enter")
        await here.sees(GUESSES, "again  without memory")


async def test_memory_that_fails_while_picking_is_said(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with world(home, model(), size=WIDE) as here:
        await ask_about_the_cat(here)
        await here.send("/compare pick")
        await here.sees(f"[x] {CAT}")
        monkeypatch.setattr(here.memory, "preview", AsyncMock(side_effect=StoreError("The disk is gone")))
        await here.pilot.press("space")
        await here.sees("The disk is gone", "for this message")


async def test_memory_that_fails_beside_the_answers_is_said(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with world(home, model(), size=WIDE) as here:
        await ask_about_the_cat(here)
        monkeypatch.setattr(here.memory.comparing, "said", AsyncMock(side_effect=StoreError("The disk is gone")))
        await here.send("/compare")
        await here.sees("The disk is gone", GUESSES)
        await here.pilot.press("u")
        await here.sees("The disk is gone", GUESSES)


async def test_picking_can_be_given_up(home: Path) -> None:
    async with world(home, model(), size=WIDE) as here:
        await ask_about_the_cat(here)
        await here.send("/compare pick")
        await here.sees("for this message")
        await here.pilot.press("escape")
        await here.until(lambda: "for this message" not in here.text)
        assert len(here.model.requests) == 1


async def test_what_can_not_be_compared_is_said(home: Path) -> None:
    async with world(home, model(), size=WIDE) as here:
        await here.ask("Name a river")
        await here.send("/compare")
        await here.sees("nothing to leave out", "/compare pick")
        await here.send("/compare m99")
        await here.sees("There is no reply m99 here")


async def test_each_answer_and_each_memory_can_be_judged_and_the_word_taken_back(home: Path) -> None:
    async with world(home, model(), size=WIDE) as here:
        await ask_about_the_cat(here)
        await here.send("/compare")
        await here.sees("The second:")
        await here.pilot.press("w")
        await here.sees("wrong: the whole reply", "The gate opens later")
        await here.pilot.press("down", "s")
        await here.sees(f"stale: {CAT}")
        await here.pilot.press("up", "w")
        await here.until(lambda: "wrong:" not in here.text)
        await here.pilot.press("tab", "u")
        await here.sees("useful: the whole reply")
        await here.pilot.press("escape")
        await here.sees("The first answer stands")
        await here.send("/verdict")
        await here.sees("Verdicts", "m3: useful", "f1 in m2: stale", "The gate opens later")
