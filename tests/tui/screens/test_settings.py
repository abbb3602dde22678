"""The settings screen: what is seen, what is refused, and which file is written."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from tests.scripted import ScriptedModel
from tests.tui.screens.world import World, program
from tui.app import HarkenApp
from tui.config import load_config

GLOBAL = "# mine\n[memory]\nbudget_tokens = 900  # enough\n"


@asynccontextmanager
async def settings(
    home: Path, *, env: Mapping[str, str] | None = None, size: tuple[int, int] = (100, 45)
) -> AsyncIterator[World]:
    """The program with its files, the settings screen open."""
    plain = program(home)
    reload = partial(load_config, plain.launch.paths, env=env or {})
    app = HarkenApp(replace(plain.launch, config=reload(), reload=reload), opener=plain._opener, live=False)
    async with app.run_test(size=size, notifications=True) as pilot:
        here = World(app, pilot, ScriptedModel())
        await here.until(lambda: app.is_settled)
        await pilot.press("f8")
        await here.sees("Settings", "Esc closes")
        yield here


async def mark(here: World, name: str) -> None:
    from textual.widgets import OptionList

    rows = here.app.screen.query_one(OptionList)
    rows.highlighted = rows.get_option_index(name)
    await here.pilot.pause()


def line(here: World, name: str) -> str:
    return next(line for line in here.text.splitlines() if name in line)


async def test_a_value_is_shown_with_its_meaning_its_range_and_where_it_comes_from(home: Path) -> None:
    home.mkdir(parents=True)
    (home / "config.toml").write_text(GLOBAL, encoding="utf-8")
    async with settings(home, env={"HARKEN_MODE": "read-only"}) as here:
        assert "900  global" in line(here, "budget_tokens")
        assert "read-only  environment" in line(here, "mode ")
        await mark(here, "memory.budget_tokens")
        await here.sees("The most tokens a turn gets from memory", "100 to 4,000 · default 800 · from", "config.toml")


async def test_a_change_holds_at_once_and_the_comments_of_the_file_stay(home: Path) -> None:
    home.mkdir(parents=True)
    (home / "config.toml").write_text(GLOBAL, encoding="utf-8")
    async with settings(home) as here:
        await mark(here, "memory.budget_tokens")
        await here.pilot.press("enter", *"700", "enter")
        await here.until(lambda: "700  global" in line(here, "budget_tokens"))
        assert here.app.launch.config.memory.budget_tokens == 700
        assert (home / "config.toml").read_text(encoding="utf-8") == GLOBAL.replace("900", "700")


async def test_what_can_not_be_is_said_while_it_is_typed_and_not_kept(home: Path) -> None:
    async with settings(home) as here:
        await mark(here, "memory.budget_tokens")
        await here.pilot.press("enter", *"7")
        await here.sees("must lie from 100 to 4,000, not 7")
        await here.pilot.press("enter")
        await here.pilot.press(*"00")
        await here.sees("Enter keeps")
        await here.pilot.press("escape")
        await here.until(lambda: "800" in line(here, "budget_tokens"))
        assert not (home / "config.toml").exists()


async def test_a_trouble_of_several_lines_is_shown_to_its_end(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    deep = home / "/".join(["a folder whose name is long"] * 3)
    deep.mkdir(parents=True)
    monkeypatch.setenv("HARKEN_HOME", str(deep))
    (deep / "config.toml").write_text(GLOBAL, encoding="utf-8")
    async with settings(deep, size=(80, 24)) as here:
        await mark(here, "memory.budget_tokens")
        assert "config.toml" in unwrapped(here)
        (deep / "config.toml").write_text("[memory\n", encoding="utf-8")
        await here.pilot.press("enter", *"600", "enter")
        await here.until(lambda: "Correct it in an editor first" in unwrapped(here))
        assert unwrapped(here).count("config.toml") == 2


def unwrapped(here: World) -> str:
    return " ".join(here.text.split())


async def test_the_profiles_file_is_written_where_it_sets_the_value_and_reset_uncovers_the_global_one(
    home: Path,
) -> None:
    own = home / "profiles" / "default" / "config.toml"
    own.parent.mkdir(parents=True)
    (home / "config.toml").write_text(GLOBAL, encoding="utf-8")
    own.write_text("[memory]\nbudget_tokens = 500 # less\n", encoding="utf-8")
    async with settings(home) as here:
        await mark(here, "memory.budget_tokens")
        await here.pilot.press("enter", *"600", "enter")
        await here.until(lambda: "600  profile" in line(here, "budget_tokens"))
        assert "600 # less" in own.read_text(encoding="utf-8")
        await here.pilot.press("r")
        await here.until(lambda: "900  global" in line(here, "budget_tokens"))
        await here.pilot.press("r")
        await here.until(lambda: "global" not in line(here, "budget_tokens"))
        assert "# mine" in (home / "config.toml").read_text(encoding="utf-8")


async def test_a_variable_that_wins_is_named(home: Path) -> None:
    async with settings(home, env={"HARKEN_MODE": "read-only"}) as here:
        await mark(here, "memory.mode")
        await here.pilot.press("enter", *"off", "enter")
        await here.sees("HARKEN_MODE wins until harken is started without it")
        assert "off" in (home / "config.toml").read_text(encoding="utf-8")


async def test_a_theme_that_is_set_is_worn(home: Path) -> None:
    async with settings(home) as here:
        await mark(here, "chat.theme")
        await here.pilot.press("enter", *"nord", "enter")
        await here.until(lambda: here.app.theme == "nord")
        await here.pilot.press("escape")
        await here.send("/settings")
        await here.sees("Settings", "nord  global")
