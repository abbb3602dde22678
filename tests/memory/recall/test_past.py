"""What was so at a time that is over: the fact that held then is found, and said to be over."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from memory.settings import Settings
from memory.store import history, moving
from memory.types import Partition, PartitionKind, Section
from tests.memory.recall.test_recall import World, ids, models_dir, world

__all__ = ["models_dir", "world"]

JANUARY, JUNE, JULY = (datetime(2026, month, 10, 9, tzinfo=UTC) for month in (1, 6, 7))
MOVED = datetime(2026, 6, 5, tzinfo=UTC)
HOMES = {
    "en": ("I live in Bergen", "I moved to Odense last Friday"),
    "de": ("Ich wohne in Bergen", "Ich bin letzten Freitag nach Odense gezogen"),
}


async def homes(world: World, language: str = "en") -> tuple[int, int]:
    """Bergen held from January to June, Odense does since; and something of another kind."""
    old, new = HOMES[language]
    world.clock.time = JANUARY
    bergen = await world.fact(old, valid_from=JANUARY)
    await world.fact("I like an oat flat white best in the morning", valid_from=JANUARY)
    world.clock.time = JUNE
    odense = await world.fact(new, valid_from=JUNE)
    await world.store.write(lambda: history.supersede(bergen, odense, MOVED, JUNE))
    world.clock.time = JULY
    return bergen, odense


@pytest.mark.parametrize(
    ("language", "question"),
    [
        ("en", "Where was I living in February 2026?"),
        ("en", "Do you remember where I lived in April 2026?"),
        ("en", "Do you remember where I lived last April?"),
        ("de", "Wo habe ich im Februar 2026 gewohnt?"),
    ],
)
async def test_what_held_then_comes_first_and_is_said_to_be_over(world: World, language: str, question: str) -> None:
    bergen, odense = await homes(world, language)
    injection = await world.ask(question)
    assert ids(injection)[:2] == [f"f{bergen}", f"f{odense}"]
    assert f"f{bergen} (until 2026-06-04) {HOMES[language][0]}" in injection.block


@pytest.mark.parametrize(
    "question",
    ["Where do I live now?", "Do you remember where I live?", "Do you remember where I lived in December 2025?"],
)
async def test_of_another_time_it_is_not_shown(world: World, question: str) -> None:
    await homes(world)
    assert "Bergen" not in (await world.ask(question)).block


async def test_what_was_corrected_is_never_shown(world: World) -> None:
    world.clock.time = JANUARY
    wrong = await world.fact("I live in Bergen", valid_from=JANUARY)
    right = await world.fact("I live in Odense", valid_from=JANUARY)
    await world.store.write(lambda: history.correct(wrong, right, JUNE))
    world.clock.time = JULY
    block = (await world.ask("Do you remember where I lived in April 2026?")).block
    assert ("Odense" in block, "Bergen" in block) == (True, False)


async def test_the_last_day_is_one_of_the_users_zone(world: World) -> None:
    await homes(world)
    world.settings = replace(world.settings, time_zone="America/New_York")
    block = (await world.ask("Do you remember where I lived in April 2026?")).block
    assert "(until 2026-06-04) I live in Bergen" in block


async def test_asked_of_two_things_at_once_the_gate_opens(world: World) -> None:
    await homes(world)
    asked = "Do you remember where I lived before I moved to Odense, and which coffee I like best in the morning?"
    injection = await world.ask(asked)
    assert injection.gate.section is Section.PINNED
    assert "flat white" in injection.block


async def test_a_time_that_is_over_opens_nothing_where_nothing_lies_close(world: World) -> None:
    world.settings = Settings()
    await world.fact("I like an oat flat white best in the morning")
    assert (await world.ask("Did I need a visa for Nepal in 1998?")).block == ""


async def test_the_days_of_a_block_are_those_of_the_users_zone(world: World) -> None:
    await homes(world)
    question = "Where was I living in February 2026?"
    days = [f"\n{JANUARY.astimezone(zone):%Y-%m-%d}:\n" for zone in (UTC, ZoneInfo("Pacific/Pago_Pago"))]
    assert days[0] in (await world.ask(question)).block
    world.settings = replace(world.settings, time_zone="Pacific/Pago_Pago")
    assert days[1] in (await world.ask(question)).block


async def ended(world: World, text: str, begun: datetime, until: datetime) -> int:
    number = await world.fact(text, valid_from=begun)
    await world.store.write(lambda: history.end(number, until, world.clock.now()))
    return number


def year(number: int) -> datetime:
    return datetime(number, 3, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    ("fact", "question"),
    [
        ("I work as a baker at Lund's", "Where did I work in 2019?"),
        ("Ich arbeite als Bäcker bei Lund", "Wo habe ich 2019 gearbeitet? Ich meine im Jahr 2019."),
    ],
)
async def test_what_ended_without_a_successor_is_found_for_its_time(world: World, fact: str, question: str) -> None:
    job = await ended(world, fact, year(2016), year(2021))
    await world.fact("I like an oat flat white best in the morning", valid_from=year(2016))
    block = (await world.ask(question)).block
    assert f"f{job} (until 2021-02-28) {fact}" in block


@pytest.mark.parametrize("question", ["Where do I work?", "Where did I work in 2022?", "Where did I work in 2014?"])
async def test_what_ended_is_not_shown_for_another_time(world: World, question: str) -> None:
    await ended(world, "I work as a baker at Lund's", year(2016), year(2021))
    assert "baker" not in (await world.ask(question)).block


async def test_what_ended_stays_in_its_project(world: World) -> None:
    job = await ended(world, "I work as a baker at Lund's", year(2016), year(2021))
    await world.store.write(lambda: moving.fact(job, Partition(PartitionKind.PROJECT, "bakery")))
    assert "baker" not in (await world.ask("Where did I work in 2019?", partitions=(0,))).block


@pytest.mark.parametrize(
    ("question", "shown", "hidden"),
    [
        ("Where did I work before I moved to Odense?", "baker", "nurse"),
        ("Where did I live before I moved to Odense?", "Bergen", "nurse"),
        ("Where did I work when I lived in Bergen?", "baker", "nurse"),
        ("When I lived in Bergen, where did I work?", "baker", "nurse"),
        ("Where have I worked since I moved to Odense?", "nurse", "baker"),
    ],
)
async def test_an_event_of_the_users_life_gives_the_time(world: World, question: str, shown: str, hidden: str) -> None:
    bergen = await world.fact("I live in Bergen", valid_from=year(2012))
    odense = await world.fact("I moved to Odense", valid_from=year(2020))
    await world.store.write(lambda: history.supersede(bergen, odense, year(2020), world.clock.now()))
    await ended(world, "I work as a baker at Lund's", year(2014), year(2019))
    await ended(world, "I work as a nurse at Holm's", year(2021), year(2025))
    block = (await world.ask(question)).block
    assert (shown in block, hidden in block) == (True, False)
