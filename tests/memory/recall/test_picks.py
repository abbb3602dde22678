"""What the user pinned or took out, in the plan of a turn."""

from __future__ import annotations

from collections.abc import Sequence

from memory.recall.fuse import Candidate
from memory.recall.picks import DROPPED, PINNED, SHUT, named, plan_with
from memory.recall.planner import OVER, Context, Course, Limits
from memory.store import facts
from memory.store.store import Store
from memory.text.tokens import Estimate
from memory.types import Item, Picks
from tests.memory.recall.test_planner import candidate
from tests.scripted import SetClock

CAT = candidate("The user's cat is called Mango", 0.9, item=1)
DOG = candidate("A dog named Plum lives next door", 0.8, item=2)
BOAT = candidate("They sail a small blue boat on Sundays", 0.1, item=3)


def reasons(items: Sequence[Item]) -> dict[str, str]:
    return {item.id: item.reason for item in items}


def test_without_picks_the_plan_is_the_courses() -> None:
    plan = plan_with(Picks(), [], [Course([CAT, DOG], Limits(1))], [], Context(), Estimate(), 400)
    assert [item.id for item in plan.items] == ["f1"]
    assert reasons(plan.cut) == {"f2": "others are closer"}


def test_what_was_taken_out_stays_out_and_leaves_its_place() -> None:
    picks = Picks(dropped=frozenset({"f1"}))
    plan = plan_with(picks, [], [Course([CAT, DOG], Limits(1))], [], Context(), Estimate(), 400)
    assert [item.id for item in plan.items] == ["f2"]
    assert reasons(plan.cut) == {"f1": DROPPED}
    assert "Mango" not in plan.block


def test_what_is_pinned_goes_first_whatever_its_score() -> None:
    plan = plan_with(
        Picks(pinned=("f3",)), [BOAT], [Course([CAT, BOAT], Limits(2, share=0.5))], [], Context(), Estimate(), 400
    )
    assert reasons(plan.items) == {"f3": PINNED, "f1": ""}


def test_a_pin_opens_a_shut_gate_for_itself_alone() -> None:
    plan = plan_with(Picks(pinned=("f1",)), [CAT], [], [CAT, DOG], Context(), Estimate(), 400)
    assert reasons(plan.items) == {"f1": PINNED}
    assert reasons(plan.cut) == {"f2": SHUT}


def test_a_pin_never_breaks_the_budget() -> None:
    long = candidate("word " * 400)
    plan = plan_with(Picks(pinned=("f1",)), [long], [], [], Context(), Estimate(), 100)
    assert (plan.items, plan.tokens) == ((), 0)
    assert reasons(plan.cut) == {"f1": OVER}


async def test_what_is_pinned_is_fetched_where_the_question_does_not_find_it(store: Store, clock: SetClock) -> None:
    here = await store.write(lambda: facts.add("A dog named Plum", at=clock.now()))
    ids = ["f9", f"f{here}", "x1", "i1"]

    def fetched(*within: int) -> list[Candidate]:
        return named(ids, [], within)

    assert [one.hit.text for one in await store.read(fetched)] == ["A dog named Plum"]
    assert await store.read(lambda: fetched(99)) == []
