"""The review of facts by a model: it merges and ends what it may, asks about the rest, and loses nothing."""

from __future__ import annotations

import asyncio
import json
import re
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory.consolidate import review
from memory.errors import ModelError
from memory.ports import ModelRequest
from memory.settings import MemorySettings, Settings
from memory.store import doubts, facts
from memory.store.store import Store
from memory.store.tables import Call, Fact
from tests.memory.consolidate.worlds import AFact, Pass, World, dump, made
from tests.scripted import ScriptedModel, SetClock

VIOLA = ("The user plays the viola in a quartet", "The user plays the viola in a string quartet")
TOMATOES = ("The user grows red tomatoes in pots", "The user grows red tomatoes in big pots")
BICYCLE = "The user has a green bicycle"


def world(*texts: str, **more: Any) -> World:
    return World(tuple(AFact(text, category="preferences", age=20 - at, **more) for at, text in enumerate(texts)))


def answering(action: str, kind: str = "none", number: int | None = None) -> ScriptedModel:
    """Says the same of every statement, by default about the first fact that is listed under it."""

    def answer(request: ModelRequest) -> str:
        listed = re.findall(r"# New statement (\d+),.*?Known:\n(\d+)\.", str(request.messages[-1].content), re.DOTALL)
        told = [
            {"item": int(item), "action": action, "id": int(first) if number is None else number, "kind": kind}
            for item, first in listed
        ]
        return json.dumps({"answers": told})

    return ScriptedModel([answer], chunk=400)


async def held(tidied: Pass) -> set[str]:
    return {one.text for one in await tidied.store.read(facts.listing)}


async def test_what_is_said_twice_becomes_one_and_comes_back_by_undo(store: Store, clock: SetClock) -> None:
    tidied = await made(world(*VIOLA, BICYCLE), store, clock)
    before = await store.read(dump)
    tidied.model = answering("merge")
    result = await tidied.consolidator.consolidate(review=True)
    assert [one.action for one in result.changes] == ["absorb"]
    assert await held(tidied) == {VIOLA[1], BICYCLE}
    undone = await tidied.consolidator.undo()
    assert len(undone.restored) == 1
    assert await store.read(dump) == before


async def test_twins_are_found_however_many_facts_lie_between(
    store: Store, clock: SetClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(review, "LOOKED_AT", 2)
    tidied = await made(world(VIOLA[0], BICYCLE, "The user has two cats", VIOLA[1]), store, clock)
    tidied.model = answering("merge")
    for _ in range(2):
        await tidied.consolidator.consolidate(review=True)
    assert await held(tidied) == {VIOLA[1], BICYCLE, "The user has two cats"}


async def test_a_contradiction_ends_the_older(store: Store, clock: SetClock) -> None:
    tidied = await made(world(*VIOLA), store, clock)
    before = await store.read(dump)
    tidied.model = answering("delete", "change")
    await tidied.consolidator.consolidate(review=True)
    assert await held(tidied) == {VIOLA[1]}
    ended = await store.read(lambda: facts.get(1))
    assert ended.superseded_by == 2 and ended.valid_to is not None
    await tidied.consolidator.undo()
    assert await store.read(dump) == before


@pytest.mark.parametrize("own", [{"method": "remembered"}, {"pinned": True}, {"touched": True}])
@pytest.mark.parametrize("action", ["merge", "skip", "delete"])
async def test_the_users_own_is_only_asked_about(
    store: Store, clock: SetClock, own: dict[str, Any], action: str
) -> None:
    tidied = await made(world(*VIOLA, **own), store, clock)
    tidied.model = answering(action)
    result = await tidied.consolidator.consolidate(review=True)
    assert (result.changes, result.for_the_user) == ((), 1)
    assert await held(tidied) == set(VIOLA)
    assert await store.read(doubts.count) == 1


async def test_one_pass_removes_a_twentieth_and_the_next_go_on(store: Store, clock: SetClock) -> None:
    tidied = await made(world(*VIOLA, *TOMATOES), store, clock)
    tidied.model = answering("merge")
    first = await tidied.consolidator.consolidate(review=True)
    assert (len(first.changes), first.waiting) == (1, 1)
    second = await tidied.consolidator.consolidate(review=True)
    assert (len(second.changes), second.waiting) == (1, 0)
    assert await held(tidied) == {VIOLA[1], TOMATOES[1]}


async def test_evictions_and_the_review_share_the_bound(store: Store, clock: SetClock) -> None:
    faded = AFact("The user has a cold", salience=0.1, age=200)
    tidied = await made(World((*world(*VIOLA).facts, faded)), store, clock)
    tidied.model = answering("merge")
    result = await tidied.consolidator.consolidate(review=True)
    assert [one.action for one in result.changes] == ["evict"]
    assert result.waiting == 1


async def test_what_has_nothing_to_do_with_each_other_is_asked_about_once(store: Store, clock: SetClock) -> None:
    tidied = await made(world(*VIOLA), store, clock)
    tidied.model = model = answering("create", number=0)
    await tidied.consolidator.consolidate(review=True)
    await tidied.consolidator.consolidate(review=True)
    assert len(model.requests) == 1


async def test_what_was_taken_back_is_left_alone(store: Store, clock: SetClock) -> None:
    tidied = await made(world(*VIOLA), store, clock)
    tidied.model = answering("merge")
    await tidied.consolidator.consolidate(review=True)
    await tidied.consolidator.undo()
    assert (await tidied.consolidator.consolidate(review=True)).changes == ()
    assert await held(tidied) == set(VIOLA)


async def test_an_edit_made_while_the_model_thinks_wins(store: Store, clock: SetClock) -> None:
    tidied = await made(world(*VIOLA), store, clock)
    model = answering("merge")
    model.gate = asyncio.Event()
    model.chunk = 5
    tidied.model = model
    running = asyncio.create_task(tidied.consolidator.consolidate(review=True))
    while not model.requests:  # noqa: ASYNC110 - the model has no event of its own
        await asyncio.sleep(0)
    await store.write(lambda: facts.rewrite(1, "The user played the viola once", clock.now()))
    model.gate.set()
    result = await running
    assert (result.changes, result.skipped) == ((), 1)
    assert "The user played the viola once" in await held(tidied)


async def test_no_prompt_holds_what_has_no_neighbour(store: Store, clock: SetClock) -> None:
    tidied = await made(world(*VIOLA, BICYCLE), store, clock)
    tidied.model = model = answering("create", number=0)
    await tidied.consolidator.consolidate(review=True)
    [asked] = model.requests
    assert BICYCLE not in str(asked.messages)
    assert asked.purpose == "reconcile"
    assert await store.read(lambda: [row.purpose for row in Call.select()]) == ["reconcile"]


async def test_it_runs_only_where_it_is_wished(store: Store, clock: SetClock) -> None:
    tidied = await made(world(*VIOLA), store, clock)
    tidied.model = model = answering("merge")
    await tidied.consolidator.consolidate()
    assert model.requests == []
    tidied.settings = Settings(memory=MemorySettings(review=True))
    await tidied.consolidator.consolidate()
    assert len(model.requests) == 1


def small(tidied: Pass) -> None:
    tidied.model = ScriptedModel(distils=False)


def spent(tidied: Pass) -> None:
    tidied.model = ScriptedModel()
    tidied.settings = Settings(memory=MemorySettings(daily_call_cap=0))


@pytest.mark.parametrize("state", [lambda tidied: None, small, spent])
async def test_where_it_can_not_be_it_says_why(store: Store, clock: SetClock, state: Callable[[Pass], None]) -> None:
    tidied = await made(world(*VIOLA), store, clock)
    state(tidied)
    result = await tidied.consolidator.consolidate(review=True)
    assert result.changes == ()
    assert len([one for one in result.remarks if "words only" not in one]) == 1


@pytest.mark.parametrize(
    "reply", ["No.", '{"answers": [{"item": 1, "act', {"answers": []}, ModelError("It broke"), {"delete": "all"}]
)
async def test_a_reply_of_no_use_changes_nothing(store: Store, clock: SetClock, reply: Any) -> None:
    tidied = await made(world(*VIOLA, *TOMATOES), store, clock)
    before = await store.read(dump)
    tidied.model = ScriptedModel([reply], chunk=400)
    await tidied.consolidator.consolidate(review=True)
    assert await store.read(dump) == before
    assert await store.read(doubts.count) == 0


@pytest.mark.parametrize(
    ("reply", "why"), [("No.", "the reply could not be read"), (ModelError("It broke"), "It broke")]
)
async def test_a_review_that_failed_says_why(store: Store, clock: SetClock, reply: Any, why: str) -> None:
    tidied = await made(world(*VIOLA), store, clock)
    tidied.model = ScriptedModel([reply], chunk=400)
    assert f"comparing facts failed: {why}" in (await tidied.consolidator.consolidate(review=True)).remarks


async def test_an_answer_that_was_cut_off_ends_nothing(store: Store, clock: SetClock) -> None:
    tidied = await made(world(*TOMATOES), store, clock)
    tidied.model = ScriptedModel(['{"answers": [{"item": 1, "action": "delete", "id": 1, "kind": "ch'], chunk=400)
    assert (await tidied.consolidator.consolidate(review=True)).changes == ()
    assert await held(tidied) == set(TOMATOES)


async def test_a_preview_changes_nothing(store: Store, clock: SetClock) -> None:
    tidied = await made(world(*VIOLA), store, clock)
    before = await store.read(dump)
    tidied.model = answering("merge")
    shown = await tidied.consolidator.consolidate(dry_run=True, review=True)
    assert [one.action for one in shown.changes] == ["absorb"]
    assert await store.read(dump) == before


answers = st.fixed_dictionaries(
    {
        "item": st.integers(-1, 5),
        "action": st.sampled_from(["create", "skip", "merge", "delete", "destroy"]),
        "id": st.integers(-1, 6),
        "kind": st.sampled_from(["none", "change", "correction", "context"]),
    }
)


@settings(max_examples=30)
@given(told=st.lists(st.lists(answers, max_size=8), min_size=1, max_size=3), own=st.sets(st.integers(1, 5), max_size=2))
def test_whatever_it_answers_nothing_is_lost_and_all_comes_back(told: list[Any], own: set[int]) -> None:
    asyncio.run(_answered(told, own))


async def _answered(told: list[Any], own: set[int]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        store = Store(Path(folder) / "memory.sqlite")
        await store.open()
        try:
            tidied = await made(world(*VIOLA, *TOMATOES, BICYCLE), store, SetClock())
            await store.write(lambda: Fact.update(touched=True).where(Fact.id.in_(own)).execute())
            before = await store.read(dump)
            for one in told:
                tidied.model = ScriptedModel([{"answers": one}], chunk=400)
                result = await tidied.consolidator.consolidate(review=True)
                assert len(result.changes) <= 1
            await store.read(lambda: _nothing_lost(own))
            while (await tidied.consolidator.undo()).at is not None:
                pass
            assert await store.read(dump) == before
        finally:
            await store.close()


def _nothing_lost(own: set[int]) -> None:
    rows = {row.id: row for row in Fact.select()}
    assert {row.content for row in rows.values()} == {*VIOLA, *TOMATOES, BICYCLE}
    assert all(rows[number].valid_to is None for number in (*own, 5))
    for row in rows.values():
        while row.valid_to is not None:
            row = rows[row.superseded_by]
