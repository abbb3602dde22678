"""When it was what a question names by an event: "two weeks before the move".

The day of an event is that of the memory which speaks of it: since when a fact holds, the time that the text itself
names, or the day it was said.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime
from functools import partial

from memory.recall.asking import is_question
from memory.store import documents, then
from memory.store.hits import Hit
from memory.store.store import Store
from memory.text.normal import plain
from memory.text.offsets import offset_in
from memory.text.scripts import words
from memory.text.stopwords import without_stop_words
from memory.text.times import Span, span_in
from memory.types import Kind

KINDS = (Kind.FACT, Kind.TURN)
"""Facts first: they say since when they hold, and are the user's or confirmed."""
LOOKED_AT = 10
_STEM = 5


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
    return span_in(text, now)


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
