"""The message widget: growing, finishing, resizing, changing theme, selecting, clicking."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest
from textual.app import App, ComposeResult
from textual.containers import VerticalScroll
from textual.pilot import Pilot
from textual.widgets import TextArea

from tui.bench.stream import sample
from tui.widgets.drawn import ReplyBody
from tui.widgets.drawn.wrap import plain


class Host(App[None]):
    """One message in a scrolling transcript, and something else to type in."""

    def __init__(self, body: ReplyBody) -> None:
        super().__init__()
        self.body = body
        self.clicked: list[str] = []

    def compose(self) -> ComposeResult:
        with VerticalScroll() as transcript:
            yield self.body
        transcript.anchor()
        yield TextArea()

    def on_reply_body_link_clicked(self, event: ReplyBody.LinkClicked) -> None:
        self.clicked.append(event.href)


@asynccontextmanager
async def shown(body: ReplyBody, width: int = 60, height: int = 24) -> AsyncIterator[Pilot[None]]:
    async with Host(body).run_test(size=(width, height)) as pilot:
        await pilot.pause()
        yield pilot


def text_of(body: ReplyBody) -> str:
    """What a reader sees, drawn through the widget's own lines."""
    return "\n".join(plain(body.render_line(y)).rstrip() for y in range(body.size.height))


async def until(pilot: Pilot[None], condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(20):
        while not condition():
            await pilot.pause(0.01)
    await pilot.pause()


async def test_a_growing_reply_is_shown_and_finished_whole() -> None:
    body = ReplyBody()
    async with shown(body) as pilot:
        for piece in ("See [th", "e page][p].\n\n- one\n- ", "two\n\n[p]: https://x.example"):
            body.append(piece)
        await until(pilot, lambda: "two" in text_of(body))
        assert "[the page][p]" in text_of(body)

        await body.finish()
        await pilot.pause()

        assert text_of(body) == "See the page (https://x.example).\n\n • one\n • two"
        assert body.source == "See [the page][p].\n\n- one\n- two\n\n[p]: https://x.example"


@pytest.mark.parametrize("kind", ["prose", "list", "fence", "table"])
async def test_a_long_reply_is_complete_and_followed(kind: str) -> None:
    body = ReplyBody()
    source = sample(kind, 3_000)
    async with shown(body, width=110) as pilot:
        for at in range(0, len(source), 500):
            body.append(source[at : at + 500])
            await pilot.pause()
        await body.finish()
        await pilot.pause()

        words = {word for word in source.split() if word.isalpha()}
        assert body.source == source
        assert words <= set(text_of(body).replace("(", " ").split())
        assert pilot.app.query_one(VerticalScroll).is_vertical_scroll_end


async def test_text_from_before_the_first_frame_is_drawn() -> None:
    body = ReplyBody("stored ")
    body.append("and more")
    async with shown(body):
        assert text_of(body) == "stored and more"


async def test_a_finished_reply_can_go_on_and_be_replaced() -> None:
    body = ReplyBody("# One")
    async with shown(body) as pilot:
        body.append("\n\ntwo")
        await until(pilot, lambda: "two" in text_of(body))
        body.replace("three")
        await pilot.pause()

        assert (text_of(body), body.source) == ("three", "three")


async def test_markdown_can_be_off() -> None:
    body = ReplyBody("# *as* it\n[came](x)", markdown=False)
    async with shown(body) as pilot:
        assert text_of(body) == "# *as* it\n[came](x)"

        body.append("\n**more**")
        await until(pilot, lambda: text_of(body).endswith("**more**"))


async def test_a_new_width_and_theme_redraw_without_losing_text() -> None:
    source = sample("prose", 3_000)
    body = ReplyBody(source)
    async with shown(body) as pilot:
        await until(pilot, lambda: body.size.height > 100)
        words = text_of(body).split()
        colours = {segment.style.color for segment in body.render_line(0) if segment.style}

        await pilot.resize_terminal(40, 24)
        await until(pilot, lambda: max(map(len, text_of(body).split("\n"))) <= 40)
        assert text_of(body).split() == words

        pilot.app.theme = "textual-light"
        await until(pilot, lambda: colours.isdisjoint(s.style.color for s in body.render_line(0) if s.style))
        assert text_of(body).split() == words


async def test_a_growing_fence_survives_resize_and_theme() -> None:
    body = ReplyBody()
    async with shown(body) as pilot:
        body.append("```py\nfirst = 1\n")
        await until(pilot, lambda: "first" in text_of(body))
        pilot.app.theme = "textual-light"
        await pilot.resize_terminal(50, 20)
        body.append("second = 2\n```\n\nend")
        await until(pilot, lambda: "end" in text_of(body))
        assert text_of(body) == " py\n first = 1\n second = 2\n\nend"

        await body.finish()
        await pilot.click(body)
        pilot.app.query_one(TextArea).focus()
        await pilot.pause()
        assert text_of(body) == " py\n first = 1\n second = 2\n\nend"


async def test_dragging_selects_the_visible_text() -> None:
    body = ReplyBody("# Title\n\nWords here\n\n```\ncode\n```")
    async with shown(body) as pilot:
        assert text_of(body) == "Title\nWords here\n\n code"
        await pilot.mouse_down(body, offset=(2, 0))
        await pilot.hover(body, offset=(3, 1))
        await pilot.hover(body, offset=(30, 3))
        await pilot.mouse_up(body, offset=(30, 3))
        await pilot.pause()

        assert pilot.app.screen.get_selected_text() == "tle\nWords here\n\n code"
        highlighted = pilot.app.screen.get_component_rich_style("screen--selection").bgcolor
        marked = "".join(s.text for s in body.render_line(0) if s.style and s.style.bgcolor == highlighted)
        assert marked == "tle"


async def test_pressing_and_dragging_while_it_streams() -> None:
    body = ReplyBody()
    async with shown(body, height=12) as pilot:
        for number in range(20):
            body.append(f"- item {number} with `code`\n")
            await pilot.mouse_down(VerticalScroll, offset=(number % 20, number % 5))
            await pilot.hover(VerticalScroll, offset=(number % 30, number % 8))
            await pilot.mouse_up(VerticalScroll, offset=(5, number % 8))
            pilot.app.screen.get_selected_text()
        await body.finish()
        await pilot.pause()

        assert text_of(body).count("item") == 20


async def test_a_selection_longer_than_the_text_that_replaces_it() -> None:
    body = ReplyBody("\n\n".join("line" for _ in range(20)))
    async with shown(body) as pilot:
        pilot.app.screen.text_select_all()
        body.replace("short")
        await pilot.pause()

        assert pilot.app.screen.get_selected_text() == "short"


async def test_a_clicked_link_is_reported() -> None:
    body = ReplyBody("[here](https://x.example/a)")
    async with shown(body) as pilot:
        await pilot.click(body, offset=(1, 0))
        await pilot.pause()

        assert isinstance(pilot.app, Host)
        assert pilot.app.clicked == ["https://x.example/a"]


@pytest.mark.parametrize(
    "source",
    [
        "",
        " \n ",
        "```python\ncode \b\b x\n```",
        "[a](https://x.example/\x1b]52;c;aGk=\x07)",
        "\ud800 half",
        "[/red] [@click=app.quit]x[/]",
    ],
)
async def test_odd_text_is_drawn_without_control_characters(source: str) -> None:
    body = ReplyBody()
    async with shown(body) as pilot:
        for char in source:
            body.append(char)
        await body.finish()
        await pilot.pause()

        assert text_of(body).replace("\n", "").isprintable()


async def test_a_megabyte_in_one_line() -> None:
    body = ReplyBody()
    source = "word" * 250_000
    async with shown(body) as pilot:
        body.append(source)
        await until(pilot, lambda: body.size.height > 20)
        await body.finish()
        await pilot.pause()

        assert body.source == source
        assert body.size.height == -(-len(source) // body.size.width)


async def test_what_arrives_during_a_long_redraw_is_shown() -> None:
    body = ReplyBody(sample("list", 3_000))
    async with shown(body) as pilot:
        await until(pilot, lambda: body.size.height > 100)
        body.append("\n\nlate")
        body.append(" words")
        await until(pilot, lambda: text_of(body).endswith("late words"))
