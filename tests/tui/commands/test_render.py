from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from memory.types import Kind, Record
from tui.commands.render import record_sections

ROME = ZoneInfo("Europe/Rome")


@pytest.mark.parametrize(
    ("end", "shown"),
    [
        (datetime(2016, 1, 1, tzinfo=ROME), "2015-12-31"),
        (datetime(2015, 12, 31, 18, 30, tzinfo=ROME), "2015-12-31 18:30"),
    ],
)
def test_what_is_over_shows_its_last_day_or_the_moment(end: datetime, shown: str) -> None:
    record = Record("f1", Kind.FACT, "I was a gardener", valid_from=datetime(2010, 1, 1, tzinfo=ROME), valid_to=end)
    lines = record_sections(record, ROME)[1].lines
    assert f"valid until: {shown}" in lines
