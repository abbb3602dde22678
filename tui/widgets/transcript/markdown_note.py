"""A longer text of the program between the messages."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Vertical

from tui.widgets.drawn import ReplyBody


class MarkdownNote(Vertical):
    """Like a `Note`, with lists and code."""

    def __init__(self, markdown: str) -> None:
        super().__init__(classes="message note")
        self._body = ReplyBody(markdown)

    def compose(self) -> ComposeResult:
        yield self._body
