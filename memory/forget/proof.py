"""What forgetting can show for itself: receipts, and what an audit finds."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from memory.types import Trace

PENDING, BROKEN_OFF = "pending", "broken off"


@dataclass(frozen=True, slots=True)
class Count:
    """How often a store held it: `before` its text was dropped, and `after`; None while nobody has looked again."""

    store: str
    before: int
    after: int | None


@dataclass(frozen=True, slots=True)
class Receipt:
    """One forget. `how` is what was named: words, or the kind of thing whose id was given; `targets` are ids.

    `state` is done; pending while another window keeps old bytes alive, which a later start finishes; begun while it
    runs; broken off where harken ended before anything left the database.
    """

    id: str
    at: datetime
    how: str
    targets: tuple[str, ...]
    with_turns: bool
    state: str
    stores: tuple[Count, ...]
    finished_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Audit:
    """What a look at every store found.

    `forgotten` says whether `id` was forgotten at all; then `receipt` is the newest one, and of `found`, `anew` are
    messages in which the user said it again later. `kept` counts the user's messages that say it and were left.
    `unread` are files that could not be looked at.
    """

    id: str
    forgotten: bool
    found: tuple[Trace, ...]
    receipt: Receipt | None = None
    kept: int = 0
    anew: int = 0
    unread: tuple[str, ...] = ()

    @property
    def clean(self) -> bool:
        return self.forgotten and not self.found
