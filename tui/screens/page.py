"""A longer text over the chat."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from tui.safe_text import safe_line
from tui.screens.quoting import QuotingScreen


class PageScreen(QuotingScreen[None]):
    """Scrolls with the arrow keys; Esc or q closes it."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape,q", "dismiss(None)", "close")]

    def __init__(self, title: str, markdown: str) -> None:
        super().__init__()
        self._title, self._markdown = title, markdown

    def compose(self) -> ComposeResult:
        from tui.widgets.drawn import ReplyBody

        with Vertical(classes="dialog page"):
            yield Static(Content(safe_line(self._title)), markup=False, classes="dialog-title")
            with VerticalScroll(classes="page-body"):
                yield ReplyBody(self._markdown)
            yield Static("Esc closes", markup=False, classes="dialog-foot")

    def on_mount(self) -> None:
        self.query_one(".page-body", VerticalScroll).focus()
