"""The lexical leg: what shares words with a question, for each kind apart, since they compete for their own places."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from memory.recall.entities import phrases, plain
from memory.store import documents, graph
from memory.store.hits import Hit, Scope
from memory.store.store import Store

POOL = 60


@dataclass(frozen=True, slots=True)
class Worded:
    """Hits by kind with the share of the question's words they cover, and the names of known entities in the text.

    `scores` has the shares of more documents than there are hits, for those that the other leg brings.
    """

    hits: Mapping[str, Sequence[Hit]]
    scores: Mapping[int, float] = field(default_factory=dict)
    names: frozenset[str] = frozenset()


async def find(store: Store, text: str, kinds: Sequence[str]) -> Worded:
    def work() -> Worded:
        found: dict[str, Sequence[Hit]] = {}
        scores: dict[int, float] = {}
        for kind in kinds:
            found[kind], more = documents.search_scored(text, Scope((kind,)), POOL)
            scores |= more
        return Worded(found, scores, graph.known(phrases(plain(text))))

    return await store.read(work)
