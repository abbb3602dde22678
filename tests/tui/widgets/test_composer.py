from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from time import monotonic
from typing import Any

import pytest
from textual import events, on
from textual.app import App, ComposeResult
from textual.pilot import Pilot
from textual.widgets import TextArea

from memory.types import PartSource
from tui.messages import CommandEntered, Sent
from tui.widgets.composer.burst import BURST_SECONDS
from tui.widgets.composer.completion import CompletionList
from tui.widgets.composer.composer import Composer
from tui.widgets.composer.drafts import Draft
from tui.widgets.row import Hint

KNOWN = (("/help", "what there is"), ("/model", "who answers"), ("/mode", "what memory does"), ("/mode off", ""))


class Host(App[None]):
    """The composer alone."""

    def __init__(self) -> None:
        super().__init__()
        self.sent: list[str] = []
        self.sources: list[list[PartSource]] = []
        self.commands: list[str] = []

    def compose(self) -> ComposeResult:
        composer = Composer()
        composer.completer = lambda text: [(known, meaning) for known, meaning in KNOWN if known.startswith(text)]
        yield composer

    def on_mount(self) -> None:
        self.query_one(Composer).focus_editor()

    @on(Sent)
    def _sent(self, event: Sent) -> None:
        self.sent.append("|".join(part.text for part in event.parts))
        self.sources.append([part.source for part in event.parts])

    @on(CommandEntered)
    def _entered(self, event: CommandEntered) -> None:
        self.commands.append(event.line)


@dataclass
class Bench:
    app: Host
    pilot: Pilot[Any]

    @property
    def editor(self) -> TextArea:
        return self.app.query_one("#editor", TextArea)

    @property
    def popup(self) -> CompletionList:
        return self.app.query_one(CompletionList)

    async def until(self, condition: Callable[[], object]) -> None:
        deadline = monotonic() + 10
        while not condition():
            assert monotonic() < deadline, f"still waiting; the editor holds {self.editor.text!r}, sent {self.app.sent}"
            await self.pilot.pause(0.01)

    async def burst(self, text: str) -> None:
        """Keys as a terminal without bracketed paste delivers a paste: all in one read."""
        for char in text:
            self.app.post_message(key(char))
        await self.pilot.pause(BURST_SECONDS * 3)

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)


@asynccontextmanager
async def bench() -> AsyncIterator[Bench]:
    app = Host()
    async with app.run_test(size=(60, 20)) as pilot:
        yield Bench(app, pilot)


def key(char: str) -> events.Key:
    names = {"\r": "enter", "\n": "ctrl+j", "\t": "tab", " ": "space"}
    return events.Key(names.get(char, char), char)


async def test_enter_sends_and_empties_the_field() -> None:
    async with bench() as here:
        await here.press("h", "i", "enter")
        await here.until(lambda: here.app.sent)
        assert here.app.sent == ["hi"]
        assert here.editor.text == ""


async def test_a_letter_with_alt_is_a_key_and_not_written() -> None:
    async with bench() as here:
        here.app.post_message(events.Key("alt+r", "r"))
        await here.pilot.pause()
        here.app.post_message(events.Key("b", "b"))
        await here.until(lambda: here.editor.text == "b")


@pytest.mark.parametrize(
    ("pressed", "holds"), [("backspace", "oddsx"), ("left", "oddsxy"), ("ctrl+u", "x"), ("home", "xoddsy")]
)
async def test_what_is_typed_right_behind_a_key_comes_behind_it(pressed: str, holds: str) -> None:
    """As it reaches a program that was busy for a moment."""
    async with bench() as here:
        await here.press(*"oddsy")
        here.app.post_message(events.Key(pressed, None))
        here.app.post_message(events.Key("x", "x"))
        await here.until(lambda: "x" in here.editor.text)
        await here.pilot.pause()
        assert here.editor.text == holds


@pytest.mark.parametrize(
    "word",
    [
        "می\u200cخواهم",
        "क्\u200dष",
        "👩\u200d👩\u200d👧",
        "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
    ],
)
@pytest.mark.parametrize("at_once", [True, False], ids=["at once", "key by key"])
async def test_a_word_keeps_its_joiners(word: str, at_once: bool) -> None:
    async with bench() as here:
        if at_once:
            await here.burst(word)
        for char in "" if at_once else word:
            here.app.post_message(key(char))
            await here.pilot.pause(BURST_SECONDS * 2)
        await here.until(lambda: here.editor.text == word)
        await here.press("enter")
        await here.until(lambda: here.app.sent)
        assert here.app.sent == [word]


@pytest.mark.parametrize("newline", ["shift+enter", "ctrl+j"])
async def test_a_new_line_is_a_key_of_its_own(newline: str) -> None:
    async with bench() as here:
        await here.press("a", newline, "b")
        assert here.editor.text == "a\nb"
        assert here.app.sent == []


@pytest.mark.parametrize("ends", ["\r", "\n", "\r\n"])
async def test_a_paste_without_markers_is_one_draft_and_sends_nothing(ends: str) -> None:
    async with bench() as here:
        await here.burst(ends.join(["first line here", "\tsecond", "third", ""]))
        await here.until(lambda: here.editor.text.endswith("third\n"))
        assert here.editor.text == "first line here\n\tsecond\nthird\n"
        assert here.app.sent == []
        await here.press("enter")
        await here.until(lambda: here.app.sent)
        assert "".join(here.app.sent[0].replace("|", "").split()) == "firstlineheresecondthird"


async def test_a_paste_without_markers_is_pasted_from_its_first_letter_on() -> None:
    async with bench() as here:
        await here.press(*"see: ")
        await here.pilot.pause(BURST_SECONDS * 3)
        await here.burst("I am vegan\rand so on")
        await here.until(lambda: here.editor.text.endswith("so on"))
        await here.press("enter")
        await here.until(lambda: here.app.sent)
        assert here.app.sent == ["see: |I am vegan\nand so on"]
        assert here.app.sources == [[PartSource.TYPED, PartSource.PASTED]]


async def test_a_paste_that_begins_with_a_line_end_does_not_send_the_draft() -> None:
    async with bench() as here:
        await here.press("a", "b")
        await here.burst("\rfoo bar\r")
        await here.until(lambda: "foo" in here.editor.text)
        assert here.editor.text == "ab\nfoo bar\n"
        assert here.app.sent == []


async def test_a_marked_paste_never_sends_and_its_end_is_where_writing_goes_on() -> None:
    async with bench() as here:
        here.app.post_message(events.Paste("one\r\ntwo\r\n"))
        await here.press("x")
        assert here.editor.text == "one\ntwo\nx"
        assert here.app.sent == []


async def test_a_huge_paste_is_folded_and_writing_stays_possible() -> None:
    async with bench() as here:
        here.app.post_message(events.Paste("漢字" * 500_000))
        await here.press("!", "enter")
        await here.until(lambda: here.app.sent)
        assert here.app.sent == ["漢字" * 500_000 + "|!"]
        assert here.app.sources == [[PartSource.PASTED, PartSource.TYPED]]


async def test_a_huge_paste_as_keys_is_folded_too() -> None:
    async with bench() as here:
        await here.burst("word " * 2_000)
        await here.until(lambda: "[paste 1: " in here.editor.text)
        assert len(here.editor.text) < 60


@pytest.mark.parametrize("text", ["", "   ", "\u200b"])
async def test_a_blank_message_is_not_sent(text: str) -> None:
    async with bench() as here:
        here.editor.insert(text)
        await here.press("enter")
        await here.pilot.pause(BURST_SECONDS * 3)
        assert here.app.sent == [] and here.editor.text == text


async def test_control_bytes_of_a_paste_do_not_reach_the_terminal() -> None:
    async with bench() as here:
        here.app.post_message(events.Paste("a \x1b]0;owned\x07 b \x9b2J"))
        await here.until(lambda: here.editor.text)
        assert not any(ord(char) < 32 or 0x7F <= ord(char) < 0xA0 for char in here.editor.text)


async def test_commands_are_completed_with_their_help() -> None:
    async with bench() as here:
        await here.press("slash", "m")
        await here.until(lambda: here.popup.display)
        first = here.popup.options[0].prompt
        assert isinstance(first, Hint)
        assert (first.label.plain, first.detail.plain) == ("/model", "who answers")
        await here.press("tab")
        assert here.editor.text == "/model"
        await here.press("enter")
        await here.until(lambda: here.app.commands)
        assert here.app.commands == ["/model"]


async def test_enter_finishes_a_half_name_first_and_runs_a_whole_one() -> None:
    async with bench() as here:
        await here.press("slash", "h", "enter")
        await here.until(lambda: here.editor.text == "/help")
        assert here.app.commands == []
        await here.press("enter")
        await here.until(lambda: here.app.commands)
        assert here.app.commands == ["/help"]


async def test_a_whole_name_runs_although_longer_ones_fit() -> None:
    async with bench() as here:
        await here.press("slash", *"mode")
        await here.until(lambda: here.popup.display)
        await here.press("enter")
        await here.until(lambda: here.app.commands)
        assert here.app.commands == ["/mode"]


async def test_arrows_choose_among_completions() -> None:
    async with bench() as here:
        await here.press("slash", "m", "down", "enter")
        await here.until(lambda: here.editor.text == "/mode")


async def test_history_is_reached_at_the_edges_of_the_draft_only() -> None:
    async with bench() as here:
        for text in ("one", "two"):
            await here.press(*text, "enter")
            await here.until(lambda: here.editor.text == "")
        await here.press("x", "ctrl+j", "y", "up")
        assert here.editor.text == "x\ny"
        await here.press("up")
        assert here.editor.text == "two"
        await here.press("up")
        assert here.editor.text == "one"
        await here.press("down", "down")
        assert here.editor.text == "x\ny"


async def test_an_unsent_message_comes_back_with_its_folded_paste() -> None:
    async with bench() as here:
        here.app.post_message(events.Paste("z" * 1000))
        await here.press("enter")
        await here.until(lambda: here.app.sent)
        composer = here.app.query_one(Composer)
        composer.give_back(composer.history.move(-1, composer.draft) or composer.draft)
        await here.press("enter")
        await here.until(lambda: len(here.app.sent) == 2)
        assert here.app.sent == ["z" * 1000] * 2


async def test_an_unsent_message_comes_back_in_front_of_what_is_being_written() -> None:
    async with bench() as here:
        await here.press(*"second")
        here.app.query_one(Composer).give_back(Draft("first"))
        await here.press("!")
        assert here.editor.text == "first\n\nsecond!"


async def test_a_script_that_types_one_line_and_enter_sends_it() -> None:
    async with bench() as here:
        await here.burst("one quick line\r")
        await here.until(lambda: here.app.sent)
        assert here.app.sent == ["one quick line"]
        assert here.editor.text == ""
