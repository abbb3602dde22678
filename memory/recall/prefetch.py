"""Gets ready after a turn what the next question needs, whatever it will be."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from memory.embed.embedder import Embedder
from memory.errors import HarkenError
from memory.recall import lexical
from memory.recall.dense import Dense
from memory.recall.tasks import StandingFacts
from memory.store.hits import Scope
from memory.store.store import Store

log = logging.getLogger(__name__)


class Prefetch:
    """`queue` returns at once. No question is made up: what depends on none is loaded and takes in what is new."""

    def __init__(self, store: Store, embedder: Embedder, dense: Dense, standing: StandingFacts) -> None:
        self._store = store
        self._embedder = embedder
        self._dense = dense
        self._standing = standing
        self._task: asyncio.Task[None] | None = None

    def queue(self, where: Callable[[], Awaitable[Scope]]) -> None:
        """Makes ready for a question about what lies there, in the place of what was queued before."""
        if self._task is not None:
            self._task.cancel()
        self._task = asyncio.create_task(self._run(where), name="harken-prefetch")

    async def done(self) -> None:
        """Returns when what was queued is ready."""
        if self._task is not None:
            await asyncio.wait([self._task])

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await self.done()

    async def _run(self, where: Callable[[], Awaitable[Scope]]) -> None:
        try:
            scope = await where()
            await lexical.prepare(self._store, scope, self._standing)
            if self._embedder.available:
                await self._dense.prepare(scope)
        except HarkenError as error:
            log.info("the next question finds less made ready: %s", error)
