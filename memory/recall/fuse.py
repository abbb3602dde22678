"""One score from two legs.

The lexical score is the share of the question's words that a document covers, weighed by rarity: low for everything
when the question uses other words, so the dense leg then decides. The dense score is how far a document stands out of
the unrelated. Both say by themselves how much they mean, which a fusion of ranks throws away. The weights were chosen
by hand on two-person chats and on chats with an assistant, where they pull apart.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from memory.recall.dense import Near
from memory.store.hits import Hit

DENSE_WEIGHT = 0.09
UNRELATED = 1.0
"""Spreads above the mean that a document without a vector is taken to have."""


class Candidate(NamedTuple):
    """A document with its fused score. `lexical` is a share, `dense` a cosine; None where the leg missed it."""

    hit: Hit
    score: float
    lexical: float | None = None
    dense: float | None = None

    @property
    def key(self) -> tuple[str, int]:
        return self.hit.kind, self.hit.item


def fuse(
    worded: Sequence[Hit], near: Sequence[Hit], scale: Near | None, shares: Mapping[int, float] | None = None
) -> list[Candidate]:
    """The candidates of one kind, best first. `scale` None: there is no dense leg.

    `shares` has lexical scores of documents beyond `worded`, for what only the dense leg brought.
    """
    known = {hit.document: share for hit in near if (share := (shares or {}).get(hit.document)) is not None}
    lexical = known | {hit.document: min(1.0, hit.score) for hit in worded}
    hits = {hit.document: hit for hit in (*near, *worded)}
    dense = scale.cosines if scale else {}
    found = [_candidate(hit, lexical.get(number), dense.get(number), scale) for number, hit in hits.items()]
    return sorted(found, key=lambda one: (-one.score, -one.hit.document))


def _candidate(hit: Hit, lexical: float | None, dense: float | None, scale: Near | None) -> Candidate:
    return Candidate(hit, _score(lexical or 0.0, dense, scale), lexical, dense)


def _score(lexical: float, cosine: float | None, scale: Near | None) -> float:
    if scale is None:
        return lexical
    return lexical + DENSE_WEIGHT * (UNRELATED if cosine is None else scale.standing(cosine))
