"""Standing wishes and safety facts come with the kind of task, and with nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from memory.recall.recall import ATTACHED, LIMITS
from memory.recall.tasks import tasks, tasks_in
from memory.store.tables import Fact
from memory.text.normal import fold
from memory.types import Section
from tests.memory.recall.test_recall import World, ids, world

__all__ = ["world"]

OTHERS = (
    "Drives a blue Fiat from 1998",
    "Sister Nora lives in Bergen and plays the cello",
    "The garden shed has a new roof",
    "Reads on a Kobo in the evening",
)


@pytest.fixture(scope="module")
def models_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return Path(tmp_path_factory.mktemp("models"))


@pytest.mark.parametrize(
    ("fact", "task"),
    [
        ("Severe hazelnut allergy, carries an adrenaline pen", "What could I cook for us tonight?"),
        (
            "Commit messages: imperative mood with a scope prefix",
            "draft the commit message for my change that drops stale frames",
        ),
        ("In code reviews the worst problem comes first, no praise", "review this\n\ndef f(x):\n    return eval(x)"),
        ("Letters in his name are signed 'Kind regards, J.'", "write a letter to the bank"),
    ],
)
async def test_what_holds_for_a_kind_of_task_comes_with_it(world: World, fact: str, task: str) -> None:
    wanted = await world.fact(fact)
    for text in OTHERS:
        await world.fact(text)
    assert f"f{wanted}" in ids(await world.ask(task))


async def test_an_allergy_does_not_come_with_a_question_about_the_car(world: World) -> None:
    allergy = await world.fact("Severe hazelnut allergy, carries an adrenaline pen")
    car = await world.fact(OTHERS[0])
    injection = await world.ask("What car do I drive?")
    assert f"f{car}" in ids(injection)
    assert f"f{allergy}" not in ids(injection)


async def test_a_standing_fact_that_ended_comes_no_more_and_a_new_one_at_once(world: World) -> None:
    old = await world.fact("Severe hazelnut allergy, carries an adrenaline pen")
    assert f"f{old}" in ids(await world.ask("What could I cook for us tonight?"))
    at = world.clock.now()
    await world.store.write(lambda: Fact.update(valid_to=at).where(Fact.id == old).execute())
    new = await world.fact("Eats no pork and no shellfish")
    found = ids(await world.ask("What could I cook for us tonight?"))
    assert (f"f{old}" in found, f"f{new}" in found) == (False, True)


async def test_standing_facts_are_few_however_many_there_are(world: World) -> None:
    for food in ("pork", "fish", "milk", "nuts", "eggs", "rye", "soy", "celery", "mustard", "lupin", "sesame", "kiwi"):
        await world.fact(f"Guest number {len(food) * 7} of the family is allergic to {food}")
    injection = await world.ask("What could I cook for us tonight?")
    assert 0 < len(injection.items) <= LIMITS[Section.PINNED].items + ATTACHED.items


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("dinner ideas for saturday", {"food"}),
        ("Was koche ich heute?", {"food"}),
        ("今晚吃什么", {"food"}),
        ("commit message for the cache fix", {"commit"}),
        ("напиши сообщение коммита", {"commit"}),
        ("how tall is the tower", set()),
        ("danke", set()),
    ],
)
def test_kinds_of_task_are_seen_in_many_languages(text: str, names: set[str]) -> None:
    assert names <= {task.name for task in tasks_in(fold(text))}
    assert bool(names) or not tasks_in(fold(text))


def test_every_kind_of_task_finds_the_facts_that_it_looks_for() -> None:
    for task in tasks():
        assert task.look.split()
        assert any(task.told.search(fold(word)) for word in task.look.split()), task.name
