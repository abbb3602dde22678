"""A file of the user that can't be written when something is forgotten: all else goes, and what is left is told."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from memory.engine import Memory
from tests.scripted import SetClock
from tests.tui.chat.opened import open_memory
from tui.commands.auditing import audit_sections
from tui.commands.render import as_text, report_text
from tui.config.own_prompts import OwnPrompts
from tui.paths import find_paths

SAID = "My boat is called Selma"


@asynccontextmanager
async def opened(home: Path) -> AsyncIterator[Memory]:
    paths = find_paths({"HARKEN_HOME": str(home)})
    async with open_memory(home, clock=SetClock(), embedding_model="none") as memory:
        memory.register(OwnPrompts.of(paths, "default"))
        yield memory


def identity(home: Path) -> Path:
    return find_paths({"HARKEN_HOME": str(home)}).profile("default") / "identity.md"


def persona(home: Path) -> Path:
    return find_paths({"HARKEN_HOME": str(home)}).personas / "coach.toml"


def written(file: Path) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    if file.suffix == ".md":
        file.write_text(f"- {SAID}\n- I drink tea\n", encoding="utf-8")
    else:
        file.write_text(f'system_prompt = "{SAID}. Be brief."\n', encoding="utf-8")
    return file


def no_writing(patch: pytest.MonkeyPatch) -> None:
    def refused(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    patch.setattr("memory.replacing.tempfile.mkstemp", refused)


@pytest.mark.parametrize("place", [identity, persona])
async def test_all_else_goes_and_it_is_told_what_is_left_and_what_to_do(
    home: Path, monkeypatch: pytest.MonkeyPatch, place: type
) -> None:
    file = written(place(home))
    async with opened(home) as memory:
        fact = await memory.remember(SAID)
        with monkeypatch.context() as patch:
            no_writing(patch)
            report = await memory.forget(await memory.plan_forget("Selma"))
            assert await memory.search("Selma") == []
            assert [trace.place for trace in report.left] == [file.name]
            told = report_text(report)
            assert f"{file.name} still says it" in told
            assert "Permission denied" in told
            assert "make the file writable" in told
            audit = await memory.audits.of(fact.id)
            assert not audit.clean
            assert file.name in [trace.place for trace in audit.found]
            assert f"{file.name} could not be written" in as_text(audit_sections(audit, None))
        assert "Selma" in file.read_text(encoding="utf-8")


@pytest.mark.parametrize("place", [identity, persona])
@pytest.mark.parametrize("by_a_forget", [True, False])
async def test_once_it_can_be_written_the_next_start_or_forget_takes_it_out(
    home: Path, monkeypatch: pytest.MonkeyPatch, place: type, by_a_forget: bool
) -> None:
    file = written(place(home))
    async with opened(home) as memory:
        fact = await memory.remember(SAID)
        await memory.remember("I keep bees")
        with monkeypatch.context() as patch:
            no_writing(patch)
            await memory.forget(await memory.plan_forget("Selma"))
        if by_a_forget:
            await memory.forget(await memory.plan_forget("bees"))
    async with opened(home) as memory:
        assert await memory.erasing.finish_left() == []
        assert "Selma" not in file.read_text(encoding="utf-8")
        assert "tea" in file.read_text(encoding="utf-8") or "Be brief." in file.read_text(encoding="utf-8")
        audit = await memory.audits.of(fact.id)
        assert audit.clean
        assert audit.receipt is not None and audit.receipt.state == "done"


async def test_what_still_can_not_be_written_is_told_again(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = written(persona(home))
    no_writing(monkeypatch)
    async with opened(home) as memory:
        fact = await memory.remember(SAID)
        await memory.forget(await memory.plan_forget("Selma"))
    async with opened(home) as memory:
        assert [trace.place for trace in await memory.erasing.finish_left()] == [file.name]
        assert not (await memory.audits.of(fact.id)).clean
        file.unlink()
        assert await memory.erasing.finish_left() == []
        assert (await memory.audits.of(fact.id)).clean
