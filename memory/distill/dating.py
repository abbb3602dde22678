"""Which dates of a model's reply are believed: those that the user gave."""

from __future__ import annotations

import re
from datetime import datetime, time, timedelta

from memory.distill.wording import numbers
from memory.text.normal import plain

_TIME_WORDS = re.compile(
    r"\b(?:yesterday|today|tomorrow|ago|since|last|next|this|on|in|until|till|gestern|heute|morgen|seit|letzte\w*|"
    r"nachste\w*|vor|bis|hier|demain|depuis|derni\w+|prochain\w*|ayer|hoy|manana|desde|pasad\w+|proxim\w+|hace|ontem|"
    r"amanha|ultim\w+|ieri|oggi|domani|scors\w+|prossim\w+|fa)\b|昨|今|明|去年|上|下|从|從|自|来年|先|来|から|前"
)
_NEAR_DAYS = 800


def begun(when: datetime | None, said: str, at: datetime) -> datetime | None:
    """The beginning if the user gave it, and it is past."""
    return when if when is not None and when <= at and _given(when, said, at) else None


def ended(when: datetime | None, said: str, at: datetime) -> datetime | None:
    """The end if the user gave it: the moment after the last one. What lasted until today is over once it is told."""
    if when is None or not _given(when - timedelta.resolution, said, at):
        return None
    return at if when.time() == time() and at < when <= at + timedelta(days=1) else when


def _given(when: datetime, said: str, at: datetime) -> bool:
    """Its year as a number, or words of time and a date near the day of the talk."""
    if str(when.year) in numbers(said):
        return True
    near = abs((when - at).days) <= _NEAR_DAYS
    return near and _TIME_WORDS.search(plain(said)) is not None
