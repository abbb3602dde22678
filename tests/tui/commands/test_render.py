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
    assert "valid from: 2010-01-01" in lines


NOON = datetime(2026, 6, 5, 12, tzinfo=ROME)


@pytest.mark.parametrize(
    ("state", "end", "shown"),
    [
        ("corrected", NOON, "state: corrected by f2, known since 2026-06-09 08:00; it was never so"),
        ("changed", datetime(2026, 6, 7, tzinfo=ROME), "state: changed by f2, known since 2026-06-09 08:00"),
        ("merged", NOON, "state: told by f2, known since 2026-06-09 08:00"),
    ],
)
def test_what_became_of_a_fact_is_said_plainly(state: str, end: datetime, shown: str) -> None:
    known = datetime(2026, 6, 9, 8, tzinfo=ROME)
    record = Record(
        "f1", Kind.FACT, "Oslo", state=state, superseded_by="f2", valid_from=NOON, valid_to=end, end_known_at=known
    )
    lines = record_sections(record, ROME)[1].lines
    assert shown in lines
    assert any(line.startswith("valid") for line in lines) is (state == "changed"), "no interval where it never held"
