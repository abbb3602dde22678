from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.types import Conversation, Excerpt
from tui.widgets.conversations.ages import age
from tui.widgets.conversations.list import WIDTH, quoted, row

NOW = datetime(2026, 5, 18, 9, 40, tzinfo=UTC)


@pytest.mark.parametrize(
    ("before", "shown"),
    [
        (timedelta(seconds=5), "now"),
        (timedelta(seconds=-30), "now"),
        (timedelta(minutes=59), "59 min"),
        (timedelta(hours=3), "3 h"),
        (timedelta(days=6, hours=23), "6 d"),
        (timedelta(days=8), "May 10"),
        (timedelta(days=400), "Apr 2025"),
    ],
)
def test_ages(before: timedelta, shown: str) -> None:
    assert age(NOW - before, NOW) == shown


def test_what_an_import_gave_no_date_shows_none() -> None:
    assert age(datetime(1970, 1, 1, tzinfo=UTC), NOW) == ""


def talk(title: str, *, pinned: bool = False) -> Conversation:
    return Conversation("c1", title, NOW, NOW - timedelta(hours=3), messages=2, pinned=pinned)


def test_a_row_has_title_and_age_and_marks_the_open_one() -> None:
    open_row = row(talk("Moving to Lisbon"), current=True, now=NOW).plain
    assert open_row.startswith("▌ Moving to Lisbon") and open_row.endswith("3 h")
    assert row(talk("x", pinned=True), current=False, now=NOW).plain.startswith("• x")
    assert "Untitled" in row(talk(""), current=False, now=NOW).plain


@given(st.text(max_size=60))
def test_rows_align_whatever_the_title(title: str) -> None:
    line = row(talk(title), current=False, now=NOW)
    assert line.cell_length == WIDTH and "\n" not in line.plain


def test_a_title_is_never_markup() -> None:
    assert "[red]x[/]" in row(talk("[red]x[/]"), current=False, now=NOW).plain


@given(st.text(max_size=60), st.text(max_size=60), st.text(max_size=60))
def test_what_was_found_is_one_harmless_line(before: str, hit: str, after: str) -> None:
    line = quoted(Excerpt(before, hit, after))
    assert line.cell_length <= WIDTH and "\n" not in line.plain and "\x1b" not in line.plain
