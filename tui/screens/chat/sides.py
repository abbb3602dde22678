"""The regions at the sides of the transcript: what `Shown` decides, done to the widgets."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from textual.screen import Screen

from tui.screens.chat.regions import Shown
from tui.widgets.conversations.panel import Conversations
from tui.widgets.recall.panel import RecallPanel
from tui.widgets.transcript.transcript import Transcript


class Sides:
    """`changed` is called when others of them are shown."""

    def __init__(
        self,
        screen: Screen[Any],
        transcript: Transcript,
        conversations: Conversations,
        recall: RecallPanel,
        changed: Callable[[], None],
    ) -> None:
        self._screen, self._transcript = screen, transcript
        self._conversations, self._recall = conversations, recall
        self._changed = changed
        self._shown = Shown()

    def fit(self, width: int) -> None:
        self._show(self._shown.at_width(width))

    def toggle_conversations(self) -> bool:
        """Whether they are shown now."""
        self._show(self._shown.toggle_conversations())
        return self._shown.conversations

    def toggle_recall(self) -> None:
        self._show(self._shown.toggle_recall())

    def uncover(self) -> bool:
        """What lies over the transcript has done its work. Whether anything did."""
        over = self._shown.over
        self._show(self._shown.after_choice())
        return over

    def keep_composer_free(self) -> None:
        """What lies over the transcript ends with it: what is being written stays in sight."""
        height = self._transcript.region.height
        self._conversations.styles.height = height if self._shown.narrow else "1fr"
        self._recall.styles.height = height if self._shown.small else "1fr"

    def _show(self, shown: Shown) -> None:
        self._shown = shown
        self._conversations.display, self._recall.display = shown.conversations, shown.recall
        self._screen.set_class(shown.narrow, "-narrow")
        self._screen.set_class(shown.small, "-small")
        self._changed()
