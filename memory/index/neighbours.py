"""Nearest vectors. SQLite holds the truth; the file is a cache that is checked before it is trusted."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from memory.embed.embedder import Embedder
from memory.embed.worker import Worker
from memory.index import files
from memory.index.native import Group, Native, Rows
from memory.store import vectors
from memory.store.faults import reason
from memory.store.store import Store

if TYPE_CHECKING:
    from numpy import float32
    from numpy.typing import NDArray

log = logging.getLogger(__name__)
SAMPLE = 256
PIECE = 500
"""Vectors put into a graph at once: a tenth of a second or so."""
SAVED_SHARE, SAVED_MAX = 50, 2000
"""The file is written when one in so many vectors is new, or so many are: a large one takes seconds, and what it lacks
is taken from SQLite."""


class Neighbours:
    """The vectors of one embedder, by the id of their row in `vector`.

    Other windows add vectors too: `catch_up` takes in all above the highest id seen, which costs nothing when there
    are none. What was removed elsewhere is found by `prune`; until then results are only ids, and whoever reads
    their documents sees that they are gone. Where there are too many to compare each, a graph is built in the
    background; until it is whole, each is compared. `folder` None keeps no file. `trouble` says why the file can't be
    written, "" while it can; what is in memory serves all the same. `mended` says that the file could not be used,
    else "".
    """

    def __init__(self, store: Store, embedder: Embedder, folder: Path | None) -> None:
        self.trouble = ""
        self.mended = ""
        self._store = store
        self._embedder = embedder
        self._folder = folder
        self._worker = Worker("harken-index")
        self._changing = asyncio.Lock()
        self.built = 0
        """How often the index was built anew; what was taken from it before may hold what is gone."""
        self._index: Native | None = None
        self._sample: NDArray[float32] | None = None
        self._mark = 0
        self._saved_mark = -1
        self._saved_count = 0
        self._gardener = Worker("harken-graph")
        self._growing: asyncio.Task[None] | None = None

    def __len__(self) -> int:
        return 0 if self._index is None else len(self._index)

    @property
    def mark(self) -> int:
        """The highest vector id that was taken in."""
        return self._mark

    @property
    def state(self) -> str:
        """Which index serves: exact, hnsw, or none while nothing is loaded."""
        if self._index is None:
            return "none"
        return "exact" if self._index.exact else "hnsw"

    async def open(self) -> None:
        """Loads the file if it is whole and right, then takes in what SQLite has beside it; does nothing when open.

        Raises EmbeddingUnavailable where the embedder is off, or unknown and can't be loaded.
        """
        async with self._changing:
            if self._index is not None:
                return
            if not self._embedder.fingerprint:
                await self._embedder.warm()
            index, stamp = await self._worker.run(self._loaded)
            self._mark = stamp.mark if stamp else 0
            self._saved_mark = stamp.mark if stamp else -1
            self._saved_count = len(index)
            self._index = index
            if stamp:
                await self._prune(index)
            await self._catch_up()

    async def catch_up(self) -> int:
        """Adds the vectors that are new since the last call, whoever made them; returns how many.

        Returns at once while the index is being built: a turn does not wait for that.
        """
        if self._index is None or self._changing.locked():
            return 0
        async with self._changing:
            return await self._catch_up()

    async def search(self, vector: NDArray[float32], k: int) -> list[tuple[int, float]]:
        """Up to `k` pairs of vector id and cosine, best first."""
        index = self._index
        return await self._worker.run(lambda: index.nearest(vector, k)) if index else []

    async def group(self, numbers: Sequence[int]) -> Group:
        """These vectors, as far as the index has them, ready to be compared one by one."""
        index = self._index
        return await self._worker.run(lambda: index.group(numbers)) if index and numbers else Group((), None)

    async def sample(self, vector: NDArray[float32]) -> list[float]:
        """Cosines with up to 256 vectors spread over all: what an unrelated memory looks like to this question."""
        index = self._index
        if not index:
            return []
        if self._sample is None or len(self._sample) < min(SAMPLE, len(index)):
            self._sample = await self._worker.run(lambda: index.spread(SAMPLE))
        return [float(cosine) for cosine in self._sample @ vector]

    async def prune(self) -> int:
        """Drops vectors that SQLite no longer has, leaving none of their bytes; returns how many there were.

        A removed slot keeps its bytes until it is used again, so what stays is built anew, file included. Files that
        are not open, those of other embedders too, are dropped where they hold any; opening builds them anew.
        """
        async with self._changing:
            gone = await self._prune(self._index) if self._index is not None else 0
            return gone + await self._drop_stale()

    async def rebuild(self) -> None:
        """Makes index and file anew from SQLite, whatever they hold."""
        async with self._changing:
            await self._rebuild()

    async def save(self) -> None:
        """Writes the file, if anything changed; what was forgotten meanwhile does not come back with it."""
        if self._folder is None or self._index is None:
            return
        async with self._changing:
            await self._prune(self._index)
            new = len(self) - self._saved_count
            if self._mark != self._saved_mark and (SAVED_SHARE * new >= len(self) or new >= SAVED_MAX):
                await self._write(self._folder)

    async def settled(self) -> None:
        """Waits for the graph, where one is being built."""
        while self._growing is not None and not self._growing.done():
            await asyncio.wait([self._growing])

    async def close(self) -> None:
        if self._growing is not None:
            self._growing.cancel()
            await asyncio.gather(self._growing, return_exceptions=True)
        try:
            await self.save()
        finally:
            self._gardener.close()
            self._worker.close()

    async def _catch_up(self) -> int:
        added = 0
        while rows := await self._new_rows(self._mark):
            await asyncio.shield(self._worker.run(lambda rows=rows: self._take(rows)))  # type: ignore[misc]
            added += len(rows)
        self._grow_where_needed()
        return added

    def _take(self, rows: Rows) -> None:
        """Adds and remembers how far in one job: whoever waits for it may be cancelled in between."""
        assert self._index is not None
        self._index.add(rows)
        self._mark = rows[-1][0]

    def _grow_where_needed(self) -> None:
        growing = self._growing is not None and not self._growing.done()
        if self._index is not None and self._index.wants_graph and not growing:
            self._growing = asyncio.create_task(self._grow(), name="harken-graph")

    async def _grow(self) -> None:
        """Puts a graph in the place of what is compared one by one, anew where that was built anew meanwhile."""
        while (flat := self._index) is not None and flat.wants_graph:
            try:
                await self._replace_by_graph(flat)
            except (RuntimeError, MemoryError) as error:
                log.warning("the graph of vectors can't be built: %s", error)
                return

    async def _replace_by_graph(self, flat: Native) -> None:
        graph = Native(self._embedder.dimension, graph=True)
        while self._index is flat and await self._grow_by(graph, flat) > PIECE:
            pass
        async with self._changing:
            if self._index is not flat:
                return
            await self._grow_by(graph, flat)
            self._index = graph
            if self._folder is not None:
                await self._write(self._folder)

    async def _grow_by(self, graph: Native, flat: Native) -> int:
        """Gives `graph` what only `flat` has, and returns how much that was."""
        import numpy as np

        missing = await self._worker.run(lambda: np.setdiff1d(flat.keys(), graph.keys()))
        for start in range(0, len(missing), PIECE):
            piece = missing[start : start + PIECE]
            matrix = await self._worker.run(lambda piece=piece: flat.matrix(piece))  # type: ignore[misc]
            await self._gardener.run(lambda piece=piece, matrix=matrix: graph.put(piece, matrix))  # type: ignore[misc]
            if self._index is not flat:
                break
        return len(missing)

    async def _new_rows(self, mark: int) -> Rows:
        return await self._store.read(lambda: vectors.load_since(self._embedder.fingerprint, mark))

    async def _prune(self, index: Native) -> int:
        known = await self._store.read(lambda: vectors.ids(self._embedder.fingerprint))
        gone = await self._worker.run(lambda: index.beside(known))
        if gone:
            await self._rebuild()
        return gone

    async def _drop_stale(self) -> int:
        if (folder := self._folder) is None:
            return 0
        left = await self._store.read(lambda: stale(folder))
        for fingerprint in left:
            await self._worker.run(lambda fingerprint=fingerprint: files.drop(folder, fingerprint))  # type: ignore[misc]
        return sum(left.values())

    async def _rebuild(self) -> None:
        """Makes index and file anew from SQLite."""
        fresh, mark = Native(self._embedder.dimension), 0
        while rows := await self._new_rows(mark):
            await self._worker.run(lambda rows=rows: fresh.add(rows))  # type: ignore[misc]
            mark = rows[-1][0]
        self._index, self._mark, self._sample = fresh, mark, None
        self.built += 1
        self._grow_where_needed()
        if self._folder is not None:
            await self._write(self._folder)

    async def _write(self, folder: Path) -> None:
        index, mark = self._index, self._mark
        assert index is not None
        stamp = files.Stamp(self._embedder.fingerprint, self._embedder.dimension, len(index), mark, graph=index.graph)
        if await self._worker.run(lambda: self._written(index, folder, stamp)):
            self._saved_mark, self._saved_count = mark, stamp.count

    def _written(self, index: Native, folder: Path, stamp: files.Stamp) -> bool:
        """Where it can't be written, the old file goes as well: it may hold what was forgotten since."""
        try:
            files.save(index, folder, stamp)
        except (OSError, RuntimeError) as error:
            self._note(error)
            files.drop(folder, stamp.fingerprint)
            return False
        self.trouble = ""
        return True

    def _note(self, error: OSError | RuntimeError) -> None:
        why = reason(error) if isinstance(error, OSError) else str(error)
        self.trouble = f"The index of vectors is not kept on disk: {why}"
        log.warning("%s", self.trouble)

    def _loaded(self) -> tuple[Native, files.Stamp | None]:
        empty = Native(self._embedder.dimension)
        if self._folder is None:
            return empty, None
        try:
            self._folder.mkdir(exist_ok=True)
        except OSError as error:
            self._note(error)
            return empty, None
        files.sweep(self._folder)
        try:
            stamp = files.verified(self._folder, self._embedder.fingerprint)
            return (self._load(stamp, self._folder), stamp) if stamp is not None else (empty, None)
        except (files.Unusable, RuntimeError, ValueError) as error:
            self.mended = "The index of vectors was damaged and is built again; nothing is lost"
            log.warning("%s (%s)", self.mended, error)
            return empty, None

    def _load(self, stamp: files.Stamp, folder: Path) -> Native:
        if stamp.dimension != self._embedder.dimension:
            raise files.Unusable("it is of another model")
        index = Native(stamp.dimension, graph=stamp.graph)
        files.load(index, folder, stamp.fingerprint)
        if len(index) != stamp.count:
            raise files.Unusable("it holds another number of vectors")
        return index


def stale(folder: Path) -> dict[str, int]:
    """The embedders whose files hold vectors that SQLite no longer has, and how many. Runs in the store."""
    left = {one.fingerprint: one.count - vectors.count_up_to(one.fingerprint, one.mark) for one in files.stamps(folder)}
    return {fingerprint: count for fingerprint, count in left.items() if count > 0}
