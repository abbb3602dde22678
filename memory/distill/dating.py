"""Which dates of a model's reply are believed: those that the user gave."""

from __future__ import annotations

import re
from datetime import datetime

from memory.distill.wording import numbers
from memory.text.normal import plain

_TIME_WORDS = re.compile(
    r"\b(?:yesterday|today|tomorrow|ago|since|last|next|this|on|in|until|till|gestern|heute|morgen|seit|letzte\w*|"
    r"nachste\w*|vor|bis|hier|demain|depuis|derni\w+|prochain\w*|ayer|hoy|manana|desde|pasad\w+|proxim\w+|hace|ontem|"
    r"amanha|ultim\w+|ieri|oggi|domani|scors\w+|prossim\w+|fa)\b|昨|今|明|去年|上|下|从|從|自|来年|先|来|から|前"
)
_NEAR_DAYS = 800


def dated(when: datetime | None, said: str, at: datetime, *, future: bool) -> datetime | None:
    """The date if the user gave one: its year as a number, or words of time and a date near the day of the talk."""
    if when is None or (when > at and not future):
        return None
    if str(when.year) in numbers(said):
        return when
    near = abs((when - at).days) <= _NEAR_DAYS
    return when if near and _TIME_WORDS.search(plain(said)) else None
