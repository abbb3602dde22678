"""Whoever judges facts (a model, a pass, the user) judges those of one project at a time, and moves none."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from memory.engine import Memory
from memory.ports import ModelRequest
from memory.store import doubts, facts, moving, narrative
from memory.store.store import Store
from memory.store.tables import Fact
from memory.types import PROFILE_WIDE, Partition, PartitionKind
from tests.memory.consolidate.worlds import AFact, Pass, World, made
from tests.memory.distill.talk import Talk, fact, reply
from tests.memory.partitions.opening import facts as held
from tests.memory.partitions.opening import opened, say
from tests.scripted import ScriptedModel, SetClock

ZEPHYR = Partition(PartitionKind.PROJECT, "Zephyr")
BRASS = "The reactor valve is made of brass."
BUILT = "The valve in the reactor was built from pure brass."
VIOLA = ("The user plays the viola in a quartet", "The user plays the viola in a string quartet")


async def learnt(talk: Talk, project: str, text: str, action: str = "create") -> list[str]:
    """A model learns `text`; what it is asked about it afterwards, and answers with `action`."""
    asked: list[str] = []

    def answer(request: ModelRequest) -> Any:
        if request.purpose == "distil":
            return json.dumps(reply(fact(text, text, 1, category="events")))
        asked.append(str(request.messages[-1].content))
        return json.dumps({"answers": [{"item": 1, "action": action, "id": 1, "kind": "change"}]})

    await talk.begin(project)
    await talk.say(text, "A reply that is long enough for the session to be worth a distillation at all, as it were.")
    talk.model = ScriptedModel([answer], chunk=400)
    await talk.learn()
    talk.clock.move(days=1)
    return asked


async def places(talk: Talk) -> list[tuple[str, str]]:
    return sorted((record.partition, record.text) for record in await talk.facts())


async def test_a_model_is_not_asked_about_what_another_project_knows(near: Talk) -> None:
    await learnt(near, "Zephyr", BRASS)
    assert await learnt(near, "House", BUILT, "merge") == []
    assert await places(near) == [("project:House", BUILT), ("project:Zephyr", BRASS)]


async def test_a_ruling_about_facts_of_one_project_leaves_them_there(near: Talk) -> None:
    await learnt(near, "Zephyr", BRASS)
    (asked,) = await learnt(near, "Zephyr", BUILT, "merge")
    assert BRASS in asked
    ((place, _),) = await places(near)
    assert place == "project:Zephyr"


@pytest.mark.parametrize("action", ["merge", "delete", "create"])
async def test_no_ruling_of_a_project_changes_what_holds_everywhere(near: Talk, action: str) -> None:
    await learnt(near, "", BRASS)
    await learnt(near, "Zephyr", BUILT, action)
    assert await places(near) == [("", BRASS), ("project:Zephyr", BUILT)]
    assert await near.read(doubts.count) == 0


async def moved(tidied: Pass, number: int) -> None:
    """The fact belongs to a project, as if it had been learnt there."""

    def work() -> None:
        moving.fact(number, ZEPHYR)
        Fact.update(touched=False).where(Fact.id == number).execute()

    await tidied.store.write(work)


@pytest.mark.parametrize(("apart", "asked"), [(False, 1), (True, 0)])
async def test_the_review_compares_facts_of_one_project(store: Store, clock: SetClock, apart: bool, asked: int) -> None:
    tidied = await made(World(tuple(AFact(text, age=20 - at) for at, text in enumerate(VIOLA))), store, clock)
    for number in (2,) if apart else (1, 2):
        await moved(tidied, number)
    merge = {"answers": [{"item": 1, "action": "merge", "id": 1, "kind": "none"}]}
    model = ScriptedModel([json.dumps(merge)], chunk=400)
    tidied.model = model
    await tidied.consolidator.consolidate(review=True)
    assert len(model.requests) == asked
    assert len(await store.read(facts.listing)) == 2 - asked


async def test_a_pair_that_the_user_parts_waits_no_more(store: Store, clock: SetClock) -> None:
    def pair() -> int:
        older, newer = (facts.add(text, at=clock.now()) for text in VIOLA)
        doubts.note(newer, older, doubts.SAME, doubts.OPEN, clock.now())
        return newer

    newer = await store.write(pair)
    assert await store.read(doubts.count) == 1
    await store.write(lambda: moving.fact(newer, ZEPHYR))
    assert (await store.read(doubts.count), await store.read(doubts.waiting)) == (0, [])
    await store.write(lambda: moving.fact(newer, PROFILE_WIDE))
    assert await store.read(doubts.count) == 1


async def test_the_narrative_tells_what_holds_everywhere(store: Store, clock: SetClock) -> None:
    tidied = await made(World(tuple(AFact(text, "profile") for text in ("I tune pianos", "I row"))), store, clock)
    await moved(tidied, 1)
    await tidied.consolidator.consolidate()
    assert [one.text for one in await store.read(narrative.sentences)] == ["I row"]
    await moved(tidied, 2)
    assert await store.read(narrative.record) is None


async def test_the_users_words_on_what_was_learnt_leave_it_in_its_project(home: Path, clock: SetClock) -> None:
    text = "The garden party has 40 guests."
    model = ScriptedModel([reply(fact(text, text, 1, category="events"))])
    async with opened(home / "profiles" / "default", clock, llm=model) as memory:
        await memory.remember("The garden party has 50 guests", project="House")
        await say(memory, "Zephyr", text)
        await memory.sync()
        ((item,),) = [run.items for run in await memory.learnt.runs()]
        edited = await memory.learnt.edit(item.id, "The garden party has 50 guests")
        assert edited.partition == "project:Zephyr"
        await memory.learnt.undo(item.id)
        assert await held(memory) == [("project:House", "The garden party has 50 guests")]
        assert (await memory.learnt.redo(item.id)).partition == "project:Zephyr"


async def test_a_line_of_the_identity_becomes_a_fact_that_holds_everywhere(home: Path, clock: SetClock) -> None:
    async with opened(home / "profiles" / "default", clock) as memory:
        await memory.remember("I row", project="Zephyr")
        await memory.identity.add("I row")
        (line,) = (await memory.standing()).identity
        assert (await memory.identity.demote(line.id)).partition == ""
        assert await held(memory) == [("", "I row"), ("project:Zephyr", "I row")]


async def test_a_fact_taken_for_the_identity_stays_in_its_project(home: Path, clock: SetClock) -> None:
    async with opened(home / "profiles" / "default", clock) as memory:
        kept = await memory.remember("I row", project="Zephyr")
        await memory.identity.accept(kept.id)
        assert [line.text for line in (await memory.standing()).identity] == ["I row"]
        assert (await memory.show(kept.id)).partition == "project:Zephyr"


async def test_what_is_pinned_in_any_project_counts_against_the_bound(memory: Memory) -> None:
    kept = await memory.remember("The herons nest in April", project="Zephyr")
    await memory.identity.pin(kept.id)
    assert (await memory.standing()).tokens == 0
    assert (await memory.stats()).standing_tokens == (await memory.identity.standing()).tokens > 0


@pytest.fixture
async def memory(home: Path, clock: SetClock) -> AsyncIterator[Memory]:
    async with opened(home / "profiles" / "default", clock) as found:
        yield found


async def test_an_audit_finds_the_name_of_a_project_until_it_is_forgotten(memory: Memory) -> None:
    await say(memory, "Quixotrel", "The herons nest in April.")
    found = (await memory.audits.text("quixotrel")).found
    assert "projects" in [trace.place for trace in found]
    await memory.forget(await memory.plan_forget("quixotrel"))
    assert (await memory.audits.text("quixotrel")).clean
