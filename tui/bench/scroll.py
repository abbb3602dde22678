"""`harken bench scroll`: what a long conversation costs to open, to add to, to resize and to read from its end up.

The real transcript beside a text area, without a terminal. Times are medians, from the wish to the last frame of it;
each stands beside that of a short conversation.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from itertools import cycle
from statistics import median
from time import perf_counter
from typing import Any

from textual.app import App, ComposeResult
from textual.pilot import Pilot
from textual.widgets import TextArea

from memory.types import Message, Part, PartKind, PartSource, Role
from tui import collector
from tui.bench.loop_lag import LoopLag
from tui.bench.stream import KINDS, sample
from tui.widgets.transcript.transcript import Transcript

TURNS = (50, 1_000)
ROUNDS = 5
PAGES = 40
REPLY_TOKENS = 150
WIDE, NARROW = (120, 40), (90, 30)


@dataclass(frozen=True, slots=True)
class ScrollRun:
    """Milliseconds, but for `mounted`: the most widgets that the transcript held."""

    turns: int
    first_input_ms: float
    one_more_ms: float
    resize_ms: float
    page_up_ms: float
    max_stall_ms: float
    mounted: int


def run(*, turns: Sequence[int] = TURNS, rounds: int = ROUNDS, pages: int = PAGES) -> dict[str, Any]:
    """One run for each length, and how much the longest costs over the shortest."""
    runs = [asyncio.run(measure(count, rounds, pages)) for count in sorted(turns)]
    short, long = runs[0], runs[-1]
    names = ("first_input_ms", "one_more_ms", "resize_ms", "page_up_ms")
    growth = {name: round(getattr(long, name) / max(getattr(short, name), 0.001), 2) for name in names}
    return {"runs": [asdict(one) for one in runs], "growth": growth}


def conversation(turns: int) -> list[Message]:
    """Questions of a line, and replies of all kinds that a model writes."""
    kinds = cycle(KINDS)
    said = (
        text for number in range(turns) for text in (f"Question {number}, please?", sample(next(kinds), REPLY_TOKENS))
    )
    return [_message(number, text) for number, text in enumerate(said, 1)]


def _message(number: int, text: str) -> Message:
    role, source = (Role.USER, PartSource.TYPED) if number % 2 else (Role.ASSISTANT, PartSource.MODEL)
    return Message(
        id=f"m{number}",
        conversation="c1",
        parent=f"m{number - 1}" if number > 1 else None,
        seq=number,
        role=role,
        parts=(Part(text, PartKind.TEXT, source),),
        created_at=datetime(2026, 5, 18, tzinfo=UTC),
    )


class ScrollApp(App[None]):
    """A transcript above, one text area below."""

    CSS = "Transcript { height: 1fr; } TextArea { height: 5; }"

    def __init__(self) -> None:
        super().__init__()
        self.transcript = Transcript()
        self.drawn_at = 0.0

    def compose(self) -> ComposeResult:
        yield self.transcript
        yield TextArea()

    def on_mount(self) -> None:
        text = self.query_one(TextArea)
        text.cursor_blink = False  # each blink is a frame
        text.focus()

    def post_display_hook(self) -> None:
        self.drawn_at = perf_counter()


class Reader:
    """Who reads and writes there; `most` is the most widgets that the transcript held."""

    def __init__(self, app: ScrollApp, pilot: Pilot[None]) -> None:
        self._app = app
        self._pilot = pilot
        self._transcript = app.transcript
        self.most = 0

    async def ms(self, wish: Coroutine[Any, Any, None]) -> float:
        """Milliseconds to the last frame, 0 where none comes. That it was the last is known a while later."""
        started = perf_counter()
        await wish
        await self._pilot.pause()
        self.most = max(self.most, len(self._transcript.query("*")))
        return round(max(0.0, self._app.drawn_at - started) * 1000, 1)

    async def first_input(self, messages: Sequence[Message]) -> None:
        await self._transcript.show(messages)
        await self._pilot.press("x")

    async def one_more(self, number: int) -> None:
        message = _message(2 * number + 1, f"And one more, number {number}")
        self._transcript.settle(await self._transcript.add_user(message.parts), message)

    async def resize(self, size: tuple[int, int]) -> None:
        await self._pilot.resize_terminal(*size)

    async def page_up(self) -> None:
        self._transcript.scroll_page_up(animate=False, force=True)


async def measure(turns: int, rounds: int = ROUNDS, pages: int = PAGES) -> ScrollRun:
    messages = conversation(turns)
    app = ScrollApp()
    async with app.run_test(size=WIDE) as pilot:
        reader = Reader(app, pilot)
        await reader.first_input(messages[-2:])  # what is loaded with the first reply is none of these times
        collector.settle()
        first = [await reader.ms(reader.first_input(messages)) for _ in range(rounds)]
        more = [await reader.ms(reader.one_more(number)) for number in range(rounds)]
        resized = [await reader.ms(reader.resize(size)) for _ in range(rounds) for size in (NARROW, WIDE)]
        async with LoopLag() as lag:
            paged = [await reader.ms(reader.page_up()) for _ in range(pages)]
    return ScrollRun(
        turns,
        first_input_ms=median(first),
        one_more_ms=median(more),
        resize_ms=median(resized),
        page_up_ms=median(paged),
        max_stall_ms=round(lag.worst_ms, 1),
        mounted=reader.most,
    )
