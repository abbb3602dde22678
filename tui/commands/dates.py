"""Dates as a person types them, in their time zone."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta, tzinfo

EXAMPLE = "2026-05-18 or 2026-05-18T09:40"
_FIRST_YEAR, _LAST_YEAR = 1900, 9000


def parsed(text: str) -> date:
    """A date, or a moment where `text` has a time of day. ValueError for anything else."""
    try:
        found = date.fromisoformat(text)
    except ValueError:
        found = datetime.fromisoformat(text)
    if not _FIRST_YEAR <= found.year <= _LAST_YEAR:
        raise ValueError(text)
    return found


def beginning(when: date | None, zone: tzinfo | None) -> datetime | None:
    """The moment from which on something counts: of a date its first."""
    return None if when is None else _moment(when, zone)


def end(when: date | None, zone: tzinfo | None) -> datetime | None:
    """The moment before which something counts: a date counts as a whole day."""
    if when is None:
        return None
    return _moment(when if isinstance(when, datetime) else when + timedelta(days=1), zone)


def _moment(when: date, zone: tzinfo | None) -> datetime:
    moment = when if isinstance(when, datetime) else datetime.combine(when, time.min)
    if moment.tzinfo is not None:
        return moment
    return moment.replace(tzinfo=zone) if zone else moment.astimezone()
