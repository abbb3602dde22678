from __future__ import annotations

from pathlib import Path

import pytest

from memory.engine import Memory
from tests.tui.commands.given import context, flat, say
from tui.commands.outcome import Choose, Confirm, Open, Say
from tui.commands.registry import run


@pytest.fixture
async def name(memory: Memory, talk: str) -> str:
    """The profile's; it holds a conversation and a fact."""
    await say(memory, talk, "I keep bees", "Nice.")
    await memory.remember("I keep bees")
    return memory.profile_dir.name


async def test_without_the_name_it_is_only_shown(memory: Memory, talk: str, name: str) -> None:
    for typed in ("", " somebody"):
        said = await run(f"/forget --everything{typed}", context(memory, talk))
        assert isinstance(said, Say)
        assert "conversations: 1" in said.text
        assert f"/forget --everything {name}" in said.text
    assert len(await memory.search("")) == 1


async def test_with_the_name_and_a_yes_all_is_gone(memory: Memory, talk: str, name: str) -> None:
    asked = await run(f"/forget --everything {name}", context(memory, talk))
    assert isinstance(asked, Confirm)
    assert asked.danger
    assert len(await memory.search("")) == 1
    said, opened = flat(await asked.action())
    assert isinstance(said, Say)
    assert isinstance(opened, Open)
    assert (await memory.search(""), await memory.conversations()) == ([], [])


async def test_exports_are_asked_for(memory: Memory, talk: str, name: str) -> None:
    await run("/export", context(memory, talk))
    exported = list(memory.exports.folder.iterdir())

    async def answer(option: str) -> None:
        asked = await run(f"/forget --everything {name}", context(memory, talk))
        assert isinstance(asked, Confirm)
        assert any(str(exported[0]) in line for line in asked.body_lines)
        question = await asked.action()
        assert isinstance(question, Choose)
        await question.action(option)

    await answer("cancel")
    assert len(await memory.conversations()) == 1
    await answer("keep")
    assert (await memory.conversations(), list(memory.exports.folder.iterdir())) == ([], exported)
    await answer("erase")
    assert list(memory.exports.folder.iterdir()) == []


@pytest.mark.parametrize("answer", ["keep", "erase"])
async def test_exports_written_elsewhere_are_asked_for_too(
    memory: Memory, talk: str, name: str, tmp_path: Path, answer: str
) -> None:
    path = tmp_path / "elsewhere.md"
    await memory.portable.export(path)
    asked = await run(f"/forget --everything {name}", context(memory, talk))
    assert isinstance(asked, Confirm)
    assert any(str(path) in line for line in asked.body_lines)
    question = await asked.action()
    assert isinstance(question, Choose)
    said = flat(await question.action(answer))[0]
    assert isinstance(said, Say)
    assert (path.exists(), str(path) in said.text) == ((True, True) if answer == "keep" else (False, False))
