"""A model's reply as it comes, with a sign now and then while nothing comes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator

from memory.ports import Delta, LanguageModel, ModelRequest

QUIET_SECONDS = 10.0
"""After so long without a word the user is told; the limits that end a reply are the model client's."""


async def deltas(
    model: LanguageModel, request: ModelRequest, *, quiet_seconds: float = QUIET_SECONDS
) -> AsyncGenerator[Delta | None, None]:
    """The reply's pieces, and None each time nothing came for `quiet_seconds`. Closing it closes the connection."""
    stream = model.stream(request)
    step: asyncio.Task[Delta | None] | None = None
    try:
        while True:
            step = asyncio.create_task(_next(stream))
            while not (await asyncio.wait({step}, timeout=quiet_seconds))[0]:
                yield None
            if (delta := step.result()) is None:
                return
            yield delta
    finally:
        if step is not None:
            step.cancel()
            await asyncio.gather(step, return_exceptions=True)
        if close := getattr(stream, "aclose", None):
            await close()


async def _next(stream: AsyncIterator[Delta]) -> Delta | None:
    return await anext(stream, None)
