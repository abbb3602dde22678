from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from textual.app import App
from textual.pilot import Pilot
from textual.screen import Screen

from tui.app import STYLES
from tui.commands.outcome import Option
from tui.keys import APP, CHAT, COMPOSER, shown
from tui.screens.choose import ChooseScreen
from tui.screens.confirm import ConfirmScreen
from tui.screens.help import HelpScreen, help_lines
from tui.screens.page import PageScreen

MODELS = (
    Option("a", "openai/gpt-4o", "OpenAI"),
    Option("b", "ollama/qwen3", "this computer"),
    Option("c", "anthropic/claude", "Anthropic", "set ANTHROPIC_API_KEY"),
    Option("d", "[red]evil[/]", "[@click=app.quit]x[/]"),
)


class Host(App[None]):
    CSS_PATH = STYLES / "dialogs.tcss"
    answers: list[Any]

    def show(self, screen: Screen[Any]) -> None:
        self.answers = []
        self.push_screen(screen, self.answers.append)

    @property
    def text(self) -> str:
        rows = self.screen._compositor.render_strips()
        return "\n".join("".join(segment.text for segment in row).rstrip() for row in rows)


@asynccontextmanager
async def showing(screen: Screen[Any], width: int = 80, height: int = 24) -> AsyncIterator[tuple[Host, Pilot[None]]]:
    app = Host()
    async with app.run_test(size=(width, height)) as pilot:
        app.show(screen)
        await pilot.pause()
        yield app, pilot


async def test_a_stray_enter_confirms_nothing() -> None:
    async with showing(ConfirmScreen("Forget this?", ["f3 Bruno is a beagle [/]"], "Forget")) as (app, pilot):
        assert "Bruno is a beagle [/]" in app.text
        await pilot.press("enter")
        assert app.answers == [False]


async def test_what_was_being_typed_confirms_nothing() -> None:
    async with showing(ConfirmScreen("Forget this?", ["f3"], "Forget")) as (app, pilot):
        await pilot.press(*"yes why not", "enter")
        assert app.answers == [False]


async def test_yes_is_a_button_away() -> None:
    async with showing(ConfirmScreen("Forget this?", ["f3"], "Forget")) as (app, pilot):
        await pilot.press("right", "enter")
        assert app.answers == [True]


async def test_escape_says_no() -> None:
    async with showing(ConfirmScreen("Forget this?", ["f3"], "Forget")) as (app, pilot):
        await pilot.press("escape")
        assert app.answers == [False]


async def test_a_long_plan_scrolls_and_leaves_the_buttons_on_the_screen() -> None:
    async with showing(ConfirmScreen("Forget?", [f"line {n}" for n in range(200)], "Forget all")) as (app, _):
        assert "Forget all" in app.text and "Cancel" in app.text


async def test_the_end_of_a_long_plan_is_a_key_away_and_the_focus_stays_on_cancel() -> None:
    plan = [*(f"line {n}" for n in range(20)), "your own messages stay"]
    async with showing(ConfirmScreen("Forget?", plan, "Forget all")) as (app, pilot):
        assert "your own messages stay" not in app.text
        await pilot.press("pagedown", "pagedown")
        assert "your own messages stay" in app.text
        await pilot.press("enter")
        assert app.answers == [False]


async def test_a_memory_longer_than_the_line_stays_under_its_heading() -> None:
    async with showing(ConfirmScreen("Forget?", ["This goes", f"  f3  {'heron ' * 20}"], "Forget"), width=60) as (
        app,
        _,
    ):
        shown = app.text.replace("│", " ").splitlines()
        rows = [row for row in shown if "heron" in row]
        heading = next(row for row in shown if "This goes" in row).index("This")
        assert len(rows) > 1
        assert all(len(row) - len(row.lstrip()) == heading + 2 for row in rows)


@pytest.mark.parametrize("size", [(160, 45), (60, 18)], ids=str)
async def test_a_dialog_has_an_edge_on_every_side(size: tuple[int, int]) -> None:
    async with showing(PageScreen("Why", "- one\n- two"), *size) as (app, _):
        rows = [row.strip() for row in app.text.splitlines() if row.strip()]
    assert (rows[0][0], rows[0][-1], rows[-1][0], rows[-1][-1]) == ("╭", "╮", "╰", "╯")
    assert all(row[0] == row[-1] == "│" for row in rows[1:-1])


async def test_typing_filters_and_enter_takes_the_first_that_can_be_taken() -> None:
    async with showing(ChooseScreen("Models", MODELS)) as (app, pilot):
        assert "set ANTHROPIC_API_KEY" in app.text and "[red]evil[/]" in app.text
        await pilot.press(*"this comp")
        assert "openai/gpt-4o" not in app.text
        await pilot.press("enter")
        assert app.answers == ["b"]


async def test_what_lacks_something_can_be_seen_but_not_taken() -> None:
    async with showing(ChooseScreen("Models", MODELS)) as (app, pilot):
        await pilot.press(*"claude", "enter")
        assert app.answers == []
        await pilot.press("escape")
        assert app.answers == [None]


async def test_a_filter_that_fits_nothing_says_so() -> None:
    async with showing(ChooseScreen("Models", MODELS)) as (app, pilot):
        await pilot.press(*"zzz", "enter")
        assert "Nothing fits" in app.text and app.answers == []


async def test_two_long_texts_stand_one_above_the_other_where_they_have_no_room_side_by_side() -> None:
    older = "may contradict f3: I keep two hives of bees in the garden behind the house"
    pair = (Option("f12", "I keep three hives of bees in the garden of my sister", older), MODELS[0])
    async with showing(ChooseScreen("What is true of you?", pair)) as (app, _):
        rows = [row.strip(" │▌") for row in app.text.splitlines()]
    at = next(number for number, row in enumerate(rows) if row.startswith("I keep three hives"))
    assert "in the garden of my sister" in rows[at]
    assert rows[at + 1].startswith("may contradict f3: I keep two hives of bees in the")


@pytest.mark.parametrize("width", [40, 60, 80, 120])
async def test_no_word_of_a_row_is_broken(width: int) -> None:
    detail = "uses memory and learns from this conversation, unless ANTHROPIC_API_KEY says otherwise"
    wordy = (Option("a", "read-write", detail), Option("b", "anthropic/claude-sonnet-4-5", detail))
    async with showing(ChooseScreen("Mode", wordy), width) as (app, _):
        words = app.text.split()
        assert all(words.count(word) >= 2 for word in detail.split())


async def test_a_detail_stands_beside_its_label_or_below_it() -> None:
    rows = (Option("a", "read-write", "uses memory and learns"), Option("b", "anthropic/claude-sonnet-4-5", ""))
    async with showing(ChooseScreen("Mode", rows), 80) as (app, _):
        assert any("read-write" in line and "uses memory" in line for line in app.text.split("\n"))
    async with showing(ChooseScreen("Mode", rows), 50) as (app, _):
        lines = app.text.split("\n")
        at = next(i for i, line in enumerate(lines) if "read-write" in line)
        assert "uses memory and learns" not in lines[at] and "uses memory and learns" in lines[at + 1]


async def test_conversations_that_begin_alike_can_be_told_apart_where_there_is_room() -> None:
    titles = [f"How do I repair the old wooden window in the {room}" for room in ("kitchen", "cellar")]
    rows = [Option(title, title, "2026-11-21 10:26, 12 messages") for title in titles]
    async with showing(ChooseScreen("Conversations", rows), 80) as (app, _):
        assert app.text.count("12 messages") == 2
    async with showing(ChooseScreen("Conversations", rows), 160) as (app, _):
        assert all(f"{title}  2026-11-21 10:26, 12 messages" in app.text.replace("   ", "  ") for title in titles)


async def test_arrows_choose() -> None:
    async with showing(ChooseScreen("Models", MODELS)) as (app, pilot):
        await pilot.press("down", "enter")
        assert app.answers == ["b"]


async def test_a_page_closes_with_escape() -> None:
    async with showing(PageScreen("Why", "- one\n- [red]two[/]")) as (app, pilot):
        assert "[red]two[/]" in app.text
        await pilot.press("escape")
        assert app.answers == [None]


async def test_help_names_every_key_and_command() -> None:
    lines = "\n".join(help_lines([("/remember TEXT", "keep something")], {}))
    for key in (*APP, *CHAT, *COMPOSER):
        assert shown(key.keys) in lines and key.help in lines
    assert "/remember TEXT" in lines
    async with showing(HelpScreen([("/remember TEXT", "keep something")], {})) as (app, _):
        assert "Writing" in app.text and "Enter" in app.text


async def test_a_choice_of_three_asks_for_no_search_and_is_taken_by_keys() -> None:
    async with showing(ChooseScreen("Models", MODELS[:3])) as (app, pilot):
        assert "filter" not in app.text
        await pilot.press("x", "down", "enter")
        assert app.answers == ["b"]


@pytest.mark.parametrize("size", [(80, 24), (60, 18)], ids=str)
async def test_a_long_plan_leaves_every_choice_on_the_screen_and_scrolls(size: tuple[int, int]) -> None:
    plan = [*(f"line {n}" for n in range(40)), "the last line"]
    options = [
        Option(name, f"{name} my own messages", "2 memories and 3 messages") for name in ("keep", "take", "leave")
    ]
    async with showing(ChooseScreen("Forget this for good?", options, body=plan), *size) as (app, pilot):
        shown = ("line 0", *(option.label for option in options), "2 memories and 3 messages", "Esc closes")
        assert all(text in app.text for text in shown)
        for _ in range(20):
            await pilot.press("pagedown")
        assert "the last line" in app.text
        await pilot.press("down", "enter")
        assert app.answers == ["take"]
