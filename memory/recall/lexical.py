"""The lexical leg: what shares words with a question, for each kind apart, since they compete for their own places."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from memory.store import documents, graph
from memory.store.hits import Hit
from memory.store.store import Store

POOL = 40


@dataclass(frozen=True, slots=True)
class Worded:
    """Hits by kind with the share of the question's words they cover, and the names of known entities."""

    hits: Mapping[str, Sequence[Hit]]
    names: frozenset[str] = frozenset()


async def find(store: Store, text: str, kinds: Sequence[str]) -> Worded:
    def work() -> Worded:
        found = {kind: documents.search_words(text, kinds=(kind,), limit=POOL) for kind in kinds}
        return Worded(found, frozenset(graph.names()))

    return await store.read(work)
