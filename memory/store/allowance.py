"""How many background calls a day may have, and for how much money.

A call is booked before it is made, so that no two take the last one. What it costs is known when it ends, so that the
last calls of a day may go a little beyond the money. Where the price of a model is not known none can be kept to: then
one call a day is made, and the next is refused with the reason.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial

from memory.settings import MemorySettings
from memory.store import activity
from memory.store.store import Store
from memory.types import Usage


@dataclass(frozen=True, slots=True)
class Ticket:
    """A call that may be made; `refused` says why none may, else "". Who gets no answer at all gives it back."""

    store: Store
    number: int = 0
    refused: str = ""

    async def spend(self, usage: Usage | None) -> None:
        await self.store.write(partial(activity.end_call, self.number, usage), recalled=False)

    async def give_back(self) -> None:
        await self.store.write(partial(activity.drop_call, self.number), recalled=False)


async def take(
    store: Store, settings: MemorySettings, now: datetime, purpose: str, model: str, *, conversation: int | None = None
) -> Ticket:
    """Books a call of `model`, where the day has one left."""

    def book() -> tuple[int, str]:
        if refused := _refusal(settings, now):
            return 0, refused
        return activity.begin_call(purpose, model, at=now, conversation=conversation), ""

    return Ticket(store, *await store.write(book, recalled=False))


async def used_up(store: Store, settings: MemorySettings, now: datetime) -> str:
    """Why no further call may be made today, "" while one may."""
    return await store.read(lambda: _refusal(settings, now))


def renewed(now: datetime) -> timedelta:
    """How long it is until calls may be made again."""
    return _midnight(now) + timedelta(days=1) - now


def _refusal(settings: MemorySettings, now: datetime) -> str:
    """Runs inside the store."""
    spent, most = activity.spent_since(_midnight(now)), settings.daily_cost_cap
    if spent.calls >= settings.daily_call_cap:
        return f"today's background calls ({settings.daily_call_cap}) are used up"
    if most is None:
        return ""
    if spent.unpriced:
        return (
            f"the price of {spent.unpriced} is not known, so that memory.daily_cost_cap can't be kept today:"
            " price_in and price_out of its [models.NAME] say it"
        )
    return f"today's money for background calls (${most:g}) is used up" if spent.cost >= most else ""


def _midnight(now: datetime) -> datetime:
    return now.replace(hour=0, minute=0, second=0, microsecond=0)
