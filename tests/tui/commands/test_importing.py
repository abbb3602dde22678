from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from memory.engine import Memory
from tests.memory.portable.elsewhere import archive, chatgpt, document, node
from tests.tui.commands.given import context, flat
from tui.commands.outcome import Confirm, Say
from tui.commands.registry import run


@pytest.fixture
async def memory(tmp_path: Path) -> AsyncIterator[Memory]:
    async with Memory.open(tmp_path / "default", background=False) as opened:
        yield opened


@pytest.fixture
def export(tmp_path: Path) -> Path:
    path = tmp_path / "two words.zip"
    talk = chatgpt(
        node("a", None, "user", "Where do herons sleep?", at=1), node("b", "a", "assistant", "In trees.", at=2)
    )
    path.write_bytes(archive(conversations__json=document(talk)))
    return path


async def said(asked: Confirm) -> str:
    return "\n".join(one.text for one in flat(await asked.action()) if isinstance(one, Say))


async def test_what_a_file_holds_is_shown_before_it_comes_in(memory: Memory, export: Path) -> None:
    asked = await run(f"/import {export}", context(memory))
    assert isinstance(asked, Confirm) and not asked.danger
    assert "1 conversation, 2 messages from ChatGPT" in "\n".join(asked.body_lines)
    assert await memory.conversations() == []
    told = await said(asked)
    assert "Imported 1 conversation, 2 messages from ChatGPT" in told
    assert "/sync imported" in told
    assert [one.title for one in await memory.conversations()] == ["Herons"]
    again = await run(f"/import {export}", context(memory))
    assert isinstance(again, Confirm)
    assert "nothing new" in await said(again)


async def test_what_was_forgotten_comes_back_where_that_is_said(memory: Memory, tmp_path: Path) -> None:
    file = tmp_path / "memory.jsonl"
    await memory.remember("I keep bees on the roof")
    await memory.portable.export(file)
    await memory.forget(await memory.plan_forget("bees"))
    for option, expected in (("", "--restore brings it back"), ("--restore ", "Imported 1 fact")):
        asked = await run(f"/import {option}{file}", context(memory))
        assert isinstance(asked, Confirm)
        assert ("comes back" if option else "stays forgotten") in "\n".join(asked.body_lines)
        assert expected in await said(asked)


@pytest.mark.parametrize("line", ["/import", "/import nowhere.jsonl", "/import --restore"])
async def test_a_file_that_is_not_there_is_said(memory: Memory, line: str) -> None:
    told = await run(line, context(memory))
    assert isinstance(told, Say) and told.severity != "information"


async def test_a_broken_file_brings_nothing(memory: Memory, tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text("{", encoding="utf-8")
    told = await run(f"/import {tmp_path / 'a.jsonl'}", context(memory))
    assert isinstance(told, Say) and "line 1" in told.text
