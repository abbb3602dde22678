"""How long ago something was, in as few letters as a narrow column allows."""

from __future__ import annotations

from datetime import datetime

_STEPS = ((60, 60, "min"), (3600, 24, "h"), (86400, 7, "d"))


def age(then: datetime, now: datetime) -> str:
    """`now`, `5 min`, `3 h`, `2 d`, then the day, then the day with its year; nothing where an import had no date."""
    if not then.timestamp():
        return ""
    seconds = max(0, int((now - then).total_seconds()))
    if seconds < 60:
        return "now"
    for size, count, unit in _STEPS:
        if seconds < size * count:
            return f"{seconds // size} {unit}"
    there = then.astimezone(now.tzinfo)
    return f"{there:%b} {there.day}" if there.year == now.year else f"{there:%b %Y}"
