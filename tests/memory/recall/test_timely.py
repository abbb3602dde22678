"""A time in the question ranks what was said then."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from memory.recall.timely import only_the_time, timely
from memory.settings import Settings
from memory.store import episodes
from memory.store.tables import Session
from memory.text.times import Span
from memory.types import Kind, Section
from tests.memory.recall.test_planner import candidate
from tests.memory.recall.test_recall import World, ids, models_dir, world

__all__ = ["models_dir", "world"]

MARCH = Span(datetime(2026, 3, 1, tzinfo=UTC), datetime(2026, 4, 1, tzinfo=UTC), "what did we talk about")
IN_MARCH, IN_MAY = datetime(2026, 3, 10, tzinfo=UTC), datetime(2026, 5, 10, tzinfo=UTC)


async def said_at(world: World, at: datetime, *texts: str) -> list[int]:
    now, world.clock.time = world.clock.time, at
    numbers = await world.say(*texts)
    world.clock.time = now
    return numbers


async def test_the_fact_of_the_time_that_is_asked_for_comes_first(world: World) -> None:
    world.clock.time = IN_MAY
    await world.fact("Cooked ramen with the neighbours")
    world.clock.time = IN_MARCH
    march = await world.fact("Cooked paella with the neighbours")
    world.clock.time = datetime(2026, 5, 18, tzinfo=UTC)
    injection = await world.ask("What did I cook with my neighbours last March?")
    assert ids(injection)[0] == f"f{march}"
    assert len(ids(injection)) == 2, "it ranks, it does not filter"


async def test_since_when_a_fact_holds_counts_as_its_time(world: World) -> None:
    other = await world.fact("Cooked ramen with the neighbours")
    march = await world.fact("Cooked paella with the neighbours", valid_from=IN_MARCH)
    found = [candidate("x", 0.5, item=other), candidate("y", 0.5, item=march)]
    ranked = await world.store.read(lambda: timely(Section.PINNED, found, MARCH))
    assert [one.hit.item for one in ranked] == [march, other]


async def test_what_was_said_then_is_there_without_a_word_in_common(world: World) -> None:
    march = await said_at(world, IN_MARCH, "The boiler makes a strange noise", "Bleed the radiators first.")
    await said_at(world, IN_MAY, "My sister moved to Ghent", "How nice.")
    world.settings = Settings(memory=replace(world.settings.memory, gate="heuristic"))
    injection = await world.ask("What did we talk about in March?")
    assert ids(injection)[0] == f"m{march[0]}"


async def test_the_digest_of_the_session_then_is_found_by_its_time(world: World) -> None:
    march = await said_at(world, IN_MARCH, "The boiler makes a strange noise", "Bleed the radiators first.")

    def digest() -> int:
        session = Session.select().order_by(Session.id.desc()).get()
        Session.update(distilled_to=march[-1]).execute()
        return episodes.upsert(session.id, "The boiler was noisy", at=IN_MARCH)

    number = await world.store.write(digest)
    ranked = await world.store.read(lambda: timely(Section.EPISODE, [], MARCH))
    assert [(one.hit.kind, one.hit.item) for one in ranked] == [(Kind.EPISODE, number)]


async def test_the_question_is_no_answer_to_itself_and_nothing_of_another_project_is(world: World) -> None:
    (asked,) = await said_at(world, IN_MARCH, "What a day it was")
    everywhere = await world.store.read(lambda: timely(Section.TRANSCRIPT, [], MARCH))
    assert [one.hit.item for one in everywhere] == [asked]
    assert await world.store.read(lambda: timely(Section.TRANSCRIPT, [], MARCH, message=asked)) == []
    assert await world.store.read(lambda: timely(Section.TRANSCRIPT, [], MARCH, within=(99,))) == []


async def test_a_time_alone_opens_no_gate(world: World) -> None:
    await said_at(world, world.clock.now(), "The boiler makes a strange noise", "Bleed the radiators first.")
    assert (await world.ask("what is the weather like today?")).block == ""


@pytest.mark.parametrize(
    "rest", ["what did we talk about ?", "woruber haben wir gesprochen?", "我们聊了什么", "何を話した?", ""]
)
def test_nothing_but_the_time_may_be_asked_for(rest: str) -> None:
    assert only_the_time(rest)


@pytest.mark.parametrize("rest", ["what did i cook ?", "wann war ich beim zahnarzt", "我吃了什么"])
def test_or_something_of_that_time(rest: str) -> None:
    assert not only_the_time(rest)
