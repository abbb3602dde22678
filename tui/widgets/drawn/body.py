"""The widget: one message as cached lines, drawn while it grows and once more, whole, when it is finished."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass, field
from time import monotonic, thread_time
from typing import Protocol

from rich.style import Style
from textual.geometry import Region, Size
from textual.message import Message
from textual.selection import Selection
from textual.strip import Strip
from textual.timer import Timer
from textual.widget import Widget
from textual.worker import WorkerCancelled

from tui import collector
from tui.safe_text import SafeStream, safe
from tui.widgets.drawn.code import lexers_loaded
from tui.widgets.drawn.draw import Block, Canvas, Drawn, draw_markdown, draw_plain
from tui.widgets.drawn.lines import Lines
from tui.widgets.drawn.live import LiveDrawing, PlainDrawing
from tui.widgets.drawn.palette import palette_for
from tui.widgets.drawn.selecting import marked, selected_text
from tui.widgets.drawn.wrap import Line, plain
from tui.widgets.find.words import MARK, Sought, places

FLUSH_INTERVAL = 0.05
"""Seconds: what arrives is shown at most 20 times a second."""
COST_FACTOR = 4
"""A flush waits for this many times the CPU time of the last one, so drawing never takes over the event loop."""
FLUSH_BUDGET = 0.015
"""Seconds of CPU time a flush may draw for; the rest of the text waits for the next."""
SHORT = (4_000, 100)
"""Characters and lines; a longer text is drawn in a thread."""
_SLICE = 500
_CACHED_STRIPS = 200


class Growing(Protocol):
    lines: Lines
    blocks: list[Block]

    def feed(self, text: str) -> int: ...


@dataclass(frozen=True, slots=True)
class Finished:
    """A message drawn whole."""

    lines: Lines = field(default_factory=Lines)
    blocks: list[Block] = field(default_factory=list)


class ReplyBody(Widget):
    """One message. Foreign text is made safe here, so callers hand over what they got."""

    ALLOW_SELECT = True
    DEFAULT_CSS = """
    ReplyBody { width: 1fr; height: auto; background: transparent; }
    """

    @dataclass
    class LinkClicked(Message):
        """A http, https or mailto link was clicked."""

        body: ReplyBody
        href: str

        @property
        def control(self) -> ReplyBody:
            return self.body

    def __init__(
        self,
        source: str = "",
        *,
        markdown: bool = True,
        name: str | None = None,
        id: str | None = None,
        classes: str | None = None,
    ) -> None:
        super().__init__(name=name, id=id, classes=classes)
        self._markdown = markdown
        self._safe = SafeStream()
        self._parts = [safe(source)]
        self._shown = 0
        self._drawing: Growing | Finished = Finished()
        self._growing: Growing | None = None
        self._grows = False
        self._canvas: Canvas | None = None
        self._generation = 0
        self._timer: Timer | None = None
        self._next_flush = 0.0
        self._strips: dict[int, Strip] = {}
        self._sought: Sought | None = None

    def look_for(self, wanted: Sought | None) -> None:
        """Marks the words wherever they stand in one line."""
        if wanted != self._sought:
            self._sought = wanted
            self._strips.clear()
            self.refresh()

    async def line_of(self, wanted: Sought) -> int | None:
        """The first line with the words, once all is drawn."""
        while drawing := [worker for worker in self.workers if worker.node is self and not worker.is_finished]:
            with suppress(WorkerCancelled):  # another took its place
                await drawing[-1].wait()
        return next((y for y, line in enumerate(self._drawing.lines) if wanted.search(plain(line))), None)

    @property
    def source(self) -> str:
        """The whole text, made safe, whether or not it is on the screen yet."""
        self._parts = ["".join(self._parts)]
        return self._parts[0]

    @property
    def blocks(self) -> list[Block]:
        """The finished blocks; their offsets index `source`."""
        return self._drawing.blocks

    def append(self, text: str) -> None:
        """Add text at the end; it is shown soon, many small pieces together."""
        if not self._grows:
            self._grows = True
            self._draw()
        self._parts.append(self._safe.feed(text))
        self._schedule()

    def replace(self, text: str) -> None:
        """Show another text instead."""
        self._end_growing()
        self._parts = [safe(text)]
        self._draw()

    async def finish(self) -> None:
        """Draw the whole text once more: link definitions now resolve, tables fit, code is lexed as one."""
        self._parts.append(self._safe.close())
        self._end_growing()
        await self._redraw()

    def action_open_link(self, href: str) -> None:
        self.post_message(self.LinkClicked(self, href))

    def _end_growing(self) -> None:
        self._grows = False
        self._safe = SafeStream()
        if self._timer:
            self._timer.stop()
            self._timer = None

    def _schedule(self) -> None:
        if self._timer is None and self._canvas and self.is_running:
            self._timer = self.set_timer(max(0.001, self._next_flush - monotonic()), self._flush)

    def _flush(self) -> None:
        self._timer = None
        if self._growing is None:
            return
        started = thread_time()
        source = self.source
        changed = len(self._drawing.lines)
        while self._shown < len(source) and thread_time() - started < FLUSH_BUDGET:
            changed = min(changed, self._growing.feed(source[self._shown : self._shown + _SLICE]))
            self._shown = min(len(source), self._shown + _SLICE)
        self._show_from(changed)
        self._pace(started)
        self.call_after_refresh(self._pace, started)
        if self._shown < len(source):
            self._schedule()

    def _pace(self, started: float) -> None:
        """Put the next flush off by what this one has cost so far, the layout of the screen included."""
        cost = thread_time() - started
        self._next_flush = monotonic() + max(FLUSH_INTERVAL, COST_FACTOR * cost)

    def _show_from(self, changed: int) -> None:
        for y in [y for y in self._strips if y >= changed]:
            del self._strips[y]
        if len(self._drawing.lines) == self.size.height:
            self.refresh(Region(0, changed, self.size.width, self.size.height - changed))
        else:
            self.refresh(layout=True)

    def _draw(self) -> None:
        """Draw all of it again: at once if it is short, else in the background."""
        if self._canvas is None:
            return
        if self._is_quick():
            self._generation += 1
            self._put(self._build(self.source, self._canvas), len(self.source))
        else:
            self.run_worker(self._redraw(), group="drawing", exclusive=True)

    def _is_quick(self) -> bool:
        source = self.source
        characters, lines = SHORT
        is_short = len(source) <= characters and source.count("\n") <= lines
        return is_short and (self._grows or lexers_loaded(source))

    async def _redraw(self) -> None:
        if self._canvas is None:
            return
        self._generation += 1
        generation, source = self._generation, self.source
        drawing = await asyncio.to_thread(self._build_apart, source, self._canvas)
        if generation == self._generation and self.is_running:
            self._put(drawing, len(source))

    def _build_apart(self, source: str, canvas: Canvas) -> Growing | Finished:
        with collector.paused():
            return self._build(source, canvas)

    def _build(self, source: str, canvas: Canvas) -> Growing | Finished:
        if self._grows:
            growing: Growing = LiveDrawing(canvas) if self._markdown else PlainDrawing(canvas)
            growing.feed(source)
            return growing
        drawn = draw_markdown(source, canvas) if self._markdown else Drawn(draw_plain(source, canvas.width))
        return Finished(Lines(drawn.lines), drawn.blocks)

    def _put(self, drawing: Growing | Finished, drawn_to: int) -> None:
        self._drawing = drawing
        self._growing = drawing if isinstance(drawing, LiveDrawing | PlainDrawing) else None
        if self._growing:
            self._growing.feed(self.source[drawn_to : self._shown])
        self._shown = max(drawn_to, self._shown)
        self._strips.clear()
        self.refresh(layout=True)
        if self._growing and self._shown < len(self.source):
            self._schedule()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        if width and (self._canvas is None or width != self._canvas.width):
            self._use(width)
        return len(self._drawing.lines)

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self._strips.clear()
        if self._canvas and palette_for(self.app.theme_variables) is not self._canvas.palette:
            self._use(self._canvas.width)

    def _use(self, width: int) -> None:
        self._canvas = Canvas(width, palette_for(self.app.theme_variables))
        self._draw()

    def render_line(self, y: int) -> Strip:
        if not 0 <= y < len(self._drawing.lines):
            return Strip.blank(self.size.width, self.visual_style.rich_style)
        selection = self.text_selection
        span = selection.get_span(y) if selection else None
        if span is not None:
            highlight = self.screen.get_component_rich_style("screen--selection")
            return self._strip(marked(self._line(y), span, highlight)).apply_offsets(0, y)
        if y not in self._strips:
            if len(self._strips) >= _CACHED_STRIPS:
                self._strips.clear()
            self._strips[y] = self._strip(self._line(y)).apply_offsets(0, y)
        return self._strips[y]

    def _line(self, y: int) -> Line:
        line = self._drawing.lines[y]
        for span in places(plain(line), self._sought):
            line = marked(line, span, Style.parse(MARK))
        return line

    def _strip(self, line: Line) -> Strip:
        style = self.visual_style.rich_style
        return Strip(line).apply_style(style).adjust_cell_length(self.size.width, style)

    def selection_updated(self, selection: Selection | None) -> None:
        self.refresh()

    def get_selection(self, selection: Selection) -> tuple[str, str] | None:
        return selected_text(self._drawing.lines, selection), "\n"
