"""The region of conversations: a line to search in, the list, and its keys."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import ClassVar

from textual import on
from textual.actions import SkipAction
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.widgets import Input, Static

from memory.types import Found
from tui.keys import LIST, first_in_use
from tui.messages import ConversationChosen, ConversationsSought, SearchWanted
from tui.widgets.conversations.list import ConversationList

KEYS_BELOW = "Down: pin, rename, delete"


class Search(Input):
    """Esc empties it; once it is empty, Esc goes on to the screen."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape", "empty", "empty")]

    def action_empty(self) -> None:
        if not self.value:
            raise SkipAction
        self.value = ""


class Conversations(Vertical):
    """Typing filters; Down goes into the list, where letters are keys."""

    BINDINGS: ClassVar[list[BindingType]] = [("down", "into_list", "into the list")]

    def __init__(self) -> None:
        super().__init__(id="conversations")
        self.search = Search(placeholder="Search titles and text", compact=True, id="conversation-search")
        self.rows = ConversationList()
        self.keymap: Mapping[str, str] = {}
        self._keys = Static(markup=False, id="conversation-keys")
        self._keys.display = False

    @property
    def words(self) -> str:
        """What is searched for, "" for all conversations."""
        return self.search.value.strip()

    def compose(self) -> ComposeResult:
        yield self.search
        yield self.rows
        yield self._keys

    def show(self, found: Sequence[Found], *, current: str | None, now: datetime) -> None:
        self.rows.show(found, current=current, now=now, sought=bool(self.words))

    def begin(self) -> None:
        """The user comes here: what was searched for last is not searched for any more."""
        self.search.value = ""
        self.search.focus()

    def on_descendant_focus(self) -> None:
        self._say_keys()

    def on_descendant_blur(self) -> None:
        self._say_keys()

    def _say_keys(self) -> None:
        """In the search letters are written; what they do in the list is said there."""
        there = "  ".join(f"{first_in_use(key, self.keymap)} {key.action}" for key in LIST[:3])
        self._keys.update(there if self.rows.has_focus else KEYS_BELOW)
        self._keys.display = self.rows.has_focus or self.search.has_focus

    def action_into_list(self) -> None:
        if self.rows.chosen is None:
            self.rows.action_first()
        else:
            self.rows.action_cursor_down()
        self.rows.focus()

    @on(Input.Changed)
    def _changed(self, event: Input.Changed) -> None:
        event.stop()
        self.post_message(ConversationsSought())

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        event.stop()
        if found := self.rows.chosen:
            self.post_message(ConversationChosen(found.conversation.id, found.message))

    @on(SearchWanted)
    def _search_wanted(self, event: SearchWanted) -> None:
        event.stop()
        self.search.focus()
