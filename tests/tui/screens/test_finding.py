"""Finding words in the conversation on the screen, also where nothing of it is mounted."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from rich.style import Style
from textual.events import Key, Paste
from textual.widgets import Input

from tests.scripted import ScriptedModel
from tests.tui.screens.world import DEADLINE, World, world
from tui.widgets.find.bar import FindBar
from tui.widgets.transcript import transcript
from tui.widgets.transcript.window import MOST


def count(here: World) -> str:
    return str(here.screen.query_one("#find-count").render())


def marked(here: World) -> list[str]:
    """The pieces of the screen that are marked as found."""
    rows = here.app.screen._compositor.render_strips()
    segments = [segment for row in rows for segment in row if (segment.style or Style.null()).reverse]
    return [text for segment in segments if (text := segment.text.strip()).isascii() and text]


async def looks_for(here: World, words: str, said: str) -> None:
    await here.pilot.press("ctrl+f", *words)
    await here.until(lambda: count(here) == said)
    await here.pilot.pause()


async def test_words_are_counted_marked_and_gone_through_from_the_newest(home: Path) -> None:
    model = ScriptedModel(["Lisbon is **mild** in March.", "Porto is wet.", "LISBON again."])
    async with world(home, model) as here:
        for text in ("Where is it mild?", "And Porto?", "And now?"):
            await here.ask(text)
        await looks_for(here, "lisbon", "message 2 of 2")
        assert marked(here) == ["Lisbon", "LISBON"]
        assert here.screen.transcript.marked and here.screen.transcript.marked.id == "m6"
        await here.pilot.press("enter")
        await here.until(lambda: count(here) == "message 1 of 2")
        await here.pilot.press("up")
        await here.until(lambda: count(here) == "message 2 of 2")
        await here.pilot.press("down")
        await here.until(lambda: count(here) == "message 1 of 2")
        assert here.screen.transcript.marked.id == "m2"
        await here.pilot.press("escape")
        await here.until(lambda: not here.screen.query_one(FindBar).display)
        assert marked(here) == []
        await here.pilot.press("x")
        assert here.editor.text == "x"


async def test_words_that_are_nowhere_are_said_to_be(home: Path) -> None:
    async with world(home) as here:
        await here.ask("Hello")
        await looks_for(here, "nowhere", "nothing found")
        await here.pilot.press("ctrl+f", "enter", "down", "escape")
        assert here.editor.has_focus


async def test_a_phrase_is_found_in_markdown_and_signs_are_no_pattern(home: Path) -> None:
    async with world(home, ScriptedModel(["It is **very** mild (really)."])) as here:
        await here.ask("Hello")
        await looks_for(here, "very mild (", "message 1 of 1")
        assert marked(here) == ["very", "mild ("]


async def test_what_lies_far_above_is_brought_onto_the_screen(home: Path) -> None:
    async with world(home) as here:
        talk = (await here.memory.new_conversation()).id
        for number in range(MOST):
            text = "the needle is here" if number == 3 else f"question {number}"
            await here.memory.finish(await here.memory.begin(talk, text))
        await here.screen.talk.open(talk)
        assert "needle" not in here.text
        await here.send("/find needle")
        await here.sees("the needle is here", "message 1 of 1")
        assert marked(here) == ["needle"]
        assert len(here.screen.transcript.children) <= MOST


async def test_the_line_within_a_long_reply_is_shown(home: Path) -> None:
    lines = [f"line {number}\n" for number in range(400)]
    lines[200] = "here is the needle\n"
    async with world(home, ScriptedModel(["\n".join(lines), "Short."])) as here:
        await here.ask("Write a lot")
        await here.ask("And now?")
        await here.send("/find needle")
        await here.sees("here is the needle", "line 201", "message 1 of 1")


async def test_it_can_be_found_while_a_reply_is_written_and_a_file_is_not_read(home: Path) -> None:
    async with world(home, ScriptedModel(["Lisbon is mild."])) as here:
        await here.ask("Where?")
        await here.send("/find")
        await here.until(lambda: here.screen.query_one(FindBar).display)
        await here.pilot.press(*"mild")
        await here.until(lambda: count(here) == "message 1 of 1")
        await here.pilot.press("ctrl+n")
        await here.until(lambda: not here.screen.query_one(FindBar).display)


async def test_it_may_be_closed_while_it_still_looks(home: Path) -> None:
    async with world(home, ScriptedModel(["word " * 400])) as here:
        await here.ask("Hello")
        transcript = here.screen.transcript
        await here.pilot.press("ctrl+f")
        here.screen.query_one(FindBar).query_one(Input).insert_text_at_cursor("word")
        await here.until(lambda: count(here).startswith("message"))
        transcript.look_for(None)  # what Escape does, at the worst moment
        await here.pilot.press("escape")
        assert here.editor.has_focus


async def test_what_is_pasted_into_its_line_is_one_line_and_acts_on_nothing(home: Path) -> None:
    async with world(home) as here:
        await here.pilot.press("ctrl+f")
        field = here.screen.query_one(FindBar).query_one(Input)
        here.app.post_message(Paste("\x1b[?1000h and\nthe \u202e next"))
        await here.until(lambda: field.value == "␛[?1000h and the ⟨U+202E⟩ next")
        here.app.copy_to_clipboard("two\nlines")
        await here.pilot.press("ctrl+u", "ctrl+v")
        assert field.value == "two lines"


async def test_what_is_typed_at_once_after_the_key_is_looked_for(home: Path) -> None:
    async with world(home, ScriptedModel(["Lisbon is mild."])) as here:
        await here.ask("Where is it mild?")
        for key in ("ctrl+f", *"lisbon"):
            here.app.post_message(Key(key, key if len(key) == 1 else None))
        await here.until(lambda: count(here) == "message 1 of 1")
        assert here.screen.query_one(FindBar).query_one(Input).value == "lisbon"
        assert here.editor.text == ""


async def test_one_can_type_on_while_a_long_conversation_is_searched(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    searched = threading.Event()
    monkeypatch.setattr(transcript, "says", lambda text, wanted: searched.wait(DEADLINE))
    async with world(home) as here:
        await here.ask("Hello")
        await here.pilot.press("ctrl+f", "h")
        field = here.screen.query_one(FindBar).query_one(Input)
        here.app.post_message(Key("e", "e"))
        await here.until(lambda: field.value == "he")
        assert not searched.is_set() and count(here) == ""
        searched.set()
        await here.until(lambda: count(here) == "message 2 of 2")
