"""Conversations, newest first: their titles, how long ago they were, and what a search found in them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from textual import on
from textual.content import Content
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from memory.types import Conversation, Excerpt, Found
from tui.keys import LIST, bindings
from tui.messages import ConversationChosen, ConversationDoomed, ConversationMoved, ConversationNamed, SearchWanted
from tui.safe_text import safe, safe_line
from tui.widgets.conversations.ages import age

WIDTH = 26
BEFORE = 7
NONE_YET = "No conversations yet"
NONE_FOUND = "Nothing found"


class ConversationList(OptionList):
    """Enter or a click opens one. The open one has a mark; the keys act on the highlighted one."""

    BINDINGS = bindings(LIST)

    def __init__(self) -> None:
        super().__init__(id="conversation-rows", markup=False)
        self._found: dict[str, Found] = {}

    @property
    def chosen(self) -> Found | None:
        at = self.highlighted
        return None if at is None else self._found.get(self.get_option_at_index(at).id or "")

    def show(self, found: Sequence[Found], *, current: str | None, now: datetime, sought: bool) -> None:
        """What was highlighted stays so while the user is at it; `sought`: it is what a search found."""
        before, at = self.chosen, self.highlighted or 0
        self._found = {one.conversation.id: one for one in found}
        nothing = Option(Content.styled(NONE_FOUND if sought else NONE_YET, "$text-muted"), disabled=True)
        self.set_options([_option(one, current, now) for one in found] or [nothing])
        ids = list(self._found)
        if self.has_focus and before is not None:
            kept = before.conversation.id
            self.highlighted = ids.index(kept) if kept in self._found else min(at, len(ids) - 1) if ids else None
        elif sought:
            self.highlighted = 0 if ids else None
        else:
            self.highlighted = ids.index(current) if current in self._found else None

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        if event.option_id is not None:
            self.post_message(ConversationChosen(event.option_id, self._found[event.option_id].message))

    def action_cursor_up(self) -> None:
        """Above the first stands the search."""
        if self.highlighted:
            super().action_cursor_up()
        else:
            self.action_search()

    def action_search(self) -> None:
        self.post_message(SearchWanted())

    def action_pin(self) -> None:
        if found := self.chosen:
            self.post_message(ConversationMoved(found.conversation.id, top=not found.conversation.pinned))

    def action_rename(self) -> None:
        if found := self.chosen:
            self.post_message(ConversationNamed(found.conversation.id, found.conversation.title))

    def action_delete(self) -> None:
        if found := self.chosen:
            self.post_message(ConversationDoomed(found.conversation.id))


def _option(found: Found, current: str | None, now: datetime) -> Option:
    conversation = found.conversation
    title = row(conversation, current=conversation.id == current, now=now)
    shown = Content("\n").join([title, quoted(found.excerpt)]) if found.message else title
    return Option(shown, id=conversation.id)


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


def quoted(excerpt: Excerpt) -> Content:
    """One line: the words that were found among those around them."""
    before, hit, after = (safe(piece).replace("\n", " ") for piece in (excerpt.before, excerpt.hit, excerpt.after))
    if len(before) > BEFORE:
        before = f"…{before[-BEFORE:].partition(' ')[2] or before[-BEFORE:]}"
    line = Content.assemble((before, "$text-muted"), (hit, "$accent"), (after, "$text-muted"))
    return Content("  ") + line.truncate(WIDTH - 2, ellipsis=True)
