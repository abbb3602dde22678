"""What a memory weighs today: computed when it is read and never written back, so that no pass can distort it.

Salience halves with each half-life of its category since the last event (said, true from, confirmed, used). The base
never changes; uses and the promotion by episodes raise it by a bounded amount.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Protocol

from memory.settings import Category
from memory.types import Record

USE, MOST_BY_USE, PROMOTION = 0.02, 0.2, 0.05


class Weighed(Protocol):
    """A fact or an episode, as a row or as a record."""

    @property
    def salience(self) -> float | None: ...
    @property
    def uses(self) -> int: ...
    @property
    def promoted(self) -> bool: ...
    @property
    def category(self) -> str: ...
    @property
    def valid_from(self) -> datetime | None: ...
    @property
    def created_at(self) -> datetime | None: ...
    @property
    def updated_at(self) -> datetime | None: ...
    @property
    def last_used(self) -> datetime | None: ...


def now(one: Weighed, at: datetime, categories: Mapping[str, Category]) -> float:
    """0 to 1; a category without a half-life of its own has the default one."""
    raised = (one.salience or 0.0) + min(MOST_BY_USE, USE * one.uses) + PROMOTION * bool(one.promoted)
    half_life = timedelta(days=categories.get(one.category, Category()).half_life_days)
    return float(min(1.0, raised) * 0.5 ** (age(one, at) / half_life))


def age(one: Weighed, at: datetime) -> timedelta:
    """The time since the last event.

    What begins in the future (a plan) or was stored there (by a clock that was wrong) has no age; a confirmation or use
    in the future does not count.
    """
    if any(begun is not None and begun > at for begun in (one.valid_from, one.created_at)):
        return timedelta()
    events = (one.valid_from, one.created_at, one.updated_at, one.last_used)
    past = [event for event in events if event is not None and event <= at]
    return at - max(past) if past else timedelta()


def weighed(records: Sequence[Record], at: datetime, categories: Mapping[str, Category]) -> list[Record]:
    """The records with what they weigh now; what has no salience stays without."""
    return [
        one if one.salience is None else replace(one, salience_now=round(now(one, at, categories), 4))
        for one in records
    ]
