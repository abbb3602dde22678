"""Dialogs that show what memory holds, which another window may change or forget while they are open."""

from __future__ import annotations

from textual.screen import ModalScreen, ScreenResultType


class QuotingScreen(ModalScreen[ScreenResultType | None]):
    """Closes without an answer when something was forgotten: its words must not stay on a screen."""

    async def renew(self, *, forgotten: bool) -> None:
        """The memory has changed; `forgotten`: another window has erased something."""
        if forgotten:
            await self.dismiss(None)
