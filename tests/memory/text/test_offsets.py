"""Stretches of time beside an event, seen from Friday, 15 May 2026."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.text.offsets import offset_in

EVENT = date(2026, 5, 15)

NAMED = {
    "What did I buy two weeks before the move?": ("the move", "2026-04-28", "2026-05-05"),
    "what did I do the week before the exam": ("the exam", "2026-05-08", "2026-05-15"),
    "the day after the exam": ("the exam", "2026-05-16", "2026-05-17"),
    "3 days after the wedding, what did I eat?": ("the wedding", "2026-05-18", "2026-05-19"),
    "a month before the trip": ("the trip", "2026-04-01", "2026-05-01"),
    "the weekend after the exam": ("the exam", "2026-05-16", "2026-05-18"),
    "on the Sunday before October 25, 2022": ("october 25, 2022", "2026-05-10", "2026-05-11"),
    "the Friday after the exam": ("the exam", "2026-05-22", "2026-05-23"),
    "Was war zwei Wochen vor dem Umzug?": ("dem umzug", "2026-04-28", "2026-05-05"),
    "Was war am Tag nach der Prüfung?": ("der prufung", "2026-05-16", "2026-05-17"),
    "deux semaines avant le déménagement": ("le demenagement", "2026-04-28", "2026-05-05"),
    "dos semanas antes de la mudanza": ("de la mudanza", "2026-04-28", "2026-05-05"),
    "due settimane prima del trasloco": ("del trasloco", "2026-04-28", "2026-05-05"),
    "duas semanas antes da mudança": ("da mudanca", "2026-04-28", "2026-05-05"),
    "за две недели до переезда": ("переезда", "2026-04-28", "2026-05-05"),
}


@pytest.mark.parametrize("text", NAMED)
def test_a_stretch_beside_an_event_is_understood(text: str) -> None:
    offset = offset_in(text)
    assert offset is not None
    span = offset.span(EVENT, None)
    assert span is not None
    assert (offset.event, f"{span.start:%Y-%m-%d}", f"{span.end:%Y-%m-%d}") == NAMED[text]


@pytest.mark.parametrize(
    "text", ["two weeks ago", "vor zwei Wochen nach Hause", "before the move", "il y a deux jours avant midi", "", "🙂"]
)
def test_other_times_are_none(text: str) -> None:
    assert offset_in(text) is None


@given(st.integers(0, 999), st.sampled_from(["days", "weeks", "months", "years"]), st.text(max_size=300))
def test_any_text_is_safe(count: int, unit: str, text: str) -> None:
    for side in ("before", "after"):
        offset = offset_in(f"{count} {unit} {side} {text}")
        span = offset.span(EVENT, None) if offset else None
        assert span is None or span.start < span.end
