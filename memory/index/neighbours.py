"""Nearest vectors. SQLite holds the truth; the file is a cache that is checked before it is trusted."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from memory.embed.embedder import Embedder
from memory.embed.native import load_onnxruntime_first
from memory.embed.worker import Worker
from memory.index import files
from memory.store import vectors
from memory.store.faults import reason
from memory.store.store import Store

if TYPE_CHECKING:
    from numpy import float32
    from numpy.typing import NDArray

log = logging.getLogger(__name__)
Rows = Sequence[tuple[int, bytes]]
EXACT_MAX = 50_000
"""Up to here every vector is compared (7 ms at 50,000); beyond, the graph answers."""
SAMPLE = 256


@dataclass(frozen=True, slots=True)
class Group:
    """Some vectors of the index, one row each."""

    ids: tuple[int, ...]
    matrix: NDArray[float32] | None

    def nearest(self, vector: NDArray[float32], k: int) -> list[tuple[int, float]]:
        """The `k` best with their cosines, best first."""
        if self.matrix is None:
            return []
        cosines = self.matrix @ vector
        return [(self.ids[at], float(cosines[at])) for at in (-cosines).argsort()[:k]]


class Neighbours:
    """The vectors of one embedder, by the id of their row in `vector`.

    Other windows add vectors too: `catch_up` takes in all above the highest id seen, which costs nothing when there
    are none. What was removed elsewhere is found by `prune`; until then results are only ids, and whoever reads
    their documents sees that they are gone. `folder` None keeps no file. `trouble` says why the file can't be written,
    "" while it can; what is in memory serves all the same. `mended` says that the file could not be used, else "".
    """

    def __init__(self, store: Store, embedder: Embedder, folder: Path | None) -> None:
        self.trouble = ""
        self.mended = ""
        self._store = store
        self._embedder = embedder
        self._folder = folder
        self._worker = Worker("harken-index")
        self._changing = asyncio.Lock()
        self._index: Any = None
        self._sample: Any = None
        self._mark = 0
        self._saved_mark = -1

    def __len__(self) -> int:
        return 0 if self._index is None else len(self._index)

    @property
    def state(self) -> str:
        """Which index serves: exact, hnsw, or none while nothing is loaded."""
        if self._index is None:
            return "none"
        return "exact" if len(self) <= EXACT_MAX else "hnsw"

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
            self._index = index
            if stamp:
                await self._prune()
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
        if not len(self):
            return []
        return await self._worker.run(lambda: self._found(vector, k))

    async def group(self, numbers: Sequence[int]) -> Group:
        """These vectors, as far as the index has them, ready to be compared one by one."""
        if not len(self) or not numbers:
            return Group((), None)
        return await self._worker.run(lambda: self._grouped(numbers))

    async def sample(self, vector: NDArray[float32]) -> list[float]:
        """Cosines with up to 256 vectors spread over all: what an unrelated memory looks like to this question."""
        if not len(self):
            return []
        return await self._worker.run(lambda: self._sampled(vector))

    async def prune(self) -> int:
        """Drops vectors that SQLite no longer has, leaving none of their bytes; returns how many there were.

        A removed slot keeps its bytes until it is used again, so what stays is built anew, file included. Files that
        are not open, those of other embedders too, are dropped where they hold any; opening builds them anew.
        """
        async with self._changing:
            gone = await self._prune() if self._index is not None else 0
            return gone + await self._drop_stale()

    async def save(self) -> None:
        """Writes the file, if anything changed; what was forgotten meanwhile does not come back with it."""
        if self._folder is None or self._index is None:
            return
        async with self._changing:
            await self._prune()
            if self._mark != self._saved_mark:
                await self._write(self._folder)

    async def close(self) -> None:
        try:
            await self.save()
        finally:
            self._worker.close()

    async def _catch_up(self) -> int:
        added = 0
        while rows := await self._new_rows():
            await asyncio.shield(self._worker.run(lambda rows=rows: self._take(rows)))  # type: ignore[misc]
            added += len(rows)
        return added

    def _take(self, rows: Rows) -> None:
        """Adds and remembers how far in one job: whoever waits for it may be cancelled in between."""
        self._add(self._index, rows)
        self._mark = rows[-1][0]

    async def _new_rows(self) -> Rows:
        return await self._store.read(lambda: vectors.load_since(self._embedder.fingerprint, self._mark))

    async def _prune(self) -> int:
        known = await self._store.read(lambda: vectors.ids(self._embedder.fingerprint))
        gone = await self._worker.run(lambda: sum(key not in known for key in self._keys()))
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
        rows = await self._store.read(lambda: vectors.load_all(self._embedder.fingerprint))
        self._index = await self._worker.run(lambda: self._built(rows))
        self._sample = None
        self._mark = rows[-1][0] if rows else 0
        if self._folder is not None:
            await self._write(self._folder)

    async def _write(self, folder: Path) -> None:
        mark = self._mark
        stamp = files.Stamp(self._embedder.fingerprint, self._embedder.dimension, len(self), mark)
        if await self._worker.run(lambda: self._written(folder, stamp)):
            self._saved_mark = mark

    def _written(self, folder: Path, stamp: files.Stamp) -> bool:
        """Where it can't be written, the old file goes as well: it may hold what was forgotten since."""
        try:
            files.save(self._index, folder, stamp)
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

    def _loaded(self) -> tuple[Any, files.Stamp | None]:
        index = self._built(())
        if self._folder is None:
            return index, None
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            self._note(error)
            return index, None
        files.sweep(self._folder)
        try:
            stamp = files.verified(self._folder, self._embedder.fingerprint)
            if stamp is not None:
                self._load(index, stamp, self._folder)
        except (files.Unusable, RuntimeError, ValueError) as error:
            self.mended = "The index of vectors was damaged and is built again; nothing is lost"
            log.warning("%s (%s)", self.mended, error)
            return self._built(()), None
        return index, stamp

    def _load(self, index: Any, stamp: files.Stamp, folder: Path) -> None:
        if stamp.dimension != self._embedder.dimension:
            raise files.Unusable("it is of another model")
        index.load(str(files.path(folder, stamp.fingerprint)))
        if len(index) != stamp.count:
            raise files.Unusable("it holds another number of vectors")

    def _built(self, rows: Rows) -> Any:
        load_onnxruntime_first()
        from usearch.index import Index

        # A thin graph: exact search does not use it, and building a good one takes 20 s at 50,000 vectors.
        index = Index(ndim=self._embedder.dimension, metric="cos", dtype="f16", connectivity=4, expansion_add=4)
        self._add(index, rows)
        return index

    def _add(self, index: Any, rows: Rows) -> None:
        import numpy as np

        size = self._embedder.dimension
        fitting = [(key, values) for key, values in rows if len(values) == 2 * size]
        if len(fitting) < len(rows):
            log.warning("%d vectors have another dimension and are left out", len(rows) - len(fitting))
        if not fitting:
            return
        keys = np.array([key for key, _ in fitting], dtype=np.uint64)
        matrix = np.frombuffer(b"".join(values for _, values in fitting), dtype="<f2").reshape(-1, size)
        new = ~np.asarray(index.contains(keys), dtype=bool)
        if new.any():
            index.add(keys[new], matrix[new].astype(np.float16), threads=1)
        if self._sample is not None and len(self._sample) < SAMPLE:
            self._sample = None

    def _found(self, vector: NDArray[float32], k: int) -> list[tuple[int, float]]:
        matches = self._index.search(vector, min(k, len(self)), exact=len(self) <= EXACT_MAX, threads=1)
        pairs = zip(matches.keys, matches.distances, strict=True)
        return [(int(key), 1.0 - float(distance)) for key, distance in pairs]

    def _grouped(self, numbers: Sequence[int]) -> Group:
        import numpy as np

        keys = np.array(numbers, dtype=np.uint64)
        keys = keys[np.asarray(self._index.contains(keys), dtype=bool)]
        if not len(keys):
            return Group((), None)
        return Group(tuple(int(key) for key in keys), np.asarray(self._index.get(keys), dtype=np.float32))

    def _sampled(self, vector: NDArray[float32]) -> list[float]:
        import numpy as np

        if self._sample is None:
            keys = self._keys()
            chosen = np.array(keys[:: max(1, len(keys) // SAMPLE)][:SAMPLE], dtype=np.uint64)
            self._sample = np.asarray(self._index.get(chosen), dtype=np.float32)
        return [float(cosine) for cosine in self._sample @ vector]

    def _keys(self) -> list[int]:
        keys: list[int] = self._index.keys[:].tolist()  # one by one, each costs a walk over all
        return keys


def stale(folder: Path) -> dict[str, int]:
    """The embedders whose files hold vectors that SQLite no longer has, and how many. Runs in the store."""
    left = {one.fingerprint: one.count - vectors.count_up_to(one.fingerprint, one.mark) for one in files.stamps(folder)}
    return {fingerprint: count for fingerprint, count in left.items() if count > 0}
