"""Nearest vectors. SQLite holds the truth; the file is a cache that is checked before it is trusted."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from memory.embed.worker import Worker
from memory.index import files
from memory.store import vectors
from memory.store.store import Store

if TYPE_CHECKING:
    from numpy import float32
    from numpy.typing import NDArray

log = logging.getLogger(__name__)
EXACT_MAX = 50_000
"""Up to here every vector is compared (7 ms at 50,000); beyond, the graph answers."""
SAMPLE = 256


class Neighbours:
    """The vectors of one embedder, by the id of their row in `vector`.

    Other windows add vectors too: `catch_up` takes in all above the highest id seen, which costs nothing when there
    are none. What was removed elsewhere is found by `prune`; until then the search results are only ids, and whoever
    reads their documents sees that they are gone. `folder` None keeps no file.
    """

    def __init__(self, store: Store, folder: Path | None, fingerprint: str, dimension: int) -> None:
        self.fingerprint = fingerprint
        self._store = store
        self._folder = folder
        self._dimension = dimension
        self._worker = Worker("harken-index")
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
        """Loads the file if it is whole and right, else starts empty; then takes in what SQLite has beside it."""
        stamp = None
        if self._folder is not None:
            self._index, stamp = await self._worker.run(self._loaded)
        if stamp is None:
            self._index, self._mark = await self._worker.run(self._empty), 0
        else:
            self._mark = self._saved_mark = stamp.mark
            await self.prune()
        await self.catch_up()

    async def catch_up(self) -> int:
        """Adds the vectors that are new since the last call, whoever made them; returns how many."""
        added = 0
        while rows := await self._store.read(lambda: vectors.load_since(self.fingerprint, self._mark)):
            await self._worker.run(lambda rows=rows: self._add(rows))  # type: ignore[misc]
            self._mark = rows[-1][0]
            added += len(rows)
        return added

    async def search(self, vector: NDArray[float32], k: int) -> list[tuple[int, float]]:
        """Up to `k` pairs of vector id and cosine, best first."""
        if not len(self):
            return []
        return await self._worker.run(lambda: self._found(vector, k))

    async def background(self, vector: NDArray[float32]) -> tuple[float, float]:
        """Mean and spread of the cosines with a sample of all vectors: what an unrelated memory looks like."""
        return await self._worker.run(lambda: self._spread(vector))

    async def prune(self) -> int:
        """Drops vectors that SQLite no longer has, leaving none of their bytes; returns how many there were.

        A removed slot keeps its bytes until it is used again, so what stays is built anew.
        """
        if self._index is None:
            return 0
        known = await self._store.read(lambda: vectors.ids(self.fingerprint))
        gone = await self._worker.run(lambda: [key for key in self._keys() if key not in known])
        if gone:
            await self._rebuild()
        return len(gone)

    async def rebuild(self) -> None:
        """Makes index and file anew from SQLite."""
        await self._rebuild()

    async def save(self) -> None:
        """Writes the file, if anything changed; what was forgotten meanwhile does not come back with it."""
        if self._folder is None or self._index is None:
            return
        await self.prune()
        if self._mark != self._saved_mark:
            await self._write()

    async def close(self) -> None:
        await self.save()
        self._worker.close()

    async def _rebuild(self) -> None:
        self._index, self._mark, self._sample = await self._worker.run(self._empty), 0, None
        await self.catch_up()
        if self._folder is not None:
            await self._write()

    async def _write(self) -> None:
        index, mark, folder = self._index, self._mark, self._folder
        assert folder is not None
        stamp = files.Stamp(self.fingerprint, self._dimension, len(index), mark)
        await self._worker.run(lambda: files.save(index, folder, stamp))
        self._saved_mark = mark

    def _loaded(self) -> tuple[Any, files.Stamp | None]:
        assert self._folder is not None
        stamp = files.verified(self._folder, self.fingerprint, self._dimension)
        if stamp is None:
            return None, None
        index = self._empty()
        index.load(str(files.path(self._folder, self.fingerprint)))
        return (index, stamp) if len(index) == stamp.count else (None, None)

    def _empty(self) -> Any:
        from usearch.index import Index

        # A thin graph: exact search does not use it, and building a good one takes 20 s at 50,000 vectors.
        return Index(ndim=self._dimension, metric="cos", dtype="f16", connectivity=4, expansion_add=4)

    def _add(self, rows: Sequence[tuple[int, bytes]]) -> None:
        import numpy as np

        fitting = [(key, values) for key, values in rows if len(values) == 2 * self._dimension]
        if len(fitting) < len(rows):
            log.warning("%d vectors have another dimension and are left out", len(rows) - len(fitting))
        if not fitting:
            return
        keys = np.array([key for key, _ in fitting], dtype=np.uint64)
        matrix = np.frombuffer(b"".join(values for _, values in fitting), dtype="<f2").reshape(-1, self._dimension)
        self._index.add(keys, matrix.astype(np.float16, copy=True), threads=1)
        if self._sample is None or len(self._sample) < SAMPLE:
            self._sample = None

    def _found(self, vector: NDArray[float32], k: int) -> list[tuple[int, float]]:
        matches = self._index.search(vector, min(k, len(self._index)), exact=len(self) <= EXACT_MAX, threads=1)
        return [(int(key), 1.0 - float(distance)) for key, distance in zip(matches.keys, matches.distances, strict=True)]

    def _spread(self, vector: NDArray[float32]) -> tuple[float, float]:
        import numpy as np

        if self._sample is None:
            keys = self._keys()
            chosen = np.array(keys[:: max(1, len(keys) // SAMPLE)][:SAMPLE], dtype=np.uint64)
            self._sample = np.asarray(self._index.get(chosen, dtype=np.float32)) if len(chosen) else np.zeros((0, 1))
        if not len(self._sample):
            return 0.0, 1.0
        cosines = self._sample @ vector
        return float(cosines.mean()), float(cosines.std()) or 1.0

    def _keys(self) -> list[int]:
        return [int(key) for key in self._index.keys]


def stale(folder: Path, keep: Iterable[str]) -> list[Path]:
    """Index files of other embedders, which no search will use again unless the setting goes back."""
    wanted = set(keep)
    return [path for path in folder.glob("*.usearch") if path.stem not in wanted] if folder.is_dir() else []
