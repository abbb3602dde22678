"""Conversations, newest first: their titles and how long ago they were."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from textual import on
from textual.content import Content
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from memory.types import Conversation
from tui.messages import ConversationChosen
from tui.safe_text import safe_line
from tui.widgets.conversations.ages import age

WIDTH = 26


class ConversationList(OptionList):
    """Enter or a click opens one. The open one has a mark."""

    def __init__(self) -> None:
        super().__init__(id="conversations", markup=False)
        self.border_title = None

    def show(self, conversations: Sequence[Conversation], *, current: str | None, now: datetime) -> None:
        at = self.highlighted
        rows = [Option(row(c, current=c.id == current, now=now), id=c.id) for c in conversations]
        self.set_options(rows or [Option(Content.styled("No conversations yet", "$text-muted"), disabled=True)])
        marked = next((i for i, c in enumerate(conversations) if c.id == current), None)
        self.highlighted = at if self.has_focus and at is not None else marked

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        if event.option_id is not None:
            self.post_message(ConversationChosen(event.option_id))


def row(conversation: Conversation, *, current: bool, now: datetime) -> Content:
    """One line: mark, title, and right of it the age."""
    when = age(conversation.updated_at, now)
    room = WIDTH - len(when) - 3
    title = Content(safe_line(conversation.title or "Untitled", room))
    mark = "▌" if current else "•" if conversation.pinned else " "
    gap = " " * (room - title.cell_length + 1)
    return Content.assemble(
        (mark, "$accent"), " ", title.stylize("bold" if current else ""), gap, (when, "$text-disabled")
    )
