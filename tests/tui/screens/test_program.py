"""Journeys that pass through dialogs, and what concerns the whole program."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from memory.errors import StoreError
from memory.types import Kind
from tests.scripted import ScriptedModel
from tests.tui.screens.world import World, launch, program, world
from tui.app import HarkenApp
from tui.config import load_config
from tui.config.schema import Problem
from tui.config.watch import UNTIL_BACK


async def test_forgetting_asks_and_then_is_done(home: Path) -> None:
    async with world(home) as here:
        await here.ask("/remember My locker code word is zanzibar")
        await here.send("/forget zanzibar")
        await here.sees("zanzibar", "Cancel")
        await here.pilot.press("escape")
        assert await here.memory.search("zanzibar", kinds=[Kind.FACT])
        await here.send("/forget zanzibar")
        await here.sees("Cancel")
        await here.pilot.press("right", "enter")
        await here.sees("Forgotten")
        assert not await here.memory.search("zanzibar", kinds=[Kind.FACT])
        await here.pilot.press("up")
        assert "zanzibar" not in here.editor.text


async def test_forgetting_asks_about_the_users_own_messages(home: Path) -> None:
    async with world(home, ScriptedModel(["A fine word."])) as here:
        await here.ask("My locker code word is zanzibar")
        await here.send("/forget zanzibar")
        await here.sees("Cancel", "Forget, keep my messages", "Forget with my messages")
        await here.pilot.press("enter")
        await here.sees("Nothing was forgotten", "zanzibar")
        await here.send("/forget zanzibar")
        await here.sees("Forget with my messages")
        await here.pilot.press("down", "down", "enter")
        await here.sees("Forgotten:")
        assert "zanzibar" not in here.text
        assert not await here.memory.search("zanzibar")


async def test_a_word_that_only_the_command_says_is_nothing_to_forget(home: Path) -> None:
    async with world(home) as here:
        await here.ask("/forget zanzibar")
        await here.sees("Nothing in memory matches zanzibar")


async def test_what_was_on_the_screen_goes_with_everything(home: Path) -> None:
    async with world(home, ScriptedModel(["Zanzibar it is."])) as here:
        await here.ask("My locker code word is zanzibar")
        await here.send("/forget --everything default")
        await here.sees("Erase everything", "Cancel")
        await here.pilot.press("right", "enter")
        await here.sees("Forgotten")
        assert "zanzibar" not in here.text.lower()
        await here.until(lambda: len(here.screen.conversations.rows.options) <= 1)
        assert "There is no conversation" not in here.text


async def test_what_was_forgotten_is_quoted_no_more(home: Path) -> None:
    async with world(home, ScriptedModel(["Good morning to you."])) as here:
        await here.ask("Hello there")
        await here.ask("/remember My locker code word is zanzibar")
        await here.sees("Remembered as", "zanzibar")
        await here.send("/forget locker code word")
        await here.sees("Cancel")
        await here.pilot.press("right", "enter")
        await here.sees("Forgotten", "Hello there", "Good morning to you.")
        assert "zanzibar" not in here.text


async def test_a_model_is_chosen_from_the_list(home: Path) -> None:
    async with world(home) as here:
        await here.send("/model")
        await here.sees("Models", "set AWAY_KEY")
        await here.pilot.press("enter")
        await here.sees("scripted/test")
        await here.send("/model far/away")
        await here.sees("set AWAY_KEY")
        await here.send("/model azure/at-all")
        await here.sees("set NOWHERE_KEY [/]")


async def test_resume_without_a_name_offers_the_conversations(home: Path) -> None:
    async with world(home, ScriptedModel(["Yes."])) as here:
        await here.ask("Is Lisbon mild?")
    async with world(home, resume="") as here:
        await here.sees("Conversations", "Is Lisbon mild?", "Esc closes")
        await here.pilot.press("enter")
        await here.sees("Is Lisbon mild?", "Yes.")


async def test_the_recall_of_an_old_conversation_is_shown_with_it(home: Path) -> None:
    async with world(home, ScriptedModel(["Teal."])) as here:
        await here.ask("/remember My favourite colour is teal")
        await here.ask("What is my favourite colour?")
    async with world(home, continue_last=True) as here:
        await here.sees("1 given", "My favourite colour is teal")


async def test_help_and_why_open_pages(home: Path) -> None:
    async with world(home) as here:
        await here.ask("What is my name?")
        await here.send("/help")
        await here.sees("Commands", "Esc closes")
        await here.pilot.press("escape")
        await here.send("/why")
        await here.until(lambda: "Esc closes" in here.text or "gate" in here.text)


async def test_a_wrong_setting_is_said_once_and_nothing_else_stops(home: Path) -> None:
    problem = Problem("config.toml", 3, "chat.modle", "is not a setting [/]")
    started = launch(home)
    app = HarkenApp(replace(started, config=replace(started.config, problems=(problem,))), live=False)
    async with app.run_test(notifications=True, size=(120, 30)) as pilot:
        here = World(app, pilot, ScriptedModel())
        await here.sees("config.toml, line 3: chat.modle")


async def test_what_is_wrong_at_the_start_covers_nothing_and_goes_by_a_key(home: Path) -> None:
    problems = tuple(Problem("config.toml", line, f"chat.name{line}", "is not a setting") for line in range(1, 5))
    started = launch(home)
    app = HarkenApp(replace(started, config=replace(started.config, problems=problems)), live=False)
    async with app.run_test(size=(60, 18)) as pilot:
        here = World(app, pilot, ScriptedModel())
        await here.sees("line 3: chat.name3", "and 1 more", "Write a message, or / for commands")
        await pilot.press("f1")
        await here.sees("Help", "Esc closes")
        assert "chat.name" not in here.text
        await pilot.press("escape")
        await here.sees("line 3: chat.name3")
        await pilot.press("escape")
        await here.until(lambda: "chat.name" not in here.text)


async def test_settings_whose_file_is_gone_are_told_until_it_is_back_or_a_model_is_chosen(home: Path) -> None:
    async with world(home, size=(120, 30)) as here:
        usual = here.app.launch.config
        gone = replace(usual, problems=(Problem("/far/config.toml", None, "", "is gone", UNTIL_BACK),))
        here.app._use_settings(gone)
        await here.sees("config.toml is gone; its last settings stay in use")
        here.app._use_settings(usual)
        await here.until(lambda: "is gone" not in here.text)
        here.app._use_settings(gone)
        await here.sees("config.toml is gone")
        await here.send("/model scripted/test")
        await here.until(lambda: "is gone" not in here.text)


async def test_a_theme_that_is_not_there_is_said_and_the_usual_one_worn(home: Path) -> None:
    async with world(home, theme="blue") as here:
        await here.sees("There is no theme blue; harken-dark is used")
        assert here.app.theme == "harken-dark"


async def test_a_theme_is_tried_on_while_it_is_highlighted_and_esc_puts_the_old_one_back(home: Path) -> None:
    async with world(home, theme="nord") as here:
        await here.send("/theme")
        await here.sees("Themes", "nord (in use)")
        await here.pilot.press("up")
        await here.until(lambda: here.app.theme == "high-contrast")
        await here.pilot.press(*"latte")
        await here.until(lambda: here.app.theme == "catppuccin-latte")
        await here.pilot.press("escape")
        await here.until(lambda: here.app.theme == "nord")
        assert not (home / "config.toml").exists()


async def test_a_theme_that_is_taken_is_worn_and_kept(home: Path) -> None:
    async with world(home, theme="nord") as here:
        await here.send("/theme")
        await here.sees("nord (in use)")
        await here.pilot.press("down", "enter")
        await here.until(lambda: (home / "config.toml").exists())
        await here.until(lambda: here.app.theme == "rose-pine")
        assert "rose-pine" in (home / "config.toml").read_text(encoding="utf-8")


async def test_without_colours_every_theme_is_the_terminals_own(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with world(home, theme="light") as here:
        assert here.app.theme == "ansi"
        await here.send("/theme nord")
        await here.sees("NO_COLOR is set")
        assert here.app.theme == "ansi"


async def test_an_empty_wish_for_no_colours_is_none(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "")
    async with world(home, theme="nord") as here:
        assert here.app.theme == "nord"


async def test_settings_edited_while_harken_runs_take_effect_and_a_broken_file_changes_nothing(home: Path) -> None:
    home.mkdir(parents=True, exist_ok=True)
    file = home / "config.toml"
    plain = program(home)
    reload = partial(load_config, plain.launch.paths, env={})
    app = HarkenApp(replace(plain.launch, config=reload(), reload=reload), opener=plain._opener, live=True)
    async with app.run_test(notifications=True, size=(120, 30)) as pilot:
        here = World(app, pilot, ScriptedModel())
        await here.until(lambda: app.is_settled)

        def edited(text: str) -> str:
            file.write_text(text, encoding="utf-8")
            return here.text

        await here.until(lambda: "memory read-only" in edited('[memory]\nmode = "read-only"\n'))
        await here.until(lambda: "line 1: is not valid TOML" in edited("[memory\n"))
        await here.sees("memory read-only")
        await here.until(lambda: "memory read-write" in edited('[chat]\ntheme = "light"\n'))
        await here.until(lambda: app.theme == "harken-light")


async def test_a_theme_is_reloaded_while_it_is_worn_and_a_broken_one_leaves_the_old(home: Path) -> None:
    file = home / "themes" / "mine.toml"
    file.parent.mkdir(parents=True)
    file.write_text('[colors]\nprimary = "#112233"\nbackground = "#111111"\n', encoding="utf-8")
    plain = program(home, theme="mine")
    app = HarkenApp(plain.launch, opener=plain._opener, live=True)
    async with app.run_test(notifications=True, size=(120, 30)) as pilot:
        here = World(app, pilot, ScriptedModel())
        await here.until(lambda: app.is_settled)
        assert app.screen.styles.background.hex == "#111111"

        def rewrite(text: str) -> bool:
            file.write_text(text, encoding="utf-8")
            return app.screen.styles.background.hex == "#222222"

        await here.until(lambda: rewrite('[colors]\nprimary = "#112233"\nbackground = "#222222"\n'))
        file.write_text("colors = [", encoding="utf-8")
        await here.sees("mine.toml: not valid TOML")
        assert app.theme == "mine"
        assert app.screen.styles.background.hex == "#222222"


async def test_another_profile_is_chosen_and_this_one_ends_stored(home: Path) -> None:
    (home / "profiles" / "work").mkdir(parents=True)
    async with world(home) as here:
        await here.send("/profile nowhere")
        await here.sees("There is no profile nowhere")
        await here.send("/profile")
        await here.sees("default (in use)", "work")
        await here.pilot.press("down", "enter")
        await here.until(lambda: not here.app.is_running)
    assert here.app.next_profile == "work"


async def test_a_profile_that_can_not_be_opened_is_told_and_the_chat_goes_on(home: Path) -> None:
    work = home / "profiles" / "work"
    work.mkdir(parents=True)

    def refuse(folder: Path, _: object) -> None:
        assert folder == work
        raise StoreError("Its key is missing", hint="Put it back")

    async with world(home, unlock_profile=refuse) as here:
        await here.send("/profile work")
        await here.sees("Its key is missing. Put it back. You are still in")
        await here.ask("How are you?")
        assert here.app.next_profile == ""
