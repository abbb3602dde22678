"""The line in which one types what to find in the conversation, and reads how often it is there."""

from __future__ import annotations

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widgets import Input, Static

from tui.keys import FIND_KEYS, bindings
from tui.messages import FindEnded, FindWanted
from tui.safe_text import safe_line


class FindBar(Horizontal):
    """Sends `FindWanted` with each letter and each step, and `FindEnded`."""

    BINDINGS = bindings(FIND_KEYS)

    def __init__(self) -> None:
        super().__init__(id="find")
        self.display = False
        self._input = Input(placeholder="Find in this conversation", compact=True)
        self._count = Static(markup=False, id="find-count")

    def compose(self) -> ComposeResult:
        yield self._input
        yield self._count

    def open(self, words: str = "") -> None:
        """Shows it; without `words` those from before are there to be replaced. Asked for again it goes on.

        The focus moves at once: what is typed with the key belongs here.
        """
        if not words and self._input.has_focus:
            self.action_step(-1)
            return
        self.display = True
        if words:
            self._input.value = safe_line(words)
        self.screen.set_focus(self._input)
        self._input.action_select_all()
        self.action_step(0)

    def say(self, count: str) -> None:
        self._count.update(count)

    def action_step(self, step: int) -> None:
        self.post_message(FindWanted(self._input.value, step))

    def action_close(self) -> None:
        self.post_message(FindEnded())

    @on(Input.Changed)
    def _changed(self, event: Input.Changed) -> None:
        event.stop()
        if self.display:
            self.action_step(0)

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.action_step(-1)
