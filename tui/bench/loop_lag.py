"""How long the event loop was kept from running."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from time import perf_counter
from types import TracebackType

_TICK = 0.005


class LoopLag:
    """Around a stretch of work: `worst_ms` is the longest time a 5 ms tick came late."""

    def __init__(self) -> None:
        self.worst_ms = 0.0
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> LoopLag:
        self._task = asyncio.create_task(self._watch())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._task:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _watch(self) -> None:
        while True:
            due = perf_counter() + _TICK
            await asyncio.sleep(_TICK)
            self.worst_ms = max(self.worst_ms, (perf_counter() - due) * 1000)
