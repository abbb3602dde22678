"""How many background calls a day may have."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import partial

from memory.settings import MemorySettings
from memory.store import activity
from memory.store.store import Store


async def used_up(store: Store, settings: MemorySettings, now: datetime) -> str:
    """Why no further call may be made today, "" while one may."""
    spent = await store.read(partial(activity.calls_since, _midnight(now)))
    cap = settings.daily_call_cap
    return f"today's background calls ({cap}) are used up" if spent >= cap else ""


def renewed(now: datetime) -> timedelta:
    """How long it is until calls may be made again."""
    return _midnight(now) + timedelta(days=1) - now


def _midnight(now: datetime) -> datetime:
    return now.replace(hour=0, minute=0, second=0, microsecond=0)
