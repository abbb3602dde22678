from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from memory.types import GateDecision, IdentityLine, Injection, Item, Kind, Leg, Mode, Record, Section, Standing
from tui.chat.filling import Filling
from tui.widgets.recall.view import before_any, describe

MAY = datetime(2026, 5, 4, tzinfo=UTC)
DOG = Item("f3", Kind.FACT, "Bruno is a beagle", 0.82, 14, when=MAY)
TRAIN = Item("f9", Kind.FACT, "Prefers trains", 0.31, 12, reason="below the floor")
FULL = Injection(
    GateDecision(Section.PINNED, "names someone you talked about: Bruno"),
    items=(DOG,),
    cut=(TRAIN,),
    tokens=14,
    ms=18.4,
    legs=(Leg("words", True, 2.0), Leg("meaning", False, 300.0, "the embedder was still loading")),
)
STANDING = Standing(
    identity=(IdentityLine("i1", "Call me Ana"),), pinned=(Record("f1", Kind.FACT, "Speaks Portuguese", pinned=True),)
)


def test_it_says_what_was_given_why_and_at_what_cost() -> None:
    shown = describe(FULL, STANDING).plain
    for words in (
        "names someone you talked about: Bruno",
        "1 given",
        "Bruno is a beagle",
        "fit 78%  fact  14 tok  2026-05-04",
        "1 left out",
        "Prefers trains",
        "fit 32%  below the floor",
        "14 tokens, 18 ms",
        "meaning did not finish: the embedder was still loading",
        "Call me Ana",
        "Speaks Portuguese",
    ):
        assert words in shown
    assert "words did not finish" not in shown


def test_a_search_that_was_too_slow_is_told_in_plain_words() -> None:
    late = replace(FULL, legs=(Leg("vectors", False, 300.0, "it took longer than 0.3 s"),))
    assert "not searched by meaning: it took longer than 0.3 s" in describe(late, None).plain


def test_a_meter_says_what_fills_the_context() -> None:
    shown = describe(FULL, STANDING, Filling(120, 34, 14, 1204, 400, 32_000)).plain
    assert "system            120\nidentity           34 of 400\nmemory             14" in shown
    assert "together        1,372 of 32,000" in shown
    assert "in tokens" not in describe(FULL, STANDING).plain


def test_beyond_the_bound_the_panel_says_where_to_make_room() -> None:
    shown = before_any(replace(STANDING, costs={"i1": 380, "f1": 40}, bound=400)).plain
    assert "420 of 400 tokens; /identity makes room" in shown


def test_nothing_needed_differs_from_nothing_found() -> None:
    unneeded = describe(Injection(GateDecision(Section.NONE, "a greeting")), None).plain
    assert "nothing needed" in unneeded and "a greeting" in unneeded and "given" not in unneeded
    unfound = describe(Injection(GateDecision(Section.EPISODE, "asks about last week")), None).plain
    assert "Nothing that fits was found" in unfound


def test_a_mode_that_gives_nothing_is_named() -> None:
    injection = Injection(GateDecision(Section.NONE, "memory is off"), mode=Mode.OFF)
    assert "Memory was off for this message" in describe(injection, None).plain


def test_a_forgotten_entry_shows_no_text() -> None:
    shown = describe(replace(FULL, items=(), cut=(), forgotten=True), None).plain
    assert "has been forgotten" in shown and "Bruno" not in shown


def test_before_the_first_turn_it_teaches_and_shows_what_always_stands() -> None:
    assert "Before each message harken looks" in before_any(None).plain
    assert "Call me Ana" in before_any(STANDING).plain


@pytest.mark.parametrize("evil", ["[/]", "[red]x", "[@click=app.quit]x[/]", "a\x1b]0;owned\x07b", "x\ny"])
def test_memories_are_text_and_nothing_else(evil: str) -> None:
    shown = describe(replace(FULL, items=(replace(DOG, text=evil),)), None).plain
    assert "\x1b" not in shown and "\x07" not in shown
    if evil.startswith("["):
        assert evil in shown


def test_the_day_of_a_memory_is_one_of_the_users_zone() -> None:
    late = Item("f3", Kind.FACT, "Flies at nine", 0.8, 9, when=datetime(2026, 5, 1, 23, 30, tzinfo=UTC))
    given = Injection(GateDecision(Section.PINNED, "about you"), items=(late,))
    assert "2026-05-02" in describe(given, None, zone=ZoneInfo("Asia/Tokyo")).plain
    assert "2026-05-01" in describe(given, None, zone=UTC).plain
