"""Free search over all memories, for people: no gate, no budget, words and vectors together."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from memory.embed.embedder import Embedder
from memory.errors import EmbeddingUnavailable
from memory.index.neighbours import Neighbours
from memory.recall.nearby import nearby
from memory.recall.touch import subject, touches
from memory.store import documents, graph, originals, partitions
from memory.store.hits import Hit, Scope
from memory.store.store import Store
from memory.types import Filter, Kind

log = logging.getLogger(__name__)
POOL = 100
PATIENCE_SECONDS = 3.0
"""A model that takes longer is not waited for."""
NEAR = 0.3
"""A cosine below this says nothing: unrelated short texts reach about 0.2 with MiniLM."""

Key = tuple[str, int]
SAID = (Kind.TURN, Kind.DRAWER)
SEARCHED = (Kind.FACT, Kind.EPISODE, Kind.IDENTITY, *SAID)


class Search:
    """Finds memories that share words with a text or mean something near it."""

    def __init__(self, store: Store, embedder: Embedder, neighbours: Neighbours) -> None:
        self._store = store
        self._embedder = embedder
        self._neighbours = neighbours

    async def find(self, text: str, wanted: Filter) -> dict[Key, float]:
        """Keys of memories with a score from 0 to 1, best first; twice `wanted.limit` of them, for later filters."""
        scope = Scope(_kinds(wanted), since=wanted.since, until=wanted.until)
        if wanted.partition is not None:
            home = await self._store.read(partial(partitions.find, wanted.partition))
            if home is None:
                return {}
            scope = replace(scope, partitions=(home,))
        worded = (await self._store.read(lambda: documents.search_scored(text, scope, POOL)))[0]
        asked = subject(text)
        shares = _shares([hit for hit in worded if touches(hit.text, asked, None)])
        near = await self._near(text, scope)
        scores = {key: (shares.get(key, 0.0) + near.get(key, 0.0)) / 2 for key in shares.keys() | near.keys()}
        if wanted.entity:
            allowed = await self._store.read(lambda: _mentioning(wanted.entity))
            scores = {key: score for key, score in scores.items() if key in allowed}
        once = await self._store.read(lambda: originals.once(item for kind, item in scores if kind in SAID))
        scores = {key: score for key, score in scores.items() if key[0] not in SAID or key[1] in once}
        best = sorted(scores.items(), key=lambda pair: -pair[1])
        return dict(best[: 2 * wanted.limit])

    async def _near(self, text: str, scope: Scope) -> Mapping[Key, float]:
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                (vector,) = await self._embedder.embed([text])
                await self._neighbours.open()
                await self._neighbours.catch_up()
                found = await nearby(self._store, self._neighbours, vector, POOL, scope)
        except (EmbeddingUnavailable, TimeoutError) as error:
            log.info("search by words only: %s", error or "the embedding model is not ready")
            return {}
        return {(hit.kind, hit.item): hit.score for hit in found if hit.score >= NEAR}


def _kinds(wanted: Filter) -> tuple[str, ...]:
    if wanted.category:
        return (str(Kind.FACT),)
    kinds = wanted.kinds or SEARCHED
    spread = dict.fromkeys(SAID, SAID)
    return tuple(dict.fromkeys(str(kind) for name in kinds for kind in spread.get(name, (name,))))


def _shares(worded: list[Hit]) -> dict[Key, float]:
    """Each hit's score as a share of the best one's."""
    top = max((hit.score for hit in worded), default=1.0) or 1.0
    return {(hit.kind, hit.item): max(0.0, hit.score / top) for hit in worded}


def _mentioning(name: str) -> set[Key]:
    entity = graph.find(name)
    return set() if entity is None else set(graph.mentions(entity.id))
