"""A question that is answered with yes or no."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Button, Static

from tui.safe_text import safe_line
from tui.screens.plan_body import PlanBody
from tui.screens.quoting import QuotingScreen


class ConfirmScreen(QuotingScreen[bool]):
    """Begins on No and has no letters for keys, so that what was being typed when it opened changes nothing."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape", "answer(False)", "no"),
        ("left", "app.focus_previous", ""),
        ("right", "app.focus_next", ""),
        ("up", "scroll('scroll_up')", ""),
        ("down", "scroll('scroll_down')", ""),
        ("pageup", "scroll('scroll_page_up')", ""),
        ("pagedown", "scroll('scroll_page_down')", ""),
    ]

    def __init__(self, title: str, body: Sequence[str], yes: str, *, danger: bool = True) -> None:
        super().__init__()
        self._title, self._body, self._yes, self._danger = title, body, yes, danger

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Static(Content(safe_line(self._title)), markup=False, classes="dialog-title")
            yield PlanBody(self._body)
            with Horizontal(classes="dialog-buttons"):
                yield Button(Content("Cancel"), id="no", compact=True)
                yes = Content(safe_line(self._yes, 40))
                yield Button(yes, id="yes", variant="error" if self._danger else "primary", compact=True)

    def on_mount(self) -> None:
        self.query_one("#no", Button).focus()

    @on(Button.Pressed)
    def _pressed(self, event: Button.Pressed) -> None:
        self.action_answer(event.button.id == "yes")

    def action_answer(self, yes: bool) -> None:
        self.dismiss(yes)

    def action_scroll(self, movement: str) -> None:
        self.query_one(PlanBody).move(movement)
