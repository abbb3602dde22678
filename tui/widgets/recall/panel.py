"""The right-hand column: this turn's recall."""

from __future__ import annotations

from datetime import tzinfo
from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Static

from tui.widgets.recall.draft import DraftPreview
from tui.widgets.recall.teaching import TEACHING

if TYPE_CHECKING:
    from memory.types import Injection, Picks, Standing
    from tui.chat.filling import Filling


class RecallPanel(VerticalScroll, can_focus=False):
    """Shows one injection, or teaches what will stand here; while the user writes, what that would get."""

    def __init__(self) -> None:
        super().__init__(id="recall")
        self._injection: Injection | None = None
        self._standing: Standing | None = None
        self._filling: Filling | None = None
        self.zone: tzinfo | None = None
        """That of the days shown; None is the computer's."""
        self._text = Static(TEACHING, markup=False)
        self.draft = DraftPreview()

    def compose(self) -> ComposeResult:
        yield Static("memory", markup=False, classes="region-title")
        self.draft.display = False
        yield self.draft
        yield self._text

    @property
    def injection(self) -> Injection | None:
        """What it shows."""
        return self._injection

    def show(self, injection: Injection | None) -> None:
        self._injection = injection
        self._filling = None
        self.hide_draft()
        self._draw()
        self.scroll_home(animate=False)

    def show_draft(self, injection: Injection, picks: Picks) -> None:
        """What the message being written would get, in the place of what the last one got."""
        self.draft.show(injection, picks)
        self.draft.display, self._text.display = True, False

    def hide_draft(self) -> None:
        self.draft.display, self._text.display = False, True

    def focus_draft(self) -> bool:
        """The keys are for the preview from now on. Returns whether it has anything to choose from."""
        if not self.draft.display or not self.draft.memories:
            return False
        self.draft.focus()
        return True

    def show_filling(self, filling: Filling) -> None:
        """What the request for this injection was made of."""
        self._filling = filling
        self._draw()

    def show_standing(self, standing: Standing) -> None:
        self._standing = standing
        self._draw()

    def _draw(self) -> None:
        from tui.widgets.recall.view import before_any, describe

        standing = self._standing
        shown = (
            describe(self._injection, standing, self._filling, self.zone) if self._injection else before_any(standing)
        )
        self._text.update(shown)
