"""When it was what a question names by an event: "two weeks before the move", "when I lived in Bergen".

The day of an event is that of the memory which speaks of it: since when a fact holds, the time that the text itself
names, or the day it was said.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime
from functools import partial

from memory.recall.asking import is_question
from memory.store import documents, hits, then
from memory.store.hits import Hit
from memory.store.store import Store
from memory.text.normal import plain
from memory.text.occasions import Occasion, Side, occasion_in
from memory.text.offsets import offset_in
from memory.text.scripts import words
from memory.text.stopwords import without_stop_words
from memory.text.times import Span, span_in
from memory.types import Kind

KINDS = (Kind.FACT, Kind.TURN)
"""Facts first: they say since when they hold, and are the user's or confirmed."""
LOOKED_AT = 10
_STEM = 5
BEGINNING = datetime(1900, 1, 1, tzinfo=UTC)


async def asked_time(
    store: Store, text: str, now: datetime, within: Sequence[int] = (), message: int | None = None
) -> Span | None:
    """The time that `text` names, seen from `now`. `message` is its own number: it tells of no event."""
    if (offset := offset_in(text)) is not None:
        dated = span_in(offset.event, now)
        if dated and offset.event.endswith(dated.rest):
            return replace(offset, rest=f"{offset.rest} {dated.rest}").span(dated.start.date(), now.tzinfo)
        day = await store.read(partial(day_of, offset.event, now, within, message))
        if day is not None:
            return offset.span(day, now.tzinfo)
    if (named := span_in(text, now)) is not None:
        return named
    if (occasion := occasion_in(text)) is not None:
        return await store.read(partial(span_of, occasion, now, within))
    return None


def span_of(occasion: Occasion, now: datetime, within: Sequence[int] = ()) -> Span | None:
    """The time of the first fact, over or not, that says all that the occasion names. Runs inside the store."""
    named = without_stop_words(words(occasion.event))
    found = hits.of_facts(documents.sharing(Kind.FACT, occasion.event, LOOKED_AT, within), within)
    told = next((hit for hit in found if _says_all(hit.text, named)), None)
    if told is None:
        return None
    begun, ended = then.interval(told.item)
    begun, ended = begun or told.created_at, ended or now
    start, end = (BEGINNING, begun) if occasion.side is Side.BEFORE else (begun, ended)
    if occasion.side is Side.AFTER:
        end = now
    if start >= end:
        return None
    return Span(start.astimezone(now.tzinfo), end.astimezone(now.tzinfo), occasion.rest, told=True)


def _says_all(text: str, named: Sequence[str]) -> bool:
    """Whether each of the words stands in the text, be it in another form: "lived" for "live"."""
    said = words(plain(text))
    return all(any(_of_one_stem(word, other) for other in said) for word in named)


def _of_one_stem(one: str, other: str) -> bool:
    shared = max(3, min(len(one), len(other)) - 1)
    return one == other or (len(one) >= shared and one[:shared] == other[:shared])


def day_of(event: str, now: datetime, within: Sequence[int] = (), message: int | None = None) -> date | None:
    """The day of the remembered event that `event` speaks of; None where no memory does. Runs inside the store."""
    named = without_stop_words(words(event))
    if not named:
        return None
    for kind in KINDS:
        found = documents.search_words(
            event, kinds=(kind,), exclude=[(Kind.TURN, message or 0)], limit=LOOKED_AT, partitions=within
        )
        told = (hit for hit in found if named[0][:_STEM] in plain(hit.text) and not is_question(hit.text))
        if (best := next(told, None)) is not None:
            return _day(best, now)
    return None


def _day(hit: Hit, now: datetime) -> date:
    since = then.begun([hit.item]).get(hit.item) if hit.kind == Kind.FACT else None
    said = hit.created_at.astimezone(now.tzinfo)
    if since is not None:
        return since.astimezone(now.tzinfo).date()
    span = span_in(hit.text, said)
    return (span.start if span else said).date()
