"""How far long work is, told to whoever asked for it."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")
Told = Callable[[float], None]
"""Gets the share that is done, 0 to 1."""


class GivenUp(Exception):
    """Ends work in a thread that nobody waits for."""


def silent(share: float) -> None:
    """Tells nobody."""


def from_thread(told: Told) -> Told:
    """`told`, called on the event loop from whatever thread."""
    loop = asyncio.get_running_loop()

    def say(share: float) -> None:
        loop.call_soon_threadsafe(told, share)

    return say


async def in_thread(work: Callable[[Told], T], told: Told) -> T:
    """Does `work` in a thread. Where nobody waits for it any more, it ends as soon as it tells how far it is."""
    say, given_up = from_thread(told), threading.Event()

    def unless_given_up(share: float) -> None:
        if given_up.is_set():
            raise GivenUp
        say(share)

    try:
        return await asyncio.to_thread(work, unless_given_up)
    except asyncio.CancelledError:
        given_up.set()
        raise
