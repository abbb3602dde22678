"""How many background calls a day may have."""

from __future__ import annotations

from datetime import datetime
from functools import partial

from memory.settings import MemorySettings
from memory.store import activity
from memory.store.store import Store


async def used_up(store: Store, settings: MemorySettings, now: datetime) -> str:
    """Why no further call may be made today, "" while one may."""
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
    spent = await store.read(partial(activity.calls_since, midnight))
    cap = settings.daily_call_cap
    return f"today's background calls ({cap}) are used up" if spent >= cap else ""
