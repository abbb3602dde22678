"""One place of the transcript, mounted or not."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from textual.widget import Widget

from memory.types import Message, Role
from tui.widgets.transcript.user import UserMessage

if TYPE_CHECKING:
    from typing import Self


class Item:
    """How its widget is made, the message it shows (None for all else), and the widget while that is mounted.

    A `live` one still grows: its widget is never made anew. `added` is the widget it came with.
    """

    __slots__ = ("added", "live", "make", "message", "widget")

    def __init__(self, make: Callable[[], Widget], *, added: Widget | None = None, live: bool = False) -> None:
        self.make = make
        self.added = self.widget = added
        self.live = live
        self.message: Message | None = None

    @classmethod
    def stored(cls, message: Message) -> Self:
        item = cls(partial(_stored, message))
        item.message = message
        return item

    @property
    def id(self) -> str:
        """That of the stored message, "" for all else."""
        return self.message.id if self.message else ""

    def settle(self, message: Message) -> None:
        """It shows what is stored now, and can be made anew from that."""
        self.message, self.make, self.live = message, partial(_stored, message), False


def _stored(message: Message) -> Widget:
    """The module of replies brings pygments and a Markdown parser: it is not loaded before the first frame."""
    from tui.widgets.transcript.reply import Reply

    if message.role is Role.ASSISTANT:
        return Reply(message)
    return UserMessage.of(message)
