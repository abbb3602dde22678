"""Reading: following the tail, going back, selecting, while a reply grows or not."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from rich.style import Style as RichStyle
from textual import events

from memory.ports import Delta
from tests.scripted import ScriptedModel
from tests.tui.chat.opened import open_memory
from tests.tui.screens.world import World, world
from tui.widgets.status_bar import StatusBar
from tui.widgets.transcript.thinking import Thinking
from tui.widgets.transcript.window import MOST, PAGE

LINES = "".join(f"{number}. item {number}\n" for number in range(1, 201))


async def talked(home: Path, turns: int) -> None:
    async with open_memory(home) as memory:
        conversation = (await memory.new_conversation()).id
        for number in range(turns):
            turn = await memory.begin(conversation, f"question {number}")
            turn.append(Delta(text=f"answer {number}"))
            await memory.finish(turn)


async def test_the_newest_line_is_followed_until_the_reader_goes_back(home: Path) -> None:
    model = ScriptedModel([LINES], gate=asyncio.Event(), chunk=1200)
    async with world(home, model) as here:
        await here.send("List them")
        await here.sees("item 80")
        await here.pilot.press("pageup")
        await here.pilot.pause()
        before = here.screen.transcript.scroll_y
        assert model.gate is not None
        model.gate.set()
        await here.idle()
        assert here.screen.transcript.scroll_y == before
        assert "item 200" not in here.text
        await here.pilot.press("ctrl+end")
        await here.sees("item 200")


async def test_a_long_conversation_opens_at_its_end_and_can_be_read_to_its_beginning(home: Path) -> None:
    await talked(home, 120)
    async with world(home, continue_last=True) as here:
        await here.sees("answer 119")
        transcript = here.screen.transcript
        assert len(transcript.children) == PAGE
        for _ in range(20):
            transcript.scroll_home(animate=False)
            await here.pilot.pause()
            await here.pilot.pause()
            assert len(transcript.children) <= MOST
            if "question 0" in here.text.split("\n")[1]:
                break
        assert "question 0" in here.text.split("\n")[1]
        transcript.scroll_to(y=transcript.max_scroll_y, animate=False)
        lowest = f"answer {MOST // 2 - 1}"
        await here.sees(lowest)
        await here.until(lambda: transcript.scroll_y < transcript.max_scroll_y)
        assert lowest in here.text
        await here.pilot.press("ctrl+end")
        await here.sees("answer 119")
        await here.ask("one more")
        await here.sees("one more", "Fine.")


async def test_what_is_read_stays_in_place_when_older_messages_come(home: Path) -> None:
    await talked(home, 60)
    async with world(home, continue_last=True) as here:
        await here.sees("answer 59")
        here.screen.transcript.scroll_home(animate=False)
        await here.until(lambda: len(here.screen.transcript.children) == 2 * PAGE)
        await here.pilot.pause()
        assert f"question {60 - PAGE // 2}" in here.text.split("\n")[1]


@pytest.mark.parametrize("ends", ["while it is out of sight", "once it is seen again"])
async def test_reading_to_the_beginning_while_a_reply_grows_mounts_no_more_than_else(home: Path, ends: str) -> None:
    await talked(home, 120)
    model = ScriptedModel([LINES], gate=asyncio.Event(), chunk=40)
    async with world(home, model, continue_last=True) as here:
        transcript = here.screen.transcript
        await here.send("List them")
        await here.sees("item 2")
        for _ in range(20):
            transcript.scroll_home(animate=False)
            await here.pilot.pause()
            await here.pilot.pause()
            assert len(transcript.children) <= MOST + 1
        assert "question 0" in here.text.split("\n")[1]
        assert model.gate is not None
        if ends == "while it is out of sight":
            model.gate.set()
            await here.idle()
            assert "question 0" in here.text.split("\n")[1]
        for _ in range(20):
            transcript.scroll_to(y=transcript.max_scroll_y, animate=False)
            await here.pilot.pause()
            await here.pilot.pause()
            assert len(transcript.children) <= MOST + 1
        await here.sees("item 200" if model.gate.is_set() else "item 2")
        model.gate.set()
        await here.idle()
        await here.pilot.press("ctrl+end")
        await here.sees("item 200")
        await here.ask("/inbox")
        await here.sees("item 200", "Nothing waits for your word")


@pytest.mark.parametrize("size", [(60, 18), (100, 30)])
async def test_the_mouse_may_do_anything_while_a_reply_grows(home: Path, size: tuple[int, int]) -> None:
    model = ScriptedModel([LINES], gate=asyncio.Event(), chunk=40)
    async with world(home, model, size=size) as here:
        await here.send("List them")
        await here.sees("item 2")
        assert model.gate is not None
        model.gate.set()
        for step in range(60):
            _mouse(here, events.MouseDown, 5 + step % 40, 3 + step % 12)
            _mouse(here, events.MouseMove, 10 + step % 30, 2 + step % 14)
            if step % 3:
                _mouse(here, events.MouseUp, 10, 4)
            await asyncio.sleep(0)
        _mouse(here, events.MouseUp, 10, 4)
        await here.idle()
        await here.pilot.press("h", "i")
        assert here.editor.text == "hi"
        await here.sees("item 200")


async def test_selected_text_is_copied_and_no_control_byte_with_it(home: Path) -> None:
    async with world(home, ScriptedModel(["alpha beta gamma \x1b]52;c;AAAA\x07"])) as here:
        await here.ask("Words")
        lines = here.text.split("\n")
        row = next(y for y, line in enumerate(lines) if "alpha" in line)
        start = lines[row].index("alpha")
        await here.pilot.mouse_down(offset=(start, row))
        await here.pilot.hover(offset=(start + 10, row))
        await here.pilot.mouse_up(offset=(start + 10, row))
        await here.pilot.press("ctrl+c")
        await here.until(lambda: here.app.clipboard)
        assert here.app.clipboard.startswith("alpha bet")
        await here.ask("/copy")
        await here.until(lambda: "gamma" in here.app.clipboard)
        assert "\x1b" not in here.app.clipboard and "\x07" not in here.app.clipboard


async def test_a_copy_is_confirmed_where_it_covers_nothing(home: Path) -> None:
    async with world(home, ScriptedModel(["alpha beta"])) as here:
        await here.ask("Words")
        await here.ask("/copy")
        await here.until(lambda: "Copied 10 characters" in here.text.split("\n")[-1])
        assert not here.app._notifications


async def test_news_of_the_model_stand_for_a_moment(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with world(home) as here:
        monkeypatch.setattr("tui.screens.chat.state.CONFIRM_SECONDS", 0.05)
        seen: list[str] = []
        here.app.watch(here.screen.query_one(StatusBar), "status", lambda status: seen.append(status.news), init=False)
        here.app.tell("The model is ready")
        await here.until(lambda: "The model is ready" in seen and seen[-1] != "The model is ready")


async def test_ctrl_c_without_a_selection_says_what_ends_what(home: Path) -> None:
    async with world(home) as here:
        await here.pilot.press("ctrl+c")
        await here.sees("Nothing is selected. Ctrl+Q quits")
        assert here.app.is_running


async def test_thinking_is_folded_and_unfolds(home: Path) -> None:
    async with open_memory(home) as memory:
        turn = await memory.begin((await memory.new_conversation()).id, "Think")
        turn.append(Delta(reasoning="First the [red]clauses[/], then the rent."))
        turn.append(Delta(text="Done."))
        await memory.finish(turn)
    async with world(home, continue_last=True) as here:
        await here.sees("thought, 6 words", "Done.")
        assert "then the rent" not in here.text
        await here.pilot.press("ctrl+t")
        await here.sees("First the [red]clauses[/], then the rent.")
        await here.click_on("thought, 6 words")
        await here.until(lambda: "then the rent" not in here.text)
        assert not here.screen.query_one(Thinking).unfolded


async def test_regions_come_and_go_with_keys(home: Path) -> None:
    async with world(home, size=(80, 24)) as here:
        assert "Before each message" not in here.text
        await here.pilot.press("f3")
        await here.sees("Before each message")
        await here.pilot.press("f2")
        await here.sees("No conversations yet", "Before each message")
        await here.pilot.press("escape")
        await here.until(lambda: "No conversations yet" not in here.text)
        await here.pilot.press("f3")
        await here.until(lambda: "Before each message" not in here.text)
        await here.pilot.press("x")
        assert here.editor.text == "x"


async def test_colours_are_left_out_where_the_user_asks_for_none(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with world(home) as here:
        assert here.app.no_color
        shown = here.app.screen.styles.background
        styles = (
            segment.style
            for row in here.app.screen._compositor.render_strips()
            for segment in row.apply_filter(here.app._filters[-1], shown)
            if isinstance(segment.style, RichStyle)
        )
        colors = {color.triplet for style in styles for color in (style.color, style.bgcolor) if color is not None}
        assert all(triplet is None or len({*triplet}) == 1 for triplet in colors)


def _mouse(here: World, kind: type[events.MouseEvent], x: int, y: int) -> None:
    here.app.post_message(kind(None, x, y, 0, 0, 1, False, False, False, screen_x=x, screen_y=y))
