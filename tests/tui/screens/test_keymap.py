"""Keys of one's own, and the command palette, in the running program."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from tests.scripted import ScriptedModel
from tests.tui.learning import in_porto
from tests.tui.screens.world import World, program, world
from tui.app import HarkenApp
from tui.config import load_config
from tui.keys import APP, CHAT, COMPOSER, Key

KEYMAP = '[chat.keymap]\n"chat.conversations" = "f9"\nchat.recall = "ctrl+b"\n"chat.lernt" = "f12"\n'


async def test_keys_of_ones_own_work_are_shown_in_the_help_and_a_wrong_name_is_said(home: Path) -> None:
    home.mkdir(parents=True)
    (home / "config.toml").write_text(KEYMAP, encoding="utf-8")
    plain = program(home)
    config = load_config(plain.launch.paths, env={})
    app = HarkenApp(replace(plain.launch, config=config), opener=plain._opener, live=False)
    async with app.run_test(size=(100, 45), notifications=True) as pilot:
        here = World(app, pilot, ScriptedModel())
        await here.sees("is no key named chat.lernt")
        shown = here.screen.conversations.display
        await pilot.press("f2")
        assert here.screen.conversations.display == shown
        await pilot.press("f9")
        assert here.screen.conversations.display != shown
        recall = here.screen.recall.display
        await pilot.press("ctrl+b")
        assert here.screen.recall.display != recall
        await pilot.press("f1")
        await here.sees("Ctrl+B", "F9")


@pytest.mark.parametrize("key", [*CHAT, *APP, *COMPOSER], ids=lambda key: key.id)
async def test_every_key_of_the_program_moves(home: Path, key: Key, monkeypatch: pytest.MonkeyPatch) -> None:
    action = f"action_{key.action.partition('(')[0]}"
    done: list[str] = []
    async with world(home) as here:
        here.screen.keymap = {key.id: "f9"}
        here.app.set_keymap(here.screen.keymap)
        node = here.editor if key in COMPOSER else here.screen if key in CHAT else here.app
        monkeypatch.setattr(type(node), action, lambda self, *args: done.append(key.id))
        await here.pilot.press("f9")
        await here.pilot.pause()
        monkeypatch.undo()
    assert done == [key.id]


@asynccontextmanager
async def rewritten(home: Path, config: str) -> AsyncIterator[World]:
    """The program, whose config.toml became `config` while it ran."""
    plain = program(home)
    reload = partial(load_config, plain.launch.paths, env={})
    app = HarkenApp(replace(plain.launch, config=reload(), reload=reload), opener=plain._opener, live=False)
    async with app.run_test(size=(100, 45), notifications=True) as pilot:
        here = World(app, pilot, ScriptedModel())
        await here.until(lambda: app.is_settled)
        (home / "config.toml").write_text(config, encoding="utf-8")
        app._reload_settings()
        yield here


async def test_a_changed_keymap_holds_at_once(home: Path) -> None:
    async with rewritten(home, '[chat.keymap]\n"chat.settings" = "f12"\n') as here:
        await here.pilot.press("f12")
        await here.sees("Settings", "Esc closes")


async def test_the_palette_runs_a_command(home: Path) -> None:
    async with world(home) as here:
        await here.pilot.press("ctrl+p")
        await here.sees("Search for commands", "Ctrl+N")
        await here.pilot.press(*"/settings")
        await here.sees("see every setting and change it")
        await here.pilot.press("enter")
        await here.sees("Settings", "Esc closes")


async def test_the_palette_does_what_a_key_does(home: Path) -> None:
    async with world(home) as here:
        await here.pilot.press("ctrl+p", *"all keys and commands")
        await here.sees("F1")
        await here.pilot.press("enter")
        await here.sees("Help", "Esc closes")


async def test_the_palette_begins_a_command_that_needs_words_and_leaves_a_draft_alone(home: Path) -> None:
    async with world(home) as here:
        await here.pilot.press("ctrl+p", *"/remember")
        await here.sees("keep a fact")
        await here.pilot.press("enter")
        await here.until(lambda: here.editor.text == "/remember ")
        await here.pilot.press("ctrl+p", *"/rename")
        await here.sees("name this conversation")
        await here.pilot.press("enter")
        await here.sees("Send what you have")
        assert here.editor.text == "/remember "


async def test_the_keys_of_vi_hold_from_the_moment_they_are_wanted(home: Path) -> None:
    async with rewritten(home, "[chat]\nvim = true\n") as here:
        await here.type("a word")
        await here.pilot.press("escape", "d", "d")
        await here.sees("normal")
        assert here.editor.text == ""


async def test_the_log_and_the_settings_take_and_name_other_keys(home: Path) -> None:
    async with rewritten(home, '[chat.keymap]\n"log.level" = "f6"\n"settings.reset" = "x"\n') as here:
        await here.send("/log")
        await here.sees("F6: shows everything")
        await here.pilot.press("f6")
        await here.sees("F6: shows warnings and errors")
        await here.pilot.press("escape", "f8")
        await here.sees("Enter edit · x reset")


async def test_what_lies_over_the_chat_takes_and_names_other_keys(home: Path) -> None:
    async with rewritten(home, '[chat.keymap]\n"learnt.undo" = "x"\n') as here:
        await in_porto(here.memory)
        await here.pilot.press("f4")
        await here.sees("Enter turn · k keep · e edit · x undo")
        await here.pilot.press("u", "x")
        await here.sees("undone", "x takes that back")
