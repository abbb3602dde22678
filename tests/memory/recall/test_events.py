"""A time beside a remembered event ranks what was said then."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from memory.settings import Settings
from tests.memory.recall.test_recall import World, ids, models_dir, world
from tests.memory.recall.test_timely import said_at

__all__ = ["models_dir", "world"]


async def test_two_weeks_before_the_move_is_counted_from_the_day_that_a_fact_names(world: World) -> None:
    early, late = datetime(2026, 2, 2, tzinfo=UTC), datetime(2026, 4, 20, tzinfo=UTC)
    moved = datetime(2026, 3, 1, tzinfo=UTC)
    await world.fact("The user made the move to Porto", valid_from=moved)
    await said_at(world, early, "I bought a desk for the hall", "A desk is always good.")
    then = await said_at(
        world, datetime(2026, 2, 15, tzinfo=UTC), "I bought a lamp for the hall", "A lamp is always good."
    )
    await said_at(world, late, "I bought a chair for the hall", "A chair is always good.")
    world.settings = Settings(memory=replace(world.settings.memory, gate="off"))
    injection = await world.ask("What did I say I bought for the hall two weeks before the move?")
    turns = [one for one in ids(injection) if one.startswith("m")]
    assert turns[0] == f"m{then[0]}"


async def test_the_day_of_an_event_is_the_one_its_message_names(world: World) -> None:
    await said_at(world, datetime(2026, 3, 2, tzinfo=UTC), "We had the exam yesterday", "How did it go?")
    then = await said_at(world, datetime(2026, 3, 3, tzinfo=UTC), "The boiler makes a noise", "Bleed the radiators.")
    await said_at(world, datetime(2026, 5, 3, tzinfo=UTC), "My sister moved to Ghent", "How nice.")
    world.settings = Settings(memory=replace(world.settings.memory, gate="heuristic"))
    injection = await world.ask("What did we talk about two days after the exam?")
    assert ids(injection)[0] == f"m{then[0]}"


async def test_an_event_that_nobody_spoke_of_changes_nothing(world: World) -> None:
    await said_at(world, datetime(2026, 3, 2, tzinfo=UTC), "The boiler makes a noise", "Bleed the radiators.")
    plain = await world.ask("What did I say about the boiler?")
    asked = await world.ask("What did I say about the boiler two days after the opera?")
    assert ids(asked) == ids(plain) != []
