"""One score from two legs.

The lexical score is the share of the question's words that a document covers, weighed by rarity: low for everything
when the question uses other words, so the dense leg then decides. The dense score is how far a document stands out of
the unrelated. Both say by themselves how much they mean, which a fusion of ranks throws away. The weights were chosen
by hand on two-person chats and on chats with an assistant, where they pull apart.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log

from memory.recall.dense import Near
from memory.store.hits import Hit

DENSE_WEIGHT = 0.09
LENGTH_WEIGHT, MAX_WORDS = 0.05, 50
ASKING = 0.05
SESSION_WEIGHT = 0.2
UNRELATED = 1.0
"""Spreads above the mean that a document missing from the dense pool is taken to have."""


@dataclass(frozen=True, slots=True)
class Candidate:
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
    dense = {hit.document: hit.score for hit in near}
    hits = {hit.document: hit for hit in (*near, *worded)}
    found = [
        Candidate(
            hit, _score(lexical.get(number, 0.0), dense.get(number), scale), lexical.get(number), dense.get(number)
        )
        for number, hit in hits.items()
    ]
    return sorted(found, key=lambda one: (-one.score, -one.hit.document))


def _score(lexical: float, cosine: float | None, scale: Near | None) -> float:
    if scale is None:
        return lexical
    return lexical + DENSE_WEIGHT * (UNRELATED if cosine is None else scale.standing(cosine))


def rank_turns(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Turns in the order in which they are worth their place: answers before questions, much said before little.

    A session whose best turn fits well lifts its others a little. The scores become that worth, shifted so that the
    best keeps its own: they still say how close the best one is.
    """
    if not candidates:
        return []
    best: dict[int | None, float] = {}
    worth = {one.key: _worth(one) for one in candidates}
    for one in candidates:
        best[one.hit.session] = max(best.get(one.hit.session, float("-inf")), worth[one.key])
    total = {one.key: (worth[one.key] + SESSION_WEIGHT * best[one.hit.session]) for one in candidates}
    shift = max(one.score for one in candidates) - max(total.values())
    ranked = (Candidate(one.hit, total[one.key] + shift, one.lexical, one.dense) for one in candidates)
    return sorted(ranked, key=lambda one: (-one.score, -one.hit.document))


def _worth(one: Candidate) -> float:
    text = one.hit.text.rstrip()
    words = min(MAX_WORDS, len(text) / 6)
    return one.score + LENGTH_WEIGHT * log(1 + words) - (ASKING if text.endswith(("?", "？", "؟")) else 0.0)
