"""Which turns are worth their place: one linear score over what the legs found and what the texts look like.

Lexical and dense evidence pull apart: two people who chat share their words with the questions, and all they say lies
near each other; who asks an assistant later does so in other words. How near the question lies to the memory as a whole
tells the two apart, so the words count by it. The weights were fitted on chats with an assistant (softmax over the
turns, the evidence as the target) and rounded; three, of `CROWDED`, `SESSION_WORDS` and `ANSWERING`, were chosen on
two-person chats.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from math import log, sqrt

from memory.recall.asking import Asked, asked, holds, is_question
from memory.recall.dense import Near
from memory.recall.fuse import Candidate
from memory.types import Role

STANDING, SESSION_STANDING, BEFORE_STANDING = 0.75, 0.7, 0.25
CROWDED, SESSION_WORDS = 3.0, 0.45
WORDS_ALONE = 1.0
"""Weight of the words where there is no embedder."""
LENGTH, MAX_WORDS, CHARS_A_WORD = 1.4, 80, 6
ASKING, ANSWERING = -1.0, 0.5
USER, ADDRESSED = 3.5, 3.0
TIME, NUMBER, NAME = 0.9, 0.9, 0.6
SCALE = 0.05
"""A unit of worth in units of a fused score: twins and what is far behind are judged on that scale."""


def rank_turns(
    candidates: Sequence[Candidate], near: Near | None, question: str, shares: Mapping[int, float]
) -> list[Candidate]:
    """The turns, the most worth first. Scores are shifted so that the best keeps the highest fused one.

    They still say how close the best one is. `near` None: there is no dense leg.
    """
    if not candidates:
        return []
    wanted = asked(question)
    lexical = _spread([one.lexical or shares.get(one.hit.document, 0.0) for one in candidates])
    standing = {one.hit.document: near.standing(one.dense) for one in candidates if near and one.dense is not None}
    least = min(standing.values(), default=0.0)
    best_words = _best(candidates, lexical)
    best_standing = _best(candidates, [standing.get(one.hit.document, least) for one in candidates])
    session_words = _spread([best_words[one.hit.session] for one in candidates])
    crowded = CROWDED * max(0.0, near.crowd) if near else WORDS_ALONE
    worth = {}
    for one, words, around in zip(candidates, lexical, session_words, strict=True):
        meaning = (
            STANDING * standing.get(one.hit.document, least)
            + SESSION_STANDING * best_standing[one.hit.session]
            + BEFORE_STANDING * standing.get(one.hit.before or 0, least)
        )
        worth[one.key] = crowded * words + SESSION_WORDS * around + (meaning if near else 0.0) + _looks(one, wanted)
    top = max(one.score for one in candidates)
    most = max(worth.values())
    ranked = (replace(one, score=top + SCALE * (worth[one.key] - most)) for one in candidates)
    return sorted(ranked, key=lambda one: (-one.score, -one.hit.document))


def _looks(one: Candidate, wanted: Asked) -> float:
    """Worth of what the turn is: much said, an answer, by the one who is meant, with the kind of thing asked for."""
    text = one.hit.text
    times, numbers, names = holds(text, wanted)
    return (
        LENGTH * log(1 + min(MAX_WORDS, len(text) / CHARS_A_WORD))
        + ASKING * is_question(text)
        + ANSWERING * one.hit.answers
        + (USER if one.hit.role == Role.USER else ADDRESSED * wanted.you)
        + TIME * times
        + NUMBER * numbers
        + NAME * names
    )


def _best(candidates: Sequence[Candidate], scores: Iterable[float]) -> dict[int | None, float]:
    best: dict[int | None, float] = {}
    for one, score in zip(candidates, scores, strict=True):
        best[one.hit.session] = max(score, best.get(one.hit.session, score))
    return best


def _spread(values: Sequence[float]) -> list[float]:
    """How many standard deviations each lies above the mean; zeros where all are the same."""
    mean = sum(values) / len(values)
    deviation = sqrt(sum((value - mean) ** 2 for value in values) / len(values))
    return [(value - mean) / deviation if deviation else 0.0 for value in values]
