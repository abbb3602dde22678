"""Times in the database: UTC milliseconds."""

from __future__ import annotations

from datetime import UTC, datetime

from peewee import BigIntegerField


def to_millis(when: datetime) -> int:
    """Milliseconds since 1970 in UTC; a time without a zone is refused, it would mean two things."""
    if when.tzinfo is None:
        raise ValueError("a time without a zone can't be stored")
    return round(when.timestamp() * 1000)


def from_millis(millis: int) -> datetime:
    return datetime.fromtimestamp(millis / 1000, UTC)


class UtcField(BigIntegerField):
    """A `datetime` with zone, stored as UTC milliseconds."""

    def db_value(self, value: datetime | int | None) -> int | None:
        return to_millis(value) if isinstance(value, datetime) else value

    def python_value(self, value: int | None) -> datetime | None:
        return None if value is None else from_millis(value)
