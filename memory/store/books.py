"""What the model calls took: the books, added up by purpose, model, conversation and day."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, tzinfo
from typing import NamedTuple
from zoneinfo import ZoneInfo

from memory.store import ids
from memory.store.connection import raw
from memory.store.fields import from_millis, to_millis
from memory.types import Books, Period, Spent

_CALLS = """
SELECT k.purpose, k.model, k.conversation, k.prompt_tokens, k.completion_tokens, k.cost, k.created_at FROM call k
WHERE k.created_at >= ?1 AND (?2 IS NULL OR k.conversation = ?2)
"""
_TITLES = "SELECT id, title FROM conversation WHERE deleted_at IS NULL"


class _Call(NamedTuple):
    purpose: str
    model: str
    conversation: int | None
    prompt: int
    completion: int
    cost: float | None
    at: int


@dataclass(slots=True)
class _Sum:
    """Grows by one call at a time."""

    calls: int = 0
    prompt: int = 0
    completion: int = 0
    cost: float | None = None
    unpriced: int = 0
    uncounted: int = 0

    def add(self, call: _Call) -> None:
        self.calls += 1
        self.prompt += call.prompt
        self.completion += call.completion
        if not (call.prompt or call.completion or call.cost):
            self.uncounted += 1
        elif call.cost is None:
            self.unpriced += 1
        else:
            self.cost = (self.cost or 0.0) + call.cost

    def spent(self, key: str) -> Spent:
        return Spent(key, self.calls, self.prompt, self.completion, self.cost, self.unpriced, self.uncounted)


class _Sums(dict[str, _Sum]):
    def __missing__(self, key: str) -> _Sum:
        return self.setdefault(key, _Sum())

    def dearest_first(self) -> tuple[Spent, ...]:
        every = [one.spent(key) for key, one in self.items()]
        return tuple(sorted(every, key=lambda one: (-(one.cost or 0.0), -one.prompt_tokens, one.key)))


def read(zone: tzinfo | None, now: datetime, period: Period = Period.EVER, conversation: int | None = None) -> Books:
    """The calls of a period until `now`, of one conversation or all; a day is one of `zone`, None the computer's."""
    total, purposes, models, talks, days = _Sum(), _Sums(), _Sums(), _Sums(), _Sums()
    since = 0 if period is Period.EVER else to_millis(_began(period, now.astimezone(zone)))
    for call in map(_Call._make, raw().execute(_CALLS, (since, conversation))):
        day = from_millis(call.at).astimezone(zone).date().isoformat()
        talk = "" if call.conversation is None else ids.show("conversation", call.conversation)
        for one in (total, purposes[call.purpose], models[call.model], talks[talk], days[day]):
            one.add(call)
    return Books(
        total.spent(""),
        purposes.dearest_first(),
        models.dearest_first(),
        tuple(_titled(talks.dearest_first())),
        tuple(days[day].spent(day) for day in sorted(days, reverse=True)),
    )


def _began(period: Period, now: datetime) -> datetime:
    """Its first moment. A time zone's offset then may be another than now."""
    first = datetime(now.year, now.month, now.day if period is Period.DAY else 1)
    return first.replace(tzinfo=now.tzinfo) if isinstance(now.tzinfo, ZoneInfo) else first.astimezone()


def _titled(talks: Iterable[Spent]) -> Iterable[Spent]:
    titles: Mapping[str, str] = {ids.show("conversation", number): title for number, title in raw().execute(_TITLES)}
    return (replace(talk, title=titles.get(talk.key, "")) for talk in talks)
