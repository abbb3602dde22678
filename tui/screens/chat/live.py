"""Draws one turn while it runs: its events in, its widgets and the recall panel out."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import TYPE_CHECKING

from textual.widget import Widget

from memory.types import Message, Part, Status
from tui.chat.events import (
    Assembled,
    Committed,
    Failed,
    Finished,
    HoldsSecret,
    Notice,
    Reasoning,
    Recalled,
    Retrying,
    Text,
    TurnEvent,
    Waiting,
)
from tui.chat.notices import holds_secret
from tui.widgets.recall.panel import RecallPanel
from tui.widgets.transcript.transcript import Transcript

if TYPE_CHECKING:
    from tui.widgets.transcript.reply import Reply
    from tui.widgets.transcript.user import UserMessage


class LiveTurn:
    """`sent` is the user's message, empty where an older one is answered.

    It stands beside the earlier message `instead_of`, if that is set. `committed` is awaited when memory has it.
    `failed` and `finished` hold how the turn ended, once it has.
    """

    committed: Callable[[], Awaitable[None]]
    instead_of: str = ""

    def __init__(
        self, transcript: Transcript, panel: RecallPanel, sent: Sequence[Part] = (), *, resume: bool = False
    ) -> None:
        self._transcript = transcript
        self._panel = panel
        self._sent = sent
        self._resume = resume
        self._pending: UserMessage | None = None
        self._prefix = ""
        self._added: list[Widget] = []
        self._reply: Reply | None = None
        self.failed: Failed | None = None
        self.finished: Finished | None = None

    async def show_sent(self) -> None:
        """The message is on the screen at once, dimmed until memory has it: another program may hold the lock."""
        if self.instead_of:
            await self._transcript.cut(self.instead_of)
        if self._sent:
            self._pending = await self._transcript.add_user(self._sent)
            self._pending.add_class("-pending")
            self._added.append(self._pending)

    async def withdraw(self) -> None:
        """Takes the message away again where memory did not get it."""
        if self._pending is not None:
            self._pending = None
            await self._transcript.drop(self._added)

    async def play(self, events: AsyncIterator[TurnEvent]) -> None:
        async for event in events:
            await self._draw(event)

    async def _draw(self, event: TurnEvent) -> None:
        match event:
            case Committed(message):
                await self._begin(message)
                await self.committed()
            case HoldsSecret(_, kinds):
                self._added.append(await self._transcript.add_note(holds_secret(kinds, "/redact")))
            case Recalled(injection):
                self._panel.show(injection)
            case Assembled(filling):
                self._panel.show_filling(filling)
            case Notice(text):
                await self._transcript.add_note(text)
            case Waiting() | Retrying() | Text() | Reasoning():
                _grow(await self._growing(), event)
            case Finished(message):
                self.finished = event
                await self._settle(message)
            case Failed():
                self.failed = event
                await self._fail(event)

    async def _begin(self, message: Message) -> None:
        if self._pending is not None:
            self._transcript.settle(self._pending, message)
            if message.siblings:
                self._pending.show(message)
            self._pending.remove_class("-pending")
            self._pending = None
            return
        replaced = await self._transcript.take_reply()
        self._prefix = replaced if self._resume else ""

    async def _growing(self) -> Reply:
        if self._reply is None:
            self._reply = await self._transcript.add_reply(self._prefix)
            self._added.append(self._reply)
        return self._reply

    async def _settle(self, message: Message) -> None:
        reply = await self._growing()
        self._transcript.settle(reply, message)
        await reply.finish(message)

    async def _fail(self, event: Failed) -> None:
        if event.message is not None:
            await self._settle(event.message)
        elif self._sent:
            await self._transcript.drop(self._added)

    def mark_stopped(self) -> None:
        """Shows at once that it was stopped; what is stored of it comes by `stopped`."""
        if self._reply is not None:
            self._reply.mark(Status.CANCELLED)

    async def stopped(self, kept: Message) -> bool:
        """The turn was cancelled and `kept` is stored of it. Returns whether that could be drawn where it grew."""
        if self._reply is None or not kept.text.startswith(self._reply.source):
            return False
        await self._settle(kept)
        return True


def _grow(reply: Reply, event: Waiting | Retrying | Text | Reasoning) -> None:
    match event:
        case Waiting(model, seconds):
            reply.wait(model, seconds)
        case Retrying():
            reply.retry(event.reason, event.seconds, f"{event.attempt} of {event.of}")
        case Text(delta):
            reply.append(delta)
        case Reasoning(delta):
            reply.think(delta)
