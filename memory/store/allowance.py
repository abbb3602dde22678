"""How many background calls a day may have. A call is booked before it is made, so that no two take the last one."""

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
    book = partial(
        activity.take_call,
        purpose,
        model,
        at=now,
        since=_midnight(now),
        most=settings.daily_call_cap,
        conversation=conversation,
    )
    number = await store.write(book, recalled=False)
    return Ticket(store, number, "" if number else _why(settings))


async def used_up(store: Store, settings: MemorySettings, now: datetime) -> str:
    """Why no further call may be made today, "" while one may."""
    spent = await store.read(partial(activity.calls_since, _midnight(now)))
    return _why(settings) if spent >= settings.daily_call_cap else ""


def renewed(now: datetime) -> timedelta:
    """How long it is until calls may be made again."""
    return _midnight(now) + timedelta(days=1) - now


def _why(settings: MemorySettings) -> str:
    return f"today's background calls ({settings.daily_call_cap}) are used up"


def _midnight(now: datetime) -> datetime:
    return now.replace(hour=0, minute=0, second=0, microsecond=0)
