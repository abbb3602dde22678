"""Looks, while the user writes, what memory would give to the message; a key that is pressed always goes first."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from textual.screen import Screen
from textual.timer import Timer
from textual.worker import Worker

from memory.errors import HarkenError, NotFound
from tui.widgets.composer.composer import Composer
from tui.widgets.recall.panel import RecallPanel

if TYPE_CHECKING:
    from memory.types import Picks
    from tui.screens.chat.talk import Talk

PAUSE_SECONDS = 0.3
"""So long nothing is typed before memory is looked through."""


class Previewing:
    """Owns the picks for the message being written. Nothing is written down, and no model is asked."""

    def __init__(
        self, screen: Screen[None], composer: Composer, panel: RecallPanel, talk: Talk, trouble: Callable[[str], None]
    ) -> None:
        self._screen = screen
        self._composer = composer
        self._panel = panel
        self._talk = talk
        self._trouble = trouble
        self._picks: Picks | None = None
        self._place: str | None = None
        self._timer: Timer | None = None
        self._worker: Worker[None] | None = None

    def changed(self) -> None:
        """Something was typed, or what surrounds the message is different now."""
        self._stop()
        if self._timer is None:
            self._timer = self._screen.set_timer(PAUSE_SECONDS, self._look)
        else:
            self._timer.reset()

    def choose(self, picks: Picks) -> None:
        """The user decided about a memory."""
        self._picks = picks
        self._look()

    def take(self) -> Picks | None:
        """The message is sent: what was decided goes with it, None where nothing was."""
        self._stop()
        picks, self._picks = self._picks, None
        self._panel.hide_draft()
        return picks

    def _stop(self) -> None:
        if self._worker is not None:
            self._worker.cancel()
            self._worker = None

    def _look(self) -> None:
        self._timer = None
        self._stop()
        if self._composer.draft.blank or self._place != self._talk.conversation:
            self._picks, self._place = None, self._talk.conversation
        if self._wanted:
            self._worker = self._screen.run_worker(self._shown, group="preview")
        else:
            self._panel.hide_draft()

    @property
    def _wanted(self) -> bool:
        """Somebody sees it, and what the message follows is known."""
        draft = self._composer.draft
        written = not draft.blank and not draft.command
        return written and self._panel.display and self._talk.session is not None and not self._talk.running

    async def _shown(self) -> None:
        from memory.types import NO_PICKS

        assert self._talk.session is not None
        memory, picks = self._talk.session.memory, self._picks or NO_PICKS
        text = "".join(part.text for part in self._composer.draft.parts())
        try:
            project = await memory.partitions.begins_in()
            found = await memory.preview(
                text, conversation=self._talk.conversation, project=project, picks=picks, calls=False
            )
        except NotFound:  # erased in another window; the chat goes over to a new conversation
            self._panel.hide_draft()
            return
        except HarkenError as error:
            self._trouble(error.line)
            return
        if found.mode.injects:
            self._panel.show_draft(found, picks)
        else:
            self._panel.hide_draft()
