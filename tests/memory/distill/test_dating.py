"""Which ends of a model's reply are believed; they are the moment after the last day."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from memory.distill import dating

TOLD = datetime(2026, 5, 18, 9, 40, tzinfo=UTC)
SAID = {"year": "I lived in Ghent until 2015", "day": "I worked there until yesterday, today and for good"}


@pytest.mark.parametrize(
    ("said", "end", "believed"),
    [
        ("year", datetime(2016, 1, 1, tzinfo=UTC), datetime(2016, 1, 1, tzinfo=UTC)),
        ("year", datetime(2017, 1, 1, tzinfo=UTC), None),
        ("day", datetime(2026, 5, 18, tzinfo=UTC), datetime(2026, 5, 18, tzinfo=UTC)),
        ("day", datetime(2026, 5, 19, tzinfo=UTC), TOLD),
        ("day", datetime(2026, 5, 18, 20, tzinfo=UTC), datetime(2026, 5, 18, 20, tzinfo=UTC)),
        ("day", datetime(2026, 5, 20, tzinfo=UTC), datetime(2026, 5, 20, tzinfo=UTC)),
    ],
    ids=["its-year", "another-year", "yesterday", "today", "an-hour", "tomorrow"],
)
def test_an_end_is_believed_as_it_was_said(said: str, end: datetime, believed: datetime | None) -> None:
    assert dating.ended(end, SAID[said], TOLD) == believed
