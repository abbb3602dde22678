"""Embeds in the background what has no vector yet; meanwhile its words find it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

from memory.embed.embedder import RETRY_SECONDS, Embedder, to_bytes
from memory.errors import EmbeddingUnavailable
from memory.index.neighbours import Neighbours
from memory.loop import Loop
from memory.store import vectors
from memory.store.store import Store

BATCH = 16
SAVE_EVERY = 2000
"""Vectors between two writes of the index file, which is also written at the end; SQLite has them at once."""


class Backfill:
    """Call `wake` after documents changed. `waiting` is the number of documents still without a vector."""

    def __init__(
        self, store: Store, embedder: Embedder, neighbours: Neighbours, *, retry_seconds: float = RETRY_SECONDS
    ) -> None:
        self.trouble = ""
        self._store = store
        self._embedder = embedder
        self._neighbours = neighbours
        self._retry_seconds = retry_seconds
        self._free = asyncio.Event()
        self._free.set()
        self._held = 0
        self._one_at_a_time = asyncio.Lock()
        self._unsaved = 0
        self._suspect: set[str] = set()
        self._refused: set[str] = set()
        self._loop = Loop("backfill", due=self._through, failed=self._later, waits=lambda: 0 if self.trouble else None)

    def start(self) -> None:
        """Begins the background work, where there is an embedder."""
        if self._embedder.available:
            self._loop.start()

    async def stop(self) -> None:
        await self._loop.stop()

    def wake(self) -> None:
        self._loop.wake()

    @contextmanager
    def paused(self) -> Iterator[None]:
        """A turn runs: the embedder is kept free for its question."""
        self._held += 1
        self._free.clear()
        try:
            yield
        finally:
            self._held -= 1
            if not self._held:
                self._free.set()

    async def free(self) -> None:
        """Waits until no turn runs."""
        await self._free.wait()

    async def waiting(self) -> int:
        return await self._store.read(lambda: vectors.waiting(self._embedder.fingerprint))

    async def drain(self) -> int:
        """Embeds all that waits and returns how many texts. Raises EmbeddingUnavailable."""
        done = 0
        await self._neighbours.open()
        await self._adopt()
        while count := await self.step():
            done += count
        return done

    async def step(self) -> int:
        """Embeds one batch and returns its size; 0 when nothing waits. Raises EmbeddingUnavailable."""
        async with self._one_at_a_time:  # two at once would embed the same texts
            return await self._step()

    async def _step(self) -> int:
        batch = await self._batch()
        if not batch:
            return 0
        was_ready = self._embedder.state == "ready"
        try:
            made = await self._embedder.embed([text for _, text in batch])
        except EmbeddingUnavailable:
            if was_ready:
                (self._refused if len(batch) == 1 else self._suspect).update(digest for digest, _ in batch)
            raise
        values = {digest: to_bytes(vector) for (digest, _), vector in zip(batch, made, strict=True)}
        await self._store.write(lambda: vectors.save(self._embedder.fingerprint, values))
        await self._neighbours.catch_up()
        return len(batch)

    async def _batch(self) -> list[tuple[str, str]]:
        """The newest texts that wait. Those of a batch that failed come last and alone: one may be to blame."""
        fingerprint = self._embedder.fingerprint
        aside = len(self._suspect | self._refused)
        found = await self._store.read(lambda: vectors.missing(fingerprint, BATCH + aside))
        left = [entry for entry in found if entry[0] not in self._refused]
        sound = [entry for entry in left if entry[0] not in self._suspect]
        return sound[:BATCH] or left[:1]

    async def _adopt(self) -> None:
        await self._store.write(lambda: vectors.adopt(self._embedder.fingerprint))

    async def _through(self) -> None:
        await self._neighbours.open()
        await self._adopt()
        while True:
            await self.free()
            count = await self.step()
            if not count:
                break
            self._unsaved += count
            if self._unsaved >= SAVE_EVERY:
                await self._neighbours.save()
                self._unsaved = 0
        self.trouble = ""

    async def _later(self, why: str) -> None:
        self.trouble = f"Texts wait for their vectors: {why}"
        await asyncio.sleep(self._retry_seconds)
