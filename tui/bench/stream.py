"""`harken bench stream`: what showing a growing reply costs, and whether a person can type meanwhile.

The real widget in a scrolling transcript beside a text area, without a terminal. Deltas of four characters come at a
fixed pace; a key is pressed every 100 ms. CPU seconds are those of the process, the final drawing included. As in the
program, what was loaded before is kept out of garbage collection: going over it takes longer than a frame.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass
from itertools import cycle, islice
from time import perf_counter, process_time
from typing import Any

from textual import events
from textual.app import App, ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.widget import Widget
from textual.widgets import Markdown, TextArea

from tui import collector
from tui.bench.loop_lag import LoopLag
from tui.widgets.drawn import ReplyBody

KINDS = ("prose", "list", "fence", "table")
SIZES = (5_000, 10_000, 20_000)
DELTA = 4
"""Characters in a delta; one delta counts as one token."""
RATE = 1_000
"""Tokens a second."""
KEY_INTERVAL = 0.1
COMPARED_SIZE = 2_000

_BEATS = 50
_SENTENCES = (
    "The reply grows while you read it, and **what is finished stays** where it is.",
    "A line with `inline code`, a [link](https://example.org/page) and *some weight* on a word.",
    "Nothing here depends on how much was written before, 漢字 and emoji 👩‍🚀 included.",
    "Short one.",
)
_CODE = (
    "def area(width: float, length: float) -> float:",
    '    """Return the area of a bed."""',
    "    if width <= 0:",
    "        raise ValueError(f'not a width: {width}')  # metres",
    "    return round(width * length, 2)",
    "",
)


@dataclass(frozen=True, slots=True)
class StreamRun:
    kind: str
    tokens: int
    cpu_s: float
    max_stall_ms: float
    key_echo_p99_ms: float


def run(
    *,
    tokens: Sequence[int] = SIZES,
    kinds: Sequence[str] = KINDS,
    compare: bool = False,
    rate: int = RATE,
) -> dict[str, Any]:
    """Run the benchmark; `compare` adds one small run of Textual's own streaming Markdown for each kind."""
    return asyncio.run(_run(tokens, kinds, compare, rate))


async def _run(tokens: Sequence[int], kinds: Sequence[str], compare: bool, rate: int) -> dict[str, Any]:
    runs = [await measure(ReplyBody(), kind, size, rate) for kind in kinds for size in tokens]
    result: dict[str, Any] = {"runs": [asdict(run) for run in runs], "growth": _growth(runs), "tokens_per_second": rate}
    if compare:
        result["compared"] = [await _compared(kind, rate) for kind in kinds]
    return result


def _growth(runs: Sequence[StreamRun]) -> dict[str, float]:
    """How much more CPU the largest size took than the one before it, by kind."""
    by_kind: dict[str, list[StreamRun]] = {}
    for run in sorted(runs, key=lambda run: run.tokens):
        by_kind.setdefault(run.kind, []).append(run)
    return {
        kind: round(of_kind[-1].cpu_s / max(of_kind[-2].cpu_s, 0.001), 2)
        for kind, of_kind in by_kind.items()
        if len(of_kind) > 1
    }


async def _compared(kind: str, rate: int) -> dict[str, Any]:
    ours = await measure(ReplyBody(), kind, COMPARED_SIZE, rate)
    textual = await measure(Markdown(), kind, COMPARED_SIZE, rate)
    return {
        "kind": kind,
        "tokens": COMPARED_SIZE,
        "cpu_s": ours.cpu_s,
        "textual_cpu_s": textual.cpu_s,
        "textual_max_stall_ms": textual.max_stall_ms,
        "ratio": round(ours.cpu_s / max(textual.cpu_s, 0.001), 3),
    }


def sample(kind: str, tokens: int) -> str:
    """A reply of one kind, exactly `tokens` deltas long."""
    lines = _lines(kind)
    text, size = [], 0
    while size < tokens * DELTA:
        text.append(next(lines))
        size += len(text[-1]) + 1
    return "\n".join(text)[: tokens * DELTA]


def _lines(kind: str) -> Iterator[str]:
    sentences = cycle(_SENTENCES)
    match kind:
        case "prose":
            while True:
                yield from (" ".join(islice(sentences, 5)), "")
        case "list":
            yield from (f"- {sentence}" for sentence in sentences)
        case "fence":
            yield "```python"
            yield from cycle(_CODE)
        case "table":
            yield from ("| Number | What | Note |", "|---:|---|:---:|")
            for number, sentence in enumerate(sentences):
                yield f"| {number} | {sentence} | `{number * 7}` |"
        case _:
            raise ValueError(f"unknown kind of text: {kind}")


class StreamApp(App[None]):
    """One reply above, one text area below; remembers when each key was echoed."""

    CSS = "VerticalScroll { height: 1fr; } TextArea { height: 5; }"

    def __init__(self, body: Widget) -> None:
        super().__init__()
        self.body = body
        self.echo_ms: list[float] = []
        self._pressed: list[float] = []

    def compose(self) -> ComposeResult:
        with VerticalScroll(can_focus=False) as transcript:
            yield self.body
        transcript.anchor()
        yield Horizontal(TextArea())

    def on_mount(self) -> None:
        self.query_one(TextArea).focus()

    def press(self) -> None:
        self._pressed.append(perf_counter())
        self.post_message(events.Key("x", "x"))

    def on_text_area_changed(self) -> None:
        self.call_after_refresh(self.echoed, self._pressed.pop(0))

    def echoed(self, pressed: float) -> None:
        self.echo_ms.append((perf_counter() - pressed) * 1000)


async def measure(body: ReplyBody | Markdown, kind: str, tokens: int, rate: int) -> StreamRun:
    """Stream one sample into a fresh app."""
    app = StreamApp(body)
    async with app.run_test(size=(100, 40)) as pilot:
        await pilot.pause()
        text = sample(kind, tokens)
        collector.settle()
        async with LoopLag() as lag, _typing(app):
            started = process_time()
            await _stream(body, text, rate)
            spent = process_time() - started
        await pilot.pause()
    return StreamRun(kind, tokens, round(spent, 3), round(lag.worst_ms, 1), round(_p99(app.echo_ms), 1))


async def _stream(body: ReplyBody | Markdown, text: str, rate: int) -> None:
    if isinstance(body, ReplyBody):
        async for delta in _paced(text, rate):
            body.append(delta)
        await body.finish()
    else:
        stream = Markdown.get_stream(body)
        async for delta in _paced(text, rate):
            await stream.write(delta)
        await stream.stop()


async def _paced(text: str, rate: int) -> AsyncIterator[str]:
    """Deltas at an even pace: bursts that are due, 50 times a second; nothing is skipped when late."""
    started = perf_counter()
    for index in range(0, len(text), DELTA):
        due = started + index / DELTA / rate
        if (early := due - perf_counter()) > 0:
            await asyncio.sleep(max(early, 1 / _BEATS))
        yield text[index : index + DELTA]


@asynccontextmanager
async def _typing(app: StreamApp) -> AsyncIterator[None]:
    async def press() -> None:
        while True:
            app.press()
            await asyncio.sleep(KEY_INTERVAL)

    task = asyncio.create_task(press())
    try:
        yield
    finally:
        task.cancel()


def _p99(values: Sequence[float]) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * 0.99))] if ordered else 0.0
