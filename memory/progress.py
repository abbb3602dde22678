"""How far long work is, told to whoever asked for it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

Told = Callable[[float], None]
"""Gets the share that is done, 0 to 1."""


def silent(share: float) -> None:
    """Tells nobody."""


def from_thread(told: Told) -> Told:
    """`told`, called on the event loop from whatever thread."""
    loop = asyncio.get_running_loop()

    def say(share: float) -> None:
        loop.call_soon_threadsafe(told, share)

    return say
