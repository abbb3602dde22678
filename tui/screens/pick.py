"""The memories for one answer, to take out and put in before it is made."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from textual import on, work
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from memory.errors import HarkenError
from memory.types import NO_PICKS, Injection, Picks
from tui.keys import DRAFT, Key, bindings
from tui.messages import PicksChanged
from tui.safe_text import safe_line
from tui.screens.quoting import QuotingScreen
from tui.widgets.recall.draft import DraftPreview

Look = Callable[[Picks], Awaitable[Injection]]
KEYS = (
    *(key for key in DRAFT if key.id != "draft.back"),
    Key("pick.done", "enter", "screen.done", "answer with these"),
    Key("pick.close", "escape", "screen.dismiss(None)", "close"),
)


class Choosing(DraftPreview, inherit_bindings=False):
    BINDINGS = bindings(KEYS)
    HEAD = "for this message"
    KEYS = KEYS


class PickScreen(QuotingScreen[Picks]):
    """Gives back what was picked. `look` says what the message would get with some picks."""

    def __init__(self, title: str, first: Injection, look: Look) -> None:
        super().__init__()
        self._title, self._first, self._look = title, first, look
        self._picks = NO_PICKS
        self._choosing = Choosing()
        self._foot = Static(markup=False, classes="dialog-foot")

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog page"):
            yield Static(Content(safe_line(self._title, 200)), markup=False, classes="dialog-title")
            with VerticalScroll(classes="page-body", can_focus=False):
                yield self._choosing
            yield self._foot

    def on_mount(self) -> None:
        self._foot.display = False
        self._choosing.show(self._first, self._picks)
        self._choosing.focus()

    @on(PicksChanged)
    def _changed(self, event: PicksChanged) -> None:
        self._picks = event.picks
        self._show(event.picks)

    @work(exclusive=True)
    async def _show(self, picks: Picks) -> None:
        try:
            self._choosing.show(await self._look(picks), picks)
            self._foot.display = False
        except HarkenError as error:
            self._foot.update(Content(safe_line(error.line)))
            self._foot.display = True

    def action_done(self) -> None:
        self.dismiss(self._picks)
