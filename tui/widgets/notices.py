"""What the program has to say about itself: lines above the composer, where they cover nothing."""

from __future__ import annotations

from functools import partial

from textual.content import Content
from textual.widgets import Static

from tui.safe_text import safe_line

MOST = 3
"""Those that are shown; the others are counted."""
SECONDS = 20.0


class Notices(Static):
    """Each goes by itself after a while in which it could be read, all of them at once by `close`."""

    def __init__(self) -> None:
        super().__init__(markup=False, id="notices")
        self.display = False
        self._said: list[str] = []
        self.key = ""
        """The key that closes them, as people write it."""

    def say(self, line: str) -> None:
        """The newest stands last; one that is there already is not said twice."""
        if line not in self._said:
            self._said.append(line)
            self.set_timer(SECONDS, partial(self._go, line))
        self._draw()

    def close(self) -> bool:
        """Whether any was there."""
        shown = self.display
        self._said.clear()
        self._draw()
        return shown

    def _go(self, line: str) -> None:
        """Under a dialog it can't be read: then it stays on."""
        if not self.screen.is_current:
            self.set_timer(SECONDS, partial(self._go, line))
        elif line in self._said:
            self._said.remove(line)
            self._draw()

    def _draw(self) -> None:
        shown, others = self._said[:MOST], len(self._said) - MOST
        more = f"and {others} more: harken doctor says all · " if others > 0 else ""
        lines = [Content(safe_line(line)) for line in shown]
        self.update(Content("\n").join([*lines, Content.styled(f"{more}{self.key} closes", "$text-muted")]))
        self.display = bool(self._said)
