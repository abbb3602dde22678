"""Which turns are worth their place: one linear score over what the legs found and what the texts look like.

Lexical and dense evidence pull apart: two people who chat share their words with the questions, and all they say lies
near each other; who asks an assistant later does so in other words. How near the question lies to the memory as a whole
tells the two apart, so the words count by it. The weights were fitted on chats with an assistant (softmax over the
turns, the evidence as the target) and rounded; three, of `CROWDED`, `SESSION_WORDS` and `ANSWERING`, were chosen on
two-person chats, `AGAIN` on both.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log
from typing import TYPE_CHECKING

from memory.recall.asking import Asked, asked, holds, is_question
from memory.recall.dense import Near
from memory.recall.fuse import Candidate
from memory.store.hits import Hit
from memory.types import Role

if TYPE_CHECKING:
    from numpy import float64, intp
    from numpy.typing import NDArray

    Numbers = NDArray[float64]

STANDING, SESSION_STANDING, BEFORE_STANDING = 0.67, 0.7, 0.2
CROWDED, SESSION_WORDS = 3.75, 0.5
WORDS_ALONE = 1.0
"""Weight of the words where there is no embedder."""
LENGTH, MAX_WORDS, CHARS_A_WORD = 1.4, 80, 6
ASKING, ANSWERING = -1.0, 0.55
USER, ADDRESSED = 4.0, 3.8
TIME, NUMBER, NAME = 1.0, 1.1, 0.7
AGAIN = 0.4
"""What a turn loses to the log of the better ones of its session: what is asked for often stands in several."""
WORTH = 0.05
"""A unit of worth in units of a fused score: twins and what is far behind are judged on that scale."""


def rank_turns(
    candidates: Sequence[Candidate], near: Near | None, question: str, shares: Mapping[int, float]
) -> list[Candidate]:
    """The turns, the most worth first. Scores are shifted so that the best keeps the highest fused one.

    They still say how close the best one is. `near` None: there is no dense leg.
    """
    if not candidates:
        return []
    import numpy as np

    wanted = asked(question)
    sessions = np.unique([one.hit.session or 0 for one in candidates], return_inverse=True)[1]
    words = _spread(np.array([one.lexical or shares.get(one.hit.document, 0.0) for one in candidates]))
    worth = np.array([_looks(one.hit, wanted) for one in candidates])
    worth += SESSION_WORDS * _spread(_best_beside(words, sessions))
    worth += _by_meaning(candidates, near, words, sessions) if near else WORDS_ALONE * words
    worth -= AGAIN * np.log1p(_better_beside(worth, sessions))
    scores = max(one.score for one in candidates) + WORTH * (worth - worth.max())
    ranked = [one._replace(score=score) for one, score in zip(candidates, scores.tolist(), strict=True)]
    return sorted(ranked, key=lambda one: (-one.score, -one.hit.document))


def _by_meaning(candidates: Sequence[Candidate], near: Near, words: Numbers, sessions: NDArray[intp]) -> Numbers:
    """What a turn is worth by its likeness, that of its session and of the turn before, and by its words."""
    import numpy as np

    own = [one.dense for one in candidates]
    before = [near.cosines.get(one.hit.before or 0) for one in candidates]
    known = [cosine for cosine in (*own, *before) if cosine is not None]
    least = min(known, default=near.mean)
    standing, standing_before = (
        near.standing(np.array([least if cosine is None else cosine for cosine in cosines]))
        for cosines in (own, before)
    )
    return (
        CROWDED * max(0.0, near.crowd) * words
        + STANDING * standing
        + SESSION_STANDING * _best_beside(standing, sessions)
        + BEFORE_STANDING * standing_before
    )


def _looks(hit: Hit, wanted: Asked) -> float:
    """Worth of what the turn is: much said, an answer, by the one who is meant, with the kind of thing asked for."""
    times, numbers, names = holds(hit.text, wanted)
    return (
        LENGTH * log(1 + min(MAX_WORDS, len(hit.text) / CHARS_A_WORD))
        + ASKING * is_question(hit.text)
        + ANSWERING * hit.answers
        + (USER if hit.role == Role.USER else ADDRESSED * wanted.you)
        + TIME * times
        + NUMBER * numbers
        + NAME * names
    )


def _best_beside(scores: Numbers, sessions: NDArray[intp]) -> Numbers:
    """For each the best score of its session."""
    import numpy as np

    best = np.full(len(scores), -np.inf)
    np.maximum.at(best, sessions, scores)
    found: Numbers = best[sessions]
    return found


def _better_beside(scores: Numbers, sessions: NDArray[intp]) -> NDArray[intp]:
    """For each how many of its session stand before it."""
    import numpy as np

    order = np.lexsort((-scores, sessions))
    places = np.empty_like(order)
    places[order] = np.arange(len(order))
    firsts = np.searchsorted(sessions[order], sessions)
    found: NDArray[intp] = places - firsts
    return found


def _spread(values: Numbers) -> Numbers:
    """How many standard deviations each lies above the mean; zeros where all are the same."""
    spread: Numbers = (values - values.mean()) / (values.std() or 1.0)
    return spread
