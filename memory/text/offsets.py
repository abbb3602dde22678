"""A stretch of time beside something else: "two weeks before the move", "am Tag nach der Prüfung".

What it stands beside is a date in the text, or an event whose day only the memory knows.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta, tzinfo
from functools import cache

from memory.text import time_words as known
from memory.text.normal import plain
from memory.text.time_words import DAY, MONTH, WEEK, WEEKEND, YEAR, alternatives
from memory.text.times import MOST_CHARS, Span, days_ago, number_in

BEFORE = ("before", "prior to", "vor", "avant", "antes", "prima", "до")
AFTER = ("after", "nach", "apres", "despues", "dopo", "depois", "после")
SATURDAY = 5
_AGO = re.compile(r"\b(?:vor|il y a|hace|ha) $")
"""What makes "two weeks" a time of its own: "vor zwei Wochen nach Hause"."""
_LENGTH = {DAY: 1, WEEK: 7, MONTH: 30, YEAR: 365}


@dataclass(frozen=True, slots=True)
class Offset:
    """`count` units before or after `event`; None: those next to it. `rest` is the text without all this, folded."""

    count: int | None
    unit: str
    after: bool
    event: str
    rest: str

    def span(self, day: date, zone: tzinfo | None) -> Span | None:
        """The stretch as seen from the day of the event; None where no calendar has it."""
        try:
            start, end = self._days(day)
        except (ValueError, OverflowError):
            return None
        return Span(datetime.combine(start, time(), zone), datetime.combine(end, time(), zone), self.rest)

    def _days(self, day: date) -> tuple[date, date]:
        if self.unit in known.WEEKDAYS or self.unit == WEEKEND:
            return self._named(day)
        if self.count is not None:
            return days_ago(-self.count if self.after else self.count, self.unit, day)
        length = timedelta(days=_LENGTH[self.unit])
        first = day + timedelta(days=1)
        return (first, first + length) if self.after else (day - length, day)

    def _named(self, day: date) -> tuple[date, date]:
        """The weekday or the weekend next to the event."""
        weekday = known.WEEKDAYS.get(self.unit, SATURDAY)
        ahead = (weekday - day.weekday() - 1) % 7 + 1
        back = (day.weekday() - weekday - 1) % 7 + 1
        start = day + timedelta(days=ahead if self.after else -back)
        return start, start + timedelta(days=2 if self.unit == WEEKEND else 1)


def offset_in(text: str) -> Offset | None:
    """The first such stretch that `text` names."""
    folded = plain(text[:MOST_CHARS])
    if (match := _pattern().search(folded)) is None or _AGO.search(folded[: match.start()]):
        return None
    unit = known.UNITS.get(match["u"]) or (WEEKEND if match["u"] in known.SPANS else match["u"])
    count = number_in(match["n"]) if match["n"] else None
    rest = f"{folded[: match.start()]} {folded[match.end() :]}".strip()
    return Offset(count, unit, match["side"] in AFTER, match["event"].strip(), rest)


@cache
def _pattern() -> re.Pattern[str]:
    weekends = [word for word, unit in known.SPANS.items() if unit == WEEKEND]
    count = rf"(?:(?P<n>\d{{1,3}}|{alternatives(known.NUMBERS)}) )?"
    unit = f"(?P<u>{alternatives([*known.UNITS, *known.WEEKDAYS, *weekends])})"
    return re.compile(
        rf"\b{count}{unit} (?P<side>{alternatives([*BEFORE, *AFTER])}) (?P<event>(?:[^?!.,;:]|(?<=\d)[.,]){{3,80}})"
    )
