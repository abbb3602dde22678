"""What goes into the block and what is left out, with its reason."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory.recall.fuse import Candidate
from memory.recall.planner import Context, Limits, plan
from memory.store.hits import Hit
from memory.text.tokens import Estimate
from memory.types import Kind

WHEN = datetime(2026, 5, 1, tzinfo=UTC)
MANY = Limits(20)


def candidate(text: str, score: float = 0.5, *, kind: Kind = Kind.FACT, item: int = 1) -> Candidate:
    return Candidate(Hit(item, str(kind), item, score, None, WHEN, text, role="user"), score)


def reasons(candidates: list[Candidate], context: Context | None = None, limits: Limits = MANY) -> dict[str, str]:
    planned = plan(candidates, limits, context or Context(), Estimate(), 800)
    return {item.id: item.reason for item in (*planned.items, *planned.cut)}


@given(
    st.lists(st.tuples(st.text(max_size=300), st.floats(0, 1)), max_size=12),
    st.integers(min_value=0, max_value=900),
)
@settings(max_examples=120)
def test_a_block_never_exceeds_its_budget(texts: list[tuple[str, float]], budget: int) -> None:
    found = [candidate(text, score, item=number) for number, (text, score) in enumerate(texts, start=1)]
    planned = plan(found, MANY, Context(), Estimate(), budget)
    assert planned.tokens == Estimate().count(planned.block) <= budget
    assert bool(planned.block) is bool(planned.items)


class JoiningCounter:
    """A tokenizer that counts a whole dearer than its pieces."""

    def count(self, text: str) -> int:
        return len(text) // 4 + (100 if text.count("\nf") > 2 else 0)


def test_the_budget_holds_even_where_the_whole_costs_more_than_its_parts() -> None:
    found = [candidate(f"fact number {number} about {number * 7}", item=number) for number in range(1, 8)]
    planned = plan(found, MANY, Context(), JoiningCounter(), 120)
    assert JoiningCounter().count(planned.block) <= 120
    assert planned.items


def test_what_does_not_fit_is_skipped_and_smaller_ones_go_in() -> None:
    found = [candidate("word " * 100, 0.9, item=1), candidate("short", 0.8, item=2)]
    planned = plan(found, MANY, Context(), Estimate(), 90)
    assert [item.id for item in planned.items] == ["f2"]
    assert [(item.id, item.reason) for item in planned.cut] == [("f1", "over the budget")]


def test_a_date_is_paid_for_once() -> None:
    found = [candidate("Has a cat", 0.9, item=1), candidate("Has a dog", 0.8, item=2)]
    planned = plan(found, MANY, Context(), Estimate(), 800)
    first, second = (item.tokens for item in planned.items)
    assert planned.block.count("2026-05-01") == 1
    assert second < first
    assert planned.tokens >= first + second


def test_twins_do_not_eat_the_budget() -> None:
    found = [candidate("Allergic to peanuts", 0.9, item=1), candidate("allergic to peanuts!", 0.8, item=2)]
    assert reasons(found)["f2"] == "nearly the same as f1"


@pytest.mark.parametrize("first", [0, 1])
def test_a_fact_and_its_own_turn_do_not_both_go_in(first: int) -> None:
    fact = candidate("Has a cat called Mango", 0.5 - 0.2 * first, item=4)
    turn = candidate("so my cat, her name is Mango by the way", 0.4, kind=Kind.TURN, item=8)
    context = Context(sources={4: frozenset({8})})
    found = reasons([fact, turn], context)
    assert sorted(found.values()) in (["", "f4 says it"], ["", "m8 says it"])


def test_what_the_conversation_holds_is_not_repeated() -> None:
    turn = candidate("my cat is Mango", kind=Kind.TURN, item=8)
    fact = candidate("Has a cat called Mango", item=4)
    context = Context(held=frozenset({8}), sources={4: frozenset({8})})
    assert reasons([turn, fact], context) == {"m8": "already in the conversation", "f4": "already in the conversation"}


def test_a_pinned_fact_needs_no_place() -> None:
    assert (
        reasons([candidate("Allergic to nuts", item=4)], Context(pinned=frozenset({4})))["f4"]
        == "always in the context"
    )


def test_far_and_surplus_candidates_are_listed_with_their_reason() -> None:
    texts = ("alpha one", "bravo two", "charlie three", "delta four")
    found = [candidate(text, 0.9 - 0.2 * place, item=place + 1) for place, text in enumerate(texts)]
    assert reasons(found, limits=Limits(2))["f4"] == "others are closer"
    assert reasons(found, limits=Limits(9, share=0.5))["f4"] == "not close enough"
    assert reasons(found, limits=Limits(9, within=0.5))["f4"] == "not close enough"
    assert reasons(found, limits=Limits(9, within=0.5))["f3"] == ""


def test_a_long_memory_is_shortened() -> None:
    (item,) = plan([candidate("word " * 400)], MANY, Context(), Estimate(), 4000).items
    assert item.text.endswith("…")
    assert len(item.text) <= 600


def test_scores_and_dates_reach_the_ledger() -> None:
    one = candidate("a b c")._replace(lexical=0.25, dense=0.5)
    (item,) = plan([one], MANY, Context(), Estimate(), 800).items
    assert (item.lexical, item.dense, item.when, item.kind) == (0.25, 0.5, WHEN, Kind.FACT)


def test_a_day_is_one_of_the_users_zone() -> None:
    late = datetime(2026, 5, 1, 23, 30, tzinfo=UTC)
    found = [Candidate(Hit(1, "fact", 1, 0.9, None, late, "I fly at nine"), 0.9)]
    assert "\n2026-05-01:\n" in plan(found, MANY, Context(), Estimate(), 800).block
    there = Context(zone=ZoneInfo("Asia/Tokyo"))
    assert "\n2026-05-02:\n" in plan(found, MANY, there, Estimate(), 800).block
