"""A bell rings for a long reply, and only for somebody who looks elsewhere."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from memory.errors import ModelError
from memory.ports import ModelRequest
from tests.scripted import ScriptedModel
from tests.tui.screens.world import World, world


@pytest.fixture
def rung(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every reply counts as long; the rings are counted."""
    rings: list[str] = []
    monkeypatch.setattr("tui.app.LONG_REPLY_SECONDS", 0.0)
    monkeypatch.setattr("tui.app.HarkenApp.bell", lambda app: rings.append("ring"))
    return rings


class Elsewhere(ScriptedModel):
    """While it answers, the user looks elsewhere: a key would bring them back."""

    here: World | None = None

    def answer(self, request: ModelRequest) -> str:
        assert self.here is not None
        self.here.app.app_focus = False
        return "Fine."

    def fail(self, request: ModelRequest) -> str:
        self.answer(request)
        raise ModelError("The connection was lost", kind="network")


@asynccontextmanager
async def elsewhere(home: Path) -> AsyncIterator[tuple[World, Elsewhere]]:
    model = Elsewhere()
    async with world(home, model) as here:
        model.here = here
        yield here, model


async def test_it_rings_once_for_a_reply_and_for_one_that_failed(home: Path, rung: list[str]) -> None:
    async with elsewhere(home) as (here, model):
        model.replies = [model.answer, model.fail]
        await here.ask("One")
        assert rung == ["ring"]
        await here.type("Two")
        await here.pilot.press("enter")
        await here.until(lambda: rung == ["ring", "ring"])


async def test_it_is_quiet_for_somebody_who_looks(home: Path, rung: list[str]) -> None:
    async with world(home) as here:
        await here.ask("One")
        assert rung == []


async def test_a_quick_reply_and_a_setting_keep_it_quiet(
    home: Path, rung: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async with elsewhere(home) as (here, model):
        model.replies = [model.answer]
        config = here.app.launch.config
        here.app.launch = replace(here.app.launch, config=replace(config, chat=replace(config.chat, bell=False)))
        await here.ask("One")
        here.app.launch = replace(here.app.launch, config=config)
        monkeypatch.setattr("tui.app.LONG_REPLY_SECONDS", 3600.0)
        await here.ask("Two")
        assert rung == []
