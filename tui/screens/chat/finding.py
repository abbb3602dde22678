"""Finding words in the conversation on the screen: which messages say them, and which of those is shown."""

from __future__ import annotations

from collections import deque

from textual.screen import Screen

from tui.widgets.find.bar import FindBar
from tui.widgets.find.words import sought
from tui.widgets.transcript.transcript import Transcript


class Finding:
    """Begins with the newest message that says it and goes up, round at the ends."""

    def __init__(self, screen: Screen[None], bar: FindBar, transcript: Transcript) -> None:
        self._screen = screen
        self._bar = bar
        self._transcript = transcript
        self._at = ""
        self._wishes: deque[tuple[str, int]] = deque()
        self._looking = False

    def look(self, words: str, step: int) -> None:
        """One look at a time: a letter that another follows needs none."""
        self._wishes.append((words, step))
        if not self._looking:
            self._looking = True
            self._screen.run_worker(self._look_on(), group="find")

    def close(self) -> bool:
        """Returns whether it was open. The message it came to stays marked."""
        was_open = self._bar.display
        self._bar.display = False
        self._transcript.look_for(None)
        self._at = ""
        return was_open

    async def _look_on(self) -> None:
        try:
            while self._wishes:
                words, step = self._wishes.popleft()
                if self._bar.display and (step or not self._wishes):
                    await self._look(words, step)
        finally:
            self._looking = False

    async def _look(self, words: str, step: int) -> None:
        wanted = sought(words)
        self._transcript.look_for(wanted)
        found = await self._transcript.saying(wanted) if wanted else []
        if not self._bar.display:
            return
        if not found:
            self._at = ""
            self._bar.say("nothing found" if wanted else "")
            return
        before = found.index(self._at) if self._at in found else len(found) - 1 - step
        place = (before + step) % len(found)
        self._at = found[place]
        self._bar.say(f"message {place + 1} of {len(found)}")
        await self._transcript.show_found(self._at)
