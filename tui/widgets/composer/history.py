"""What was sent before, for Up and Down. It lives in memory alone: the transcript is the record."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from tui.widgets.composer.drafts import Draft

if TYPE_CHECKING:
    from memory.types import Record, Trace

LONGEST = 200
UNKEPT = "/redact"
"""The command whose line may name a secret."""
FORGET = "/forget"
"""The command whose line names what is to go: alone it is nothing to forget, and goes along with the rest."""


class History:
    """A list with a cursor; the draft in the making stands behind its end. Takes part in forgetting as a place."""

    name = "input history"

    def __init__(self) -> None:
        self._entries: list[Draft] = []
        self._at = 0
        self._pending = Draft()

    def add(self, draft: Draft) -> None:
        again = bool(self._entries) and self._entries[-1] == draft
        if not again and not draft.command.lower().startswith(UNKEPT):
            self._entries = [*self._entries, draft][-LONGEST:]
        self._at = len(self._entries)

    def seed(self, drafts: Iterable[Draft]) -> None:
        """Starts over with the messages of a conversation."""
        self._entries = list(drafts)[-LONGEST:]
        self._at = len(self._entries)

    def join(self, drafts: Iterable[Draft]) -> None:
        """Puts the newest messages of another window at the end; whoever goes through the list stays where they are."""
        at_end = self._at == len(self._entries)
        entries = [*self._entries, *drafts]
        gone = max(0, len(entries) - LONGEST)
        self._entries = entries[gone:]
        self._at = len(self._entries) if at_end else max(0, self._at - gone)

    def move(self, step: int, current: Draft) -> Draft | None:
        """The entry `step` away, None at the ends; `current` is what stands in the editor now."""
        target = self._at + step
        if not 0 <= target <= len(self._entries):
            return None
        if self._at == len(self._entries):
            self._pending = current
        self._at = target
        return self._pending if target == len(self._entries) else self._entries[target]

    def take(self, entry: Draft, written: Draft) -> None:
        """`entry` is shown in place of what was `written`, which stands behind it."""
        self._entries = [*(one for one in self._entries if one != entry), entry][-LONGEST:]
        self._at, self._pending = len(self._entries) - 1, written

    @property
    def commands(self) -> tuple[Draft, ...]:
        """The slash commands that were entered, newest first: no conversation has them."""
        return tuple(draft for draft in reversed(self._entries) if draft.command)

    def unsent(self, shown: Draft) -> tuple[Draft, ...]:
        """What was written and not sent, `shown` being in the editor now: an entry is no draft until it is edited."""
        if self._at == len(self._entries):
            return (shown,)
        return (self._pending,) if shown == self._entries[self._at] else (self._pending, shown)

    def leave(self) -> Draft:
        """Goes to the end; the draft that stood behind what was shown, if the end was left."""
        behind = Draft() if self._at == len(self._entries) else self._pending
        self._at, self._pending = len(self._entries), Draft()
        return behind

    def plan(self, targets: Sequence[Record], needles: Sequence[str]) -> Sequence[Trace]:
        from memory.types import Trace

        sent = [draft for draft in self._entries if not draft.command.lower().startswith(FORGET)]
        count = _saying(sent, needles)
        return [Trace(self.name, "messages offered by the Up key", count)] if count else []

    def erase(self, targets: Sequence[Record], needles: Sequence[str]) -> Sequence[Trace]:
        """Drops all of it: the history is a convenience, and a forgotten word must not come back by a key."""
        gone = self.plan(targets, needles)
        self.seed(())
        self._pending = Draft()
        return gone

    def scan(self, needles: Sequence[str]) -> int:
        return _saying(self._entries, needles)


def _saying(drafts: Iterable[Draft], needles: Sequence[str]) -> int:
    from memory.engine import says

    return sum(says(draft.whole, needles) for draft in drafts)
