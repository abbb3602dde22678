"""The facts that lie near a statement in meaning, for reconciling new facts with old ones; never on a turn's path."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from memory.embed.embedder import Embedder, to_bytes
from memory.index.neighbours import Neighbours
from memory.store import hits, vectors
from memory.store.hits import Scope
from memory.store.store import Store
from memory.text.normal import search_text
from memory.types import Kind

if TYPE_CHECKING:
    from numpy.typing import NDArray

COMPARED = 5_000
"""So many of the newest facts are compared one by one; of the others those nearest among all that has a vector."""
_NEAREST_OF_ALL = 60
_NEW = 200
"""Facts that the background has not embedded yet are embedded here, the newest first."""


class NearFacts:
    """Serves `memory.ports.Nearby`."""

    def __init__(self, store: Store, embedder: Embedder, neighbours: Neighbours) -> None:
        self._store = store
        self._embedder = embedder
        self._neighbours = neighbours
        self._directions: dict[tuple[tuple[str, ...], tuple[str, ...]], NDArray[Any]] = {}

    async def facts(
        self, texts: Sequence[str], most: int, within: Sequence[int]
    ) -> Sequence[Sequence[tuple[int, float]]]:
        await self._neighbours.open()
        await self._embed_new()
        await self._neighbours.catch_up()
        scope = Scope((Kind.FACT,), partitions=tuple(within))
        known = partial(vectors.of_kinds, self._embedder.fingerprint, scope, COMPARED)
        group = await self._neighbours.group(await self._store.read(known))
        found = []
        for vector in await self._embedder.embed([search_text(text) for text in texts]):
            rows = dict(await self._neighbours.search(vector, _NEAREST_OF_ALL))
            rows |= dict(await asyncio.to_thread(group.nearest, vector, most))
            found.append(await self._store.read(partial(_facts, rows, most, scope)))
        return found

    async def leanings(self, texts: Sequence[str], to_these: Sequence[str], to_those: Sequence[str]) -> Sequence[float]:
        direction = await self._direction(tuple(to_these), tuple(to_those))
        return [float(vector @ direction) for vector in await self._embedder.embed(texts)]

    async def _direction(self, to_these: tuple[str, ...], to_those: tuple[str, ...]) -> NDArray[Any]:
        """From those to these, by the means of their vectors. The same are asked for again and again."""
        import numpy as np

        if (known := self._directions.get((to_these, to_those))) is not None:
            return known
        vectors = await self._embedder.embed([*to_these, *to_those])
        these, those = vectors[: len(to_these)], vectors[len(to_these) :]
        direction: NDArray[Any] = np.mean(these, axis=0) - np.mean(those, axis=0)
        return self._directions.setdefault((to_these, to_those), direction)

    async def _embed_new(self) -> None:
        fingerprint = self._embedder.fingerprint
        new = await self._store.read(partial(vectors.missing_of, fingerprint, Kind.FACT, _NEW))
        if new:
            made = await self._embedder.embed([text for _, text in new])
            values = {digest: to_bytes(vector) for (digest, _), vector in zip(new, made, strict=True)}
            await self._store.write(partial(vectors.save, fingerprint, values))


def _facts(rows: Mapping[int, float], most: int, scope: Scope) -> list[tuple[int, float]]:
    """The living facts of these vectors."""
    living = hits.of_vectors(rows, scope)
    found = sorted((hit for same in living.values() for hit in same), key=lambda hit: -hit.score)
    return [(hit.item, hit.score) for hit in found[:most]]
