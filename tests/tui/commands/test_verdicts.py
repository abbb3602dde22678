from __future__ import annotations

from pathlib import Path

import pytest

from memory.engine import Memory
from tests.tui.chat.opened import open_memory
from tests.tui.commands.given import context, say
from tui.commands.outcome import Confirm, Page, Say
from tui.commands.registry import run

QUESTION = "What is my cat called?"


async def asked(memory: Memory) -> str:
    await memory.remember("My cat is called Mango")
    talk = (await memory.new_conversation()).id
    await say(memory, talk, QUESTION, "Mango.")
    return talk


async def test_a_verdict_is_noted_listed_and_taken_back(home: Path) -> None:
    async with open_memory(home) as memory:
        ctx = context(memory, await asked(memory))
        told = await run("/verdict wrong", ctx)
        assert isinstance(told, Say) and "m2: wrong. The gate opens later" in told.text
        told = await run("/verdict stale f1", ctx)
        assert isinstance(told, Say) and "/forget f1 removes it" in told.text
        page = await run("/verdict", ctx)
        assert isinstance(page, Page) and "stale" in page.markdown
        told = await run("/verdict none f1", ctx)
        assert isinstance(told, Say) and "taken back" in told.text
        plan = await run("/verdict none all", ctx)
        assert isinstance(plan, Confirm)
        await plan.action()
        told = await run("/verdict", ctx)
        assert isinstance(told, Say) and "No verdict yet" in told.text


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("/verdict good", "Usage: /verdict"),
        ("/verdict wrong f99", "got no memory f99"),
        ("/verdict none", "Nothing was said of m2"),
    ],
)
async def test_what_can_not_be_judged_is_said(home: Path, line: str, said: str) -> None:
    async with open_memory(home) as memory:
        told = await run(line, context(memory, await asked(memory)))
        assert isinstance(told, Say) and said in told.text
