"""Vectors by number in usearch, compared one by one or found through a graph (HNSW, Malkov and Yashunin 2016)."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from memory.counting import counted
from memory.embed.native import load_onnxruntime_first

if TYPE_CHECKING:
    from numpy import float16, float32, int64, uint64
    from numpy.typing import NDArray

log = logging.getLogger(__name__)
Rows = Sequence[tuple[int, bytes]]
EXACT_MAX = 50_000
"""Up to here every vector is compared (7 ms at 50,000); beyond, the graph answers, once it is built."""
CONNECTIVITY, EXPANSION_ADD, EXPANSION_SEARCH = 16, 40, 320
"""Finds 98 of 100 true neighbours among 100,000 in 1 ms; a vector more costs 0.2 ms."""
THIN = 4
"""Exact search needs no graph, and usearch always makes one: this one takes a tenth of the time."""


@dataclass(frozen=True, slots=True)
class Group:
    """Some vectors of the index, one row each."""

    ids: tuple[int, ...]
    matrix: NDArray[float32] | None

    def nearest(self, vector: NDArray[float32], k: int) -> list[tuple[int, float]]:
        """The `k` best with their cosines, best first."""
        cosines = self._likeness(vector)
        return [(self.ids[at], float(cosines[at])) for at in (-cosines).argsort()[:k]]

    def cosines(self, vector: NDArray[float32]) -> dict[int, float]:
        """That of each vector, by its number."""
        return dict(zip(self.ids, self._likeness(vector).tolist(), strict=True))

    def _likeness(self, vector: NDArray[float32]) -> NDArray[float32]:
        import numpy as np

        if self.matrix is None:
            return np.zeros(0, np.float32)
        found: NDArray[float32] = np.einsum("ij,j->i", self.matrix, vector)  # BLAS would wake a thread for each core
        return found


class Native:
    """One index in memory. `graph` says whether its graph is good enough to be searched."""

    def __init__(self, dimension: int, *, graph: bool = False) -> None:
        load_onnxruntime_first()
        from usearch.index import Index

        self.graph = graph
        self._dimension = dimension
        connectivity, expansion = (CONNECTIVITY, EXPANSION_ADD) if graph else (THIN, THIN)
        self._index: Any = Index(
            ndim=dimension,
            metric="cos",
            dtype="f16",
            connectivity=connectivity,
            expansion_add=expansion,
            expansion_search=EXPANSION_SEARCH,
        )

    def __len__(self) -> int:
        return len(self._index)

    @property
    def exact(self) -> bool:
        return not self.graph or len(self) <= EXACT_MAX

    @property
    def wants_graph(self) -> bool:
        return not self.graph and len(self) > EXACT_MAX

    @property
    def bytes_on_disk(self) -> int:
        return int(self._index.serialized_length)

    def load(self, content: Path | bytes) -> None:
        """Takes in a file, or its bytes, whose checksum is right; of another, usearch may crash."""
        self._index.load(content if isinstance(content, bytes) else str(content))
        self._index.expansion_add = EXPANSION_ADD if self.graph else THIN
        self._index.expansion_search = EXPANSION_SEARCH

    def save(self, file: Path) -> None:
        self._index.save(str(file))

    def saved(self) -> bytes:
        """What `save` would write."""
        return bytes(self._index.save())

    def add(self, rows: Rows) -> None:
        """Takes in what is new of `rows`; what has another dimension is left out."""
        import numpy as np

        size = self._dimension
        fitting = [(key, values) for key, values in rows if len(values) == 2 * size]
        if len(fitting) < len(rows):
            log.warning("%s of another dimension left out", counted(len(rows) - len(fitting), "vector"))
        if fitting:
            keys = np.array([key for key, _ in fitting], dtype=np.uint64)
            matrix = np.frombuffer(b"".join(values for _, values in fitting), dtype="<f2").reshape(-1, size)
            self.put(keys, matrix.astype(np.float16))

    def put(self, keys: NDArray[uint64], matrix: NDArray[float16]) -> None:
        """Takes in what is new of these vectors."""
        import numpy as np

        new = ~np.asarray(self._index.contains(keys), dtype=bool)
        if new.any():
            self._index.add(keys[new], matrix[new], threads=1)

    def keys(self) -> NDArray[uint64]:
        import numpy as np

        return np.asarray(self._index.keys[:], dtype=np.uint64)  # one by one, each costs a walk over all

    def beside(self, known: NDArray[int64]) -> int:
        """How many of its vectors are not among `known`."""
        import numpy as np

        return int((~np.isin(self.keys(), known.astype(np.uint64))).sum())

    def matrix(self, keys: NDArray[uint64]) -> NDArray[float16]:
        """The vectors of `keys`, all of which are in it."""
        import numpy as np

        return np.asarray(self._index.get(keys), dtype=np.float16).reshape(-1, self._dimension)

    def nearest(self, vector: NDArray[float32], k: int) -> list[tuple[int, float]]:
        """Up to `k` pairs of number and cosine, best first."""
        matches = self._index.search(vector, min(k, len(self)), exact=self.exact, threads=1)
        return list(zip(matches.keys.tolist(), (1.0 - matches.distances).tolist(), strict=True))

    def group(self, numbers: Sequence[int]) -> Group:
        """These vectors, as far as they are in it."""
        import numpy as np

        keys = np.array(numbers, dtype=np.uint64)
        keys = keys[np.asarray(self._index.contains(keys), dtype=bool)]
        return Group(tuple(keys.tolist()), self.matrix(keys).astype(np.float32)) if len(keys) else Group((), None)

    def spread(self, count: int) -> NDArray[float32]:
        """About `count` vectors out of all."""
        import numpy as np

        keys = self.keys()
        return self.matrix(keys[:: max(1, len(keys) // count)][:count]).astype(np.float32)
