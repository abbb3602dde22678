"""Which dates of a model's reply are believed: those that the user gave."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime, time, timedelta

from memory.distill.sentences.wording import numbers
from memory.text.normal import plain
from memory.text.stated import clause_told
from memory.text.times import Span, spans_in

_TIME_WORDS = re.compile(
    r"\b(?:yesterday|today|tomorrow|ago|since|last|next|this|on|in|until|till|gestern|heute|morgen|seit|letzte\w*|"
    r"nachste\w*|vor|bis|hier|demain|depuis|derni\w+|prochain\w*|ayer|hoy|manana|desde|pasad\w+|proxim\w+|hace|ontem|"
    r"amanha|ultim\w+|ieri|oggi|domani|scors\w+|prossim\w+|fa)\b|昨|今|明|去年|上|下|从|從|自|来年|先|来|から|前"
)
_NEAR_DAYS = 800


def told(sentence: str, at: datetime) -> datetime | None:
    """When it began, by the one time that is named of it: "last Friday", "seit Montag". `at` is in the user's zone.

    None where that is now, may be still to come, or is one of several.
    """
    if len(tuple(spans_in(sentence, at))) > 1:
        return None
    only = _only(tuple(spans_in(clause_told(sentence), at)))
    return only.start if only is not None and only.end <= at else None


def begun(when: datetime | None, said: str, at: datetime, sentence: str = "") -> datetime | None:
    """The beginning if the user gave it, and it is past; what `sentence` itself counts from `at` goes before."""
    if when is None or when > at:
        return None
    meant = _contradicted(when, sentence, at)
    if meant is not None:
        return min(meant.start, at)
    return when if _given(when, said, at) else None


def ended(when: datetime | None, said: str, at: datetime, sentence: str = "") -> datetime | None:
    """The end if the user gave it: the moment after the last one. What lasted until today is over once it is told."""
    if when is None:
        return None
    meant = _contradicted(when - timedelta.resolution, sentence, at) if when <= at else None
    if meant is not None:
        return min(meant.end, at)
    if not _given(when - timedelta.resolution, said, at):
        return None
    return at if when.time() == time() and at < when <= at + timedelta(days=1) else when


def _contradicted(when: datetime, sentence: str, at: datetime) -> Span | None:
    """The one time that the sentence names, where `when` is another one and no year in it."""
    only = _only(tuple(spans_in(sentence, at)))
    if only is None or only.start <= when < only.end or str(when.year) in numbers(sentence):
        return None
    return only


def _only(named: Sequence[Span]) -> Span | None:
    return named[0] if len(named) == 1 and named[0].ago else None


def _given(when: datetime, said: str, at: datetime) -> bool:
    """Its year as a number, or words of time and a date near the day of the talk."""
    if str(when.year) in numbers(said):
        return True
    near = abs((when - at).days) <= _NEAR_DAYS
    return near and _TIME_WORDS.search(plain(said)) is not None
