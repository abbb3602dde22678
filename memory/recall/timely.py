"""A time in the question ranks: what is from then comes before the rest.

It ranks what the gate lets in and never opens the gate: "today" and "this week" stand in many messages.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime, timedelta

from memory.recall.asking import is_question
from memory.recall.fuse import Candidate
from memory.store import hits, then, vectors
from memory.store.hits import Hit
from memory.text.scripts import runs, words
from memory.text.stopwords import STOP_WORDS, language_of
from memory.text.times import Span
from memory.types import Kind, Role, Section

THEN, SOON_AFTER = 0.1, 0.03
"""What it is worth, in fused scores, to be from that time, or to have been told in the days after."""
ONLY_THEN = 1.0
"""The first of them where nothing but the time is asked for: "what did we talk about last week?". More of that time is
fetched then; else the legs have found all that fits, and more would only stand in its way."""
SOON = timedelta(days=7)
TURNS = 200
"""So many of the newest turns of that time are looked at."""
LOOKED_BEHIND = 16
"""So many of the best facts are asked what was so before them."""
KINDS = {
    Section.PINNED: (Kind.FACT,),
    Section.EPISODE: (Kind.EPISODE, Kind.TURN),
    Section.TRANSCRIPT: (Kind.TURN,),
}
_SAYING = re.compile(
    "talk(ed|ing)?|discuss(ed)?|speak|spoke|tell|told|say|said|mention(ed)?|chat(ted)?|happen(ed)?"
    "|gesagt|gesprochen|geredet|besprochen|erzahlt|woruber|dit|parle|discute|raconte"
    "|dije|dicho|hable|hablamos|hablado|conte|detto|parlato|disse|falamos|falei|говорили|сказал\\w?"
)
_SAYING_SPACELESS = re.compile(
    "[我你您们咱俩說说聊谈讲了过什么些的吗都跟和]|何|なに|私|たち|話し?た?|言っ?た?|まし|[をはがにのとか]"
)


def timely(
    section: Section,
    candidates: Sequence[Candidate],
    span: Span,
    within: Sequence[int] = (),
    message: int | None = None,
) -> list[Candidate]:
    """The candidates, and more of that time where only that is asked for, best first. Runs inside the store.

    `message` is the question's own, which is no answer to itself.
    """
    known: set[tuple[str, int | None]] = {one.key for one in candidates}
    bare = only_the_time(span.rest)
    least = min((one.score for one in candidates), default=0.0)
    more = _more(section, span, within, known | {(str(Kind.TURN), message)}, least) if bare else ()
    found = [*candidates, *more]
    begun = then.begun([one.hit.item for one in found if one.hit.kind == Kind.FACT])
    worth = ONLY_THEN if bare else THEN
    ranked = (one._replace(score=one.score + _worth(one.hit, span, begun, worth)) for one in found)
    return sorted(ranked, key=lambda one: (-one.score, -one.hit.document))


def over_then(worded: Collection[int], close: Collection[int], span: Span, within: Sequence[int] = ()) -> list[Hit]:
    """The facts among what was found that held then and are over, and say so. Runs inside the store.

    `worded` are documents that share words with the question, `close` vectors that lie near it.
    """
    found = hits.of_facts({*worded, *vectors.documents_of(close)}, within)
    until = then.over([hit.item for hit in found], span.start, span.end)
    return [_said_over(hit, until[hit.item], span) for hit in found if hit.item in until]


def with_past(candidates: Sequence[Candidate], past: Sequence[Candidate], span: Span) -> list[Candidate]:
    """The candidates, first of them those that are `past` and what held then in place of the best of the others.

    What is over says so. Runs inside the store.
    """
    over = {one.key: one._replace(score=one.score + THEN) for one in past}
    candidates = [one for one in candidates if one.key not in over]
    first = {one.hit.item: one for one in candidates[:LOOKED_BEHIND] if one.hit.kind == Kind.FACT}
    before = then.held(list(first), span.start, span.end)
    for hit in hits.over(list(before)):
        now, until = before[hit.item]
        worth = first[now]
        one = worth._replace(hit=_said_over(hit, until, span), score=worth.score + THEN)
        over[one.key] = max(over.get(one.key, one), one, key=lambda one: one.score)
    return sorted((*over.values(), *candidates), key=lambda one: (-one.score, -one.hit.document))


def _said_over(hit: Hit, until: datetime, span: Span) -> Hit:
    last = (until - timedelta.resolution).astimezone(span.start.tzinfo).date()
    return hit._replace(text=f"(until {last}) {hit.text}")


def only_the_time(rest: str) -> bool:
    """Beside the time a question asks for nothing in particular."""
    said = words(rest)
    stop = STOP_WORDS[language_of(said)]
    left = [word for word in said if word not in stop and not _SAYING.fullmatch(word)]
    spaceless = "".join(run for run, apart in runs(rest) if apart)
    return not left and not _SAYING_SPACELESS.sub("", spaceless)


def _more(
    section: Section, span: Span, within: Sequence[int], known: Collection[tuple[str, int | None]], score: float
) -> Iterator[Candidate]:
    """What was said then and is not known; of the user's own turns those that no digest has read yet."""
    turns = then.said(span.start, span.end, TURNS)
    for kind in KINDS.get(section, ()):
        numbers = then.facts_from(turns) if kind is Kind.FACT else turns
        for hit in hits.of_items(kind, then.episodes_with(turns) if kind is Kind.EPISODE else numbers):
            seen = (not within or hit.partition in within) and (hit.kind, hit.item) not in known
            if seen and (kind is not Kind.TURN or section is Section.TRANSCRIPT or _fresh(hit)):
                yield Candidate(hit, score)


def _fresh(hit: Hit) -> bool:
    return hit.fresh and hit.role == Role.USER and not is_question(hit.text)


def _worth(hit: Hit, span: Span, begun: Mapping[int, datetime], worth: float) -> float:
    at = {hit.created_at, begun.get(hit.item, hit.created_at) if hit.kind == Kind.FACT else hit.created_at}
    if any(span.start <= moment < span.end for moment in at):
        return worth
    return SOON_AFTER if any(span.end <= moment < span.end + SOON for moment in at) else 0.0
