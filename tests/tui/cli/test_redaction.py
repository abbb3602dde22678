from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from memory.engine import Memory
from tests.memory.forget.profile import where
from tests.tui.chat.opened import open_memory
from tests.tui.cli.calling import Call
from tests.tui.commands.given import say

KEY = "sk-proj-Ab12Cd34Ef56Gh78Ij90"


async def _said(home: Path) -> None:
    async with open_memory(home) as memory:
        talk = (await memory.new_conversation()).id
        await say(memory, talk, f"Use {KEY}", f"I use {KEY}.")
        await say(memory, talk, "password=hunter22, but keep Porto", "Fine.")
        await _exported(memory, talk)


async def _exported(memory: Memory, talk: str) -> None:
    memory.exports.folder.mkdir()
    (memory.exports.folder / f"{talk}.md").write_text(f"Use {KEY}", encoding="utf-8")


@pytest.fixture
def said(home: Path) -> Path:
    asyncio.run(_said(home))
    return home


def test_without_yes_it_shows_what_would_go_and_takes_nothing(harken: Call, said: Path) -> None:
    shown = harken("memory", "redact", "m1")
    assert shown.code == 1
    assert "sk-p…" in shown.out
    assert "replies that repeat it" in shown.out
    assert "--yes" in shown.err
    assert where(said / "profiles" / "default", KEY)


def test_all_secrets_go_down_to_the_bytes_and_exports_are_named(harken: Call, said: Path) -> None:
    done = harken("memory", "redact", "--all", "--yes", "--json")
    assert done.code == 0
    assert [secret["kind"] for secret in done.json["secrets"]] == ["API key", "password"]
    assert [Path(name).name for name in done.json["exports"]] == ["c1.md"]
    assert not done.json["pending"]
    assert where(said / "profiles" / "default", KEY) == ["c1.md"]
    assert where(said / "profiles" / "default", "hunter22") == []
    assert "keep Porto" in harken("memory", "show", "m3").out
    assert harken("memory", "redact", "--all", "--yes").code == 1


def test_a_text_harken_does_not_know_goes_when_its_message_is_named(harken: Call, said: Path) -> None:
    assert "Taken out of" in harken("memory", "redact", "m3", "Porto", "--yes").out
    assert where(said / "profiles" / "default", "Porto") == []


@pytest.mark.parametrize("words", [[], ["m1", "--all"], ["m1", "unicorns"], ["nonsense"]])
def test_what_makes_no_sense_is_said(harken: Call, said: Path, words: list[str]) -> None:
    refused = harken("memory", "redact", *words)
    assert refused.code != 0
    assert len(refused.err.splitlines()) == 1
