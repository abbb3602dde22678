"""What forgetting can show for itself: receipts, and what an audit finds."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from memory.types import Trace

PENDING = "pending"


@dataclass(frozen=True, slots=True)
class Count:
    """How often a store held it: `before` its text was dropped, and `after`; None while nobody has looked again."""

    store: str
    before: int
    after: int | None


@dataclass(frozen=True, slots=True)
class Receipt:
    """One forget. `how` is what was named: words, or the kind of thing whose id was given; `targets` are ids.

    `state` is done; pending while another window or a reply being written keeps old bytes alive; begun while it
    runs, or files of the user are `left` that could not be written; broken off where harken ended before anything left
    the database.
    """

    id: str
    at: datetime
    how: str
    targets: tuple[str, ...]
    with_turns: bool
    state: str
    stores: tuple[Count, ...]
    finished_at: datetime | None = None
    left: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Audit:
    """What a look at every store found.

    `found` names stores with their texts that say it, and files with its occurrences in bytes or name.
    `forgotten` says whether the thing with this `id` was forgotten at all, `receipt` is the newest one. Of `found`,
    `anew` are messages in which the user said it again later; `kept` counts the user's messages that say it and were
    left. `unread` are files that could not be looked at. A look for words has no `id`.
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
        """Nothing was found, and nothing of it waits to be erased."""
        waits = self.receipt is not None and self.receipt.state == PENDING
        return self.forgotten and not self.found and not waits
