"""One reply: its thinking, its text, and a last line that says how it ended and what can be done."""

from __future__ import annotations

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical

from memory.types import Message, Status
from tui.widgets.drawn import ReplyBody
from tui.widgets.find.words import Sought
from tui.widgets.transcript.ending import Ending
from tui.widgets.transcript.thinking import Thinking


class Reply(Vertical):
    """A stored reply, or (without a message) one that is growing."""

    def __init__(self, message: Message | None = None, *, prefix: str = "") -> None:
        super().__init__(classes="message reply")
        self._thinking = Thinking(message.reasoning if message else "", running=message is None)
        self._body = ReplyBody(message.text if message else prefix)
        self._ending = Ending()
        self._message = message

    def compose(self) -> ComposeResult:
        """A plain stored reply is one widget in its frame: of those a screen may hold many."""
        message = self._message
        self._thinking.display = bool(message and message.reasoning)
        if message is None or message.reasoning:
            yield self._thinking
        yield self._body
        if message is None or Ending.needed(message):
            yield self._ending

    def on_mount(self) -> None:
        if self._ending.is_attached and self._message is not None:
            self._ending.show_end(self._message)

    @on(ReplyBody.LinkClicked)
    def _open_link(self, event: ReplyBody.LinkClicked) -> None:
        event.stop()
        self.app.open_url(event.href)

    @property
    def source(self) -> str:
        return self._body.source

    def wait(self, model: str, seconds: float) -> None:
        self._ending.show_waiting(model, seconds)

    def retry(self, reason: str, seconds: float, attempt: str) -> None:
        self._ending.show_retry(reason, seconds, attempt)

    def think(self, delta: str) -> None:
        self._thinking.display = True
        self._ending.clear()
        self._thinking.append(delta)

    def append(self, delta: str) -> None:
        self._ending.clear()
        self._body.append(delta)

    async def finish(self, message: Message) -> None:
        """Draws the whole once more, as it was stored."""
        self._thinking.finish()
        self._ending.show_end(message)
        await self._body.finish()

    def mark(self, status: Status) -> None:
        """Says at once how it ended; the text is drawn whole later."""
        self._ending.show_stopped(status, resume=bool(self.source))

    def look_for(self, wanted: Sought | None) -> None:
        """Marks the words wherever they stand."""
        self._body.look_for(wanted)

    async def row_of(self, wanted: Sought) -> int:
        """The first row of it that says them, once it is drawn; 0 where they go over the end of a line."""
        line = await self._body.line_of(wanted)
        return 0 if line is None else line + self._body.region.y - self.region.y

    def toggle_thinking(self) -> bool:
        """Returns whether there is any thinking to unfold."""
        if self._thinking.display:
            self._thinking.toggle()
        return bool(self._thinking.display)
