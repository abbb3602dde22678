"""What a model thought before it answered, folded to one line."""

from __future__ import annotations

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.timer import Timer
from textual.widgets import Static

from memory.counting import counted
from tui.safe_text import safe

REDRAW_SECONDS = 0.25
SHOWN_CHARACTERS = 20_000


class Head(Static):
    """The line that can be clicked."""

    class Clicked(Message):
        pass

    def on_click(self, event: events.Click) -> None:
        event.stop()
        self.post_message(self.Clicked())


class Thinking(Vertical):
    """Unfolds at a click. While it grows it is drawn a few times a second, and only when unfolded."""

    def __init__(self, text: str = "", *, running: bool = False) -> None:
        super().__init__(classes="thinking")
        self._pieces = [text]
        self._growing = running
        self._head = Head(markup=False, classes="thinking-head")
        self._body = Static(markup=False, classes="thinking-body")
        self._redraw: Timer | None = None

    def compose(self) -> ComposeResult:
        self._body.display = False
        yield self._head
        yield self._body

    def on_mount(self) -> None:
        self._draw()

    @property
    def text(self) -> str:
        return "".join(self._pieces)

    @property
    def unfolded(self) -> bool:
        return self._body.display

    def append(self, delta: str) -> None:
        self._pieces.append(delta)
        if self._redraw is None:
            self._redraw = self.set_timer(REDRAW_SECONDS, self._draw)

    def finish(self) -> None:
        self._growing = False
        self._draw()

    def toggle(self) -> None:
        self._body.display = not self._body.display
        self._draw()

    @on(Head.Clicked)
    def _clicked(self, event: Head.Clicked) -> None:
        event.stop()
        self.toggle()

    def _draw(self) -> None:
        self._redraw = None
        sign = "▾" if self.unfolded else "▸"
        words = len(self.text.split()) if not self._growing else 0
        self._head.update(
            Content(f"{sign} thinking…" if self._growing else f"{sign} thought, {counted(words, 'word')}")
        )
        if self.unfolded:
            self._body.update(Content(safe(self.text.strip()[-SHOWN_CHARACTERS:])))
