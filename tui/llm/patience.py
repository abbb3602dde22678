"""Giving up on a model that says nothing."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing

from memory.errors import ModelError
from memory.ports import Delta
from tui.config import Timeouts


async def impatient(source: AsyncGenerator[Delta], waits: Timeouts, name: str) -> AsyncGenerator[Delta]:
    """The `Delta`s of `source` that say something.

    Raises `ModelError` of kind timeout when no word comes in time; empty pieces (keep-alives) don't count as words.
    """
    clock = asyncio.get_running_loop().time
    begun, deadline = False, clock() + waits.first_token
    async with aclosing(source):
        while True:
            try:
                async with asyncio.timeout_at(deadline) as timer:
                    delta = await anext(source)
            except StopAsyncIteration:
                return
            except TimeoutError as error:
                if timer.expired():
                    raise _silent(name, waits, begun) from error
                raise
            if delta == Delta():
                continue
            yield delta
            begun, deadline = True, clock() + waits.silence


def _silent(name: str, waits: Timeouts, begun: bool) -> ModelError:
    key, limit = ("silence", waits.silence) if begun else ("first_token", waits.first_token)
    what = f"{name} stopped in the middle" if begun else f"{name} did not begin to answer"
    return ModelError(
        f"{what}: no word for {limit:g} s",
        kind="timeout",
        hint=f"Try again, or allow more time with chat.timeouts.{key}",
        retry_after=0.0,
    )
