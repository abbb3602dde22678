"""Makes again what is derived: full-text index, documents, vectors and their index, from what was said and kept.

Each step is one transaction that leaves a memory that serves, so a kill at any moment costs only the rest, and running
again goes on from there. Another window may read, write and recall meanwhile.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import timedelta
from functools import partial

from memory.embed.embedder import Embedder
from memory.errors import BadInput, EmbeddingUnavailable, HarkenError
from memory.index.backfill import Backfill
from memory.index.neighbours import Neighbours
from memory.index.serving import serving
from memory.index.soundness import unsound
from memory.ports import Clock
from memory.progress import Told, silent
from memory.store import derived, fulltext, rewording, vectors
from memory.store.connection import raw
from memory.store.lease import Lease
from memory.store.store import Store
from memory.types import Event, Rebuilt

LEASE = "rebuild"
LEASE_LENGTH = timedelta(minutes=10)
_WORDS, _DOCUMENTS = 0.1, 0.4
"""The shares of the way at which these are done; the vectors take the rest."""


class Rebuilding:
    """One at a time for a profile, whatever the number of windows."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        embedder: Embedder,
        neighbours: Neighbours,
        backfill: Backfill,
        emit: Callable[[Event], None],
    ) -> None:
        self._store = store
        self._clock = clock
        self._embedder = embedder
        self._neighbours = neighbours
        self._backfill = backfill
        self._emit = emit
        self._lease = Lease(store, clock, LEASE, LEASE_LENGTH, "rebuilds the memory")

    async def run(self, told: Told = silent) -> Rebuilt:
        """Makes all of it again; `told` gets shares of the way, 0 to 1.

        A text that has a sound vector is not embedded again. BadInput in incognito, HarkenError while it runs already,
        in this window or another.
        """
        if self._store.read_only or self._store.path is None:
            raise BadInput("Nothing is rebuilt in incognito", hint="Open the profile without it")
        if self._lease.held_here:
            raise HarkenError("The memory is being rebuilt already", hint="Wait until it is done")
        async with self._lease.held(), self._told_working():
            full_text = await self._words(told)
            documents, mended = await self._documents(told)
            strays = await self._store.write(derived.drop_strays)
            damaged, embedded, trouble = await self._vectors(told)
            told(1.0)
        served = await serving(self._store, self._embedder, self._neighbours)
        return Rebuilt(
            documents=documents,
            full_text=full_text,
            mended=mended,
            strays=strays,
            unsound=damaged,
            embedded=embedded,
            waiting_vectors=served.waiting,
            index=served.index,
            trouble=trouble,
        )

    @asynccontextmanager
    async def _told_working(self) -> AsyncIterator[None]:
        self._emit(Event("working", "Rebuilding the memory"))
        try:
            yield
        finally:
            self._emit(Event("idle"))

    async def _words(self, told: Told) -> str:
        """What was wrong with the full-text index that there was."""
        done, found = 0.0, await self._store.write(lambda: fulltext.trouble(raw()))
        await self._store.write(rewording.begin)
        while done < 1.0:
            try:
                done = await self._store.write(rewording.step)
            except rewording.Abandoned:
                await self._store.write(rewording.begin)
            told(_WORDS * done)
            await self._lease.keep()
        return found

    async def _documents(self, told: Told) -> tuple[int, int]:
        """How many there are of what may be found, and how many documents of them were wrong."""
        total = await self._store.read(derived.total)
        seen = mended = 0
        for source in derived.SOURCES:
            last = 0
            while rows := await self._store.read(partial(derived.rows_after, source, last)):
                if bad := await self._store.read(partial(derived.wrong, source, rows)):
                    mended += await self._store.write(partial(derived.mend, source, bad))
                last, seen = rows[-1], seen + len(rows)
                told(_WORDS + (_DOCUMENTS - _WORDS) * min(1.0, seen / total))
                await self._lease.keep()
        return seen, mended

    async def _vectors(self, told: Told) -> tuple[int, int, str]:
        """How many vectors were damaged, how many texts got a new one, and why not all did."""
        await self._store.write(derived.remake_marks)
        if not self._embedder.available:
            return 0, 0, ""
        dropped = done = 0
        try:
            await self._embedder.warm()
            dropped = await self._drop_unsound()
            await self._neighbours.rebuild()
            waiting = await self._backfill.waiting()
            while count := await self._next_vectors():
                done += count
                told(_DOCUMENTS + (1 - _DOCUMENTS) * min(1.0, done / max(1, waiting)))
            await self._neighbours.save()
        except EmbeddingUnavailable as error:
            return dropped, done, error.line
        return dropped, done, self._neighbours.trouble

    async def _next_vectors(self) -> int:
        await self._lease.keep()
        await self._backfill.free()
        return await self._backfill.step()

    async def _drop_unsound(self) -> int:
        by, last, dropped = self._embedder.fingerprint, 0, 0
        while rows := await self._store.read(partial(vectors.load_since, by, last)):
            last = rows[-1][0]
            if bad := unsound(rows, self._embedder.dimension):
                await self._store.write(partial(vectors.drop, bad))
                dropped += len(bad)
        if dropped:
            await self._store.write(derived.remake_marks)
        return dropped
