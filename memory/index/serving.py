"""Which index finds memories by their meaning, or that words alone do; and how many texts wait for a vector."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from memory.embed.embedder import Embedder
from memory.embed.models import made_by
from memory.index.native import EXACT_MAX
from memory.index.neighbours import Neighbours
from memory.store import vectors
from memory.store.store import Store

WORDS, NONE = "words", "none"


@dataclass(frozen=True, slots=True)
class Serving:
    """`index` is exact or hnsw: that one does, or will once a recall loads it; words: no vector helps; none: all is
    empty. `waiting` texts have no vector of this embedder."""

    index: str
    waiting: int


async def serving(store: Store, embedder: Embedder, neighbours: Neighbours) -> Serving:
    """What serves a recall. Nothing is loaded for it."""
    texts = await store.read(vectors.texts_by_embedder)
    if not texts:
        return Serving(NONE, 0)
    if not embedder.available:
        return Serving(WORDS, 0)
    mine = _mine(embedder)
    waiting = sum(number for by, number in texts.items() if not mine(by))
    if embedder.trouble:
        return Serving(WORDS, waiting)
    if len(neighbours):
        return Serving(neighbours.state, waiting)
    made = await store.read(vectors.by_embedder)
    return Serving(kind_of(sum(number for by, number in made.items() if mine(by))), waiting)


def kind_of(count: int) -> str:
    """The index for so many vectors."""
    if not count:
        return WORDS
    return "exact" if count <= EXACT_MAX else "hnsw"


def _mine(embedder: Embedder) -> Callable[[str], bool]:
    """Whether a fingerprint is this embedder's; before it is loaded, its name must do."""
    known = embedder.fingerprint
    return lambda fingerprint: fingerprint == known if known else made_by(embedder.name, fingerprint)
