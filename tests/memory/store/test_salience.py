"""What a memory weighs follows from events and the moment alone: nothing that looks at it can change it."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.settings import CATEGORIES, Category
from memory.store import salience
from memory.types import Kind, Record

AT = datetime(2026, 5, 18, 9, 40, tzinfo=UTC)
MINE = {**CATEGORIES, "pets": Category("animals", 10)}
FACT = Record("f1", Kind.FACT, "Has a dog", created_at=AT, salience=0.8)


def days(count: float) -> timedelta:
    return timedelta(days=count)


@pytest.mark.parametrize(
    ("category", "half_life"),
    [
        ("profile", 365),
        ("preferences", 365),
        ("entities", 90),
        ("events", 30),
        ("cases", 60),
        ("patterns", 180),
        ("pets", 10),
        ("", 90),
        ("of another time", 90),
    ],
)
def test_it_halves_with_each_half_life_of_the_category(category: str, half_life: int) -> None:
    fact = replace(FACT, category=category)
    assert salience.now(fact, AT, MINE) == pytest.approx(0.8)
    assert salience.now(fact, AT + days(half_life), MINE) == pytest.approx(0.4)
    assert salience.now(fact, AT + days(3 * half_life), MINE) == pytest.approx(0.1)


@pytest.mark.parametrize("event", ["valid_from", "updated_at", "last_used"])
def test_the_newest_event_counts(event: str) -> None:
    fact = replace(FACT, created_at=AT - days(500), **{event: AT - days(90)})  # type: ignore[arg-type]
    assert salience.age(fact, AT) == days(90)


@pytest.mark.parametrize("event", ["valid_from", "created_at"])
def test_what_begins_in_the_future_has_no_age(event: str) -> None:
    fact = replace(FACT, **{"created_at": AT - days(500), event: AT + days(9)})  # type: ignore[arg-type]
    assert salience.age(fact, AT) == days(0)


@pytest.mark.parametrize("event", ["updated_at", "last_used"])
def test_a_use_under_a_clock_that_was_wrong_keeps_nothing_young(event: str) -> None:
    fact = replace(FACT, created_at=AT - days(50), **{event: AT + days(30_000)})  # type: ignore[arg-type]
    assert salience.age(fact, AT) == days(50)


def test_uses_and_promotion_raise_it_within_bounds() -> None:
    assert salience.now(replace(FACT, salience=0.5, uses=3), AT, MINE) == pytest.approx(0.56)
    assert salience.now(replace(FACT, salience=0.5, uses=5000), AT, MINE) == pytest.approx(0.7)
    assert salience.now(replace(FACT, salience=0.5, promoted=True), AT, MINE) == pytest.approx(0.55)
    assert salience.now(replace(FACT, salience=1.0, uses=5000, promoted=True), AT, MINE) == 1.0


moments = st.none() | st.datetimes(datetime(1990, 1, 1), datetime(2090, 1, 1), timezones=st.just(UTC))


@given(
    base=st.floats(0, 1),
    uses=st.integers(0, 10**6),
    events=st.tuples(moments, moments, moments, moments),
    at=st.datetimes(datetime(1980, 1, 1), datetime(2100, 1, 1), timezones=st.just(UTC)),
)
def test_it_never_grows_while_nothing_happens(
    base: float, uses: int, events: tuple[datetime | None, ...], at: datetime
) -> None:
    begun, made, confirmed, used = events
    fact = replace(
        FACT, salience=base, uses=uses, valid_from=begun, created_at=made, updated_at=confirmed, last_used=used
    )
    weight = salience.now(fact, at, MINE)
    assert 0 <= weight <= 1
    nothing_between = not any(event and at < event <= at + days(7) for event in events)
    assert not nothing_between or salience.now(fact, at + days(7), MINE) <= weight


def test_what_has_no_salience_stays_without() -> None:
    line = Record("i1", Kind.IDENTITY, "Call me Ada")
    assert salience.weighed([line, FACT], AT, MINE) == [line, replace(FACT, salience_now=0.8)]
