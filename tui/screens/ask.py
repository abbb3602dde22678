"""One line that the user is asked to write."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input, Static

from tui.safe_text import safe_line
from tui.screens.quoting import QuotingScreen


class AskScreen(QuotingScreen[str]):
    """Gives back what was written, or None. Begins with `value`, all of it selected."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape", "dismiss(None)", "close")]

    def __init__(self, title: str, value: str = "") -> None:
        super().__init__()
        self._title, self._value = title, value

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog ask"):
            yield Static(Content(safe_line(self._title)), markup=False, classes="dialog-title")
            yield Input(safe_line(self._value), compact=True)
            yield Static("Enter keeps it, Esc closes", markup=False, classes="dialog-foot")

    @on(Input.Submitted)
    def _written(self, event: Input.Submitted) -> None:
        self.dismiss(event.value)
