"""What words and rules leave open between new statements and the known facts: the third rung, vectors.

The bounds hold for the packaged embedder (all-MiniLM-L6-v2, int8). They were measured on 68 pairs of statements
written for it, in five languages, and on the facts of `tests/memory/learning/sessions`. At 0.65 lie 25 of 26
paraphrases, 9 of 14 changes that share no slot or turn of phrase, 9 of 28 pairs about related things, and 2 % of the
13,573 pairs of unrelated sessions; at 0.8 lie 15, 1, 2 and 0.5 %. So 0.65 is near enough to ask a model about, and 0.8
to bother the user with where no model is to be asked. Between "I" and "the user" the cosine is 0.2 lower, near or far
(46 of the pairs, one statement put in the first person), and so are the bounds. With another embedder they are a rough
guess, which costs questions and no memory.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from memory.distill.reconciling import known
from memory.distill.reconciling.ending import of_other_days
from memory.distill.reconciling.ground import Ground
from memory.distill.reconciling.reconcile import News
from memory.distill.reconciling.ruling import Question
from memory.errors import EmbeddingUnavailable
from memory.ports import Nearby
from memory.store import current
from memory.store.store import Store

log = logging.getLogger(__name__)
NEAR, VERY_NEAR = 0.65, 0.8
OTHER_PERSON = 0.2
MOST_OLDS = 3
"""Known facts beside one statement."""
_LOOKED_AT = 8
_OF_THE_USER = re.compile(r"\b(?:user|be?nutzer|utilisat|usuari|utente)|用户|用戶|ユーザー", re.IGNORECASE)

Cosines = Sequence[tuple[int, float]]


@dataclass(frozen=True, slots=True)
class Open:
    """`skipped` says why vectors were not looked at, "" where they were."""

    questions: tuple[Question, ...] = ()
    skipped: str = ""


async def find(
    store: Store,
    nearby: Nearby | None,
    news: Sequence[News],
    ground: Ground,
    *,
    bound: float = NEAR,
    going: Collection[int] = (),
) -> Open:
    """The statements that would become facts although something known is alike: in words, or nearer than `bound`.

    `going` are facts that make room for the new ones anyway.
    """
    fresh = [one for one in news if await _creates(store, one, ground)]
    if not fresh:
        return Open()
    near, skipped = await neighbours(nearby, [one.fact.content for one in fresh], ground.home.seen)
    questions = [
        Question(one.fact.content, one.fact.content, one.at, olds)
        for one in fresh
        if (olds := await store.read(partial(_olds, one, ground, near, bound, going)))
    ]
    return Open(tuple(questions), skipped)


async def neighbours(
    nearby: Nearby | None, texts: Sequence[str], within: Sequence[int]
) -> tuple[Mapping[str, Cosines], str]:
    """By text the nearest facts of the partitions `within`, and why none were looked for, else ""."""
    if nearby is None:
        return {}, "there is no embedder"
    try:
        found = await nearby.facts(texts, _LOOKED_AT, within)
    except EmbeddingUnavailable as error:
        log.warning("new facts are compared by words only: %s", error)
        return {}, str(error)
    return dict(zip(texts, found, strict=True)), ""


def near_enough(one: str, other: str, cosine: float, bound: float = NEAR) -> bool:
    """Whether a cosine is above the bound, which is lower between "I" and "the user"."""
    same_person = bool(_OF_THE_USER.search(one)) == bool(_OF_THE_USER.search(other))
    return cosine >= (bound if same_person else bound - OTHER_PERSON)


async def _creates(store: Store, one: News, ground: Ground) -> bool:
    around = await store.read(partial(ground.around, one.fact.content))
    step = await asyncio.to_thread(ground.step, one, around)
    return step.action == "create"


def _olds(
    one: News, ground: Ground, near: Mapping[str, Cosines], bound: float, going: Collection[int]
) -> tuple[known.Fact, ...]:
    """Of what a ruling may touch those with nearly the same words, then the nearest in meaning."""
    content, ways = one.fact.content, ground.ways(one.fact)
    cosines = dict(near.get(content, ()))
    alike = ground.alike.get(content, ())
    order = dict.fromkeys((*alike, *cosines))
    held = {row.id: known.fact(row) for row in current.of(number for number in order if number not in going)}
    return tuple(
        fact
        for fact in (held[number] for number in order if number in held)
        if fact.partition in ways
        and not of_other_days(content, fact.content)
        and (fact.number in alike or near_enough(content, fact.content, cosines[fact.number], bound))
    )[:MOST_OLDS]
