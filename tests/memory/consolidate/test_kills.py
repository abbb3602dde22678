"""Passes that are killed anywhere, beside another program that writes: every change is whole, and no edit is lost."""

from __future__ import annotations

import asyncio
import random
import subprocess
import sys
from functools import partial
from itertools import islice
from pathlib import Path

from memory.store import facts
from memory.store.connection import raw
from memory.store.store import Store
from memory.store.tables import ConsolidationStep, Fact
from tests.memory.consolidate.worlds import AFact, Pass, World, dump, left, made
from tests.memory.test_kills import sound
from tests.scripted import SetClock

MANY = World(tuple(AFact(f"The user met number {n}", "events", age=200) for n in range(120)))


def killed(path: Path, after: int) -> None:
    """Runs a worker until it has made so many changes."""
    command = [sys.executable, "-m", "tests.memory.consolidate.worker", str(path), "1000"]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert len(list(islice(process.stdout, after))) == after
        process.kill()


async def prepared(path: Path, clock: SetClock) -> Pass:
    store = Store(path)
    await store.open()
    return await made(MANY, store, clock)


async def test_a_pass_killed_in_the_middle_can_be_taken_back(tmp_path: Path, clock: SetClock) -> None:
    path = tmp_path / "memory.sqlite"
    one = await prepared(path, clock)
    before = await one.store.read(dump)
    await asyncio.to_thread(killed, path, 40)
    gone = len(MANY.facts) - len((await one.store.read(left))[0])
    assert 39 <= gone < len(MANY.facts)
    undone = await one.consolidator.undo()
    assert len(undone.restored) == gone
    assert await one.store.read(dump) == before
    await one.store.close()
    assert sound(tmp_path)


async def test_edits_beside_passes_that_are_killed_are_never_lost(tmp_path: Path, clock: SetClock) -> None:
    path = tmp_path / "memory.sqlite"
    one = await prepared(path, clock)
    chance = random.Random(20260518)
    edited: dict[int, str] = {}
    for _ in range(3):
        running = asyncio.create_task(asyncio.to_thread(killed, path, chance.randrange(20, 150)))
        while not running.done():
            number, words = chance.randint(1, len(MANY.facts)), f"The user met {chance.random()}"
            if await one.store.write(partial(edit, number, words)):
                edited[number] = words
        await running
        assert await one.store.read(unmatched) == []
        there, removed = await one.store.read(texts), await one.store.read(journalled)
        assert there.keys() | removed.keys() == set(range(1, len(MANY.facts) + 1))
        assert {number: there.get(number, removed.get(number)) for number in edited} == edited
    await one.store.close()
    assert edited
    assert sound(tmp_path)


def edit(number: int, words: str) -> bool:
    """Rewrites the fact, as it is now and as old as it is, if it is there."""
    row = Fact.get_or_none(Fact.id == number)
    if row is not None:
        facts.rewrite(number, words, row.updated_at)
    return row is not None


def texts() -> dict[int, str]:
    return {row.id: row.content for row in Fact.select()}


def journalled() -> dict[int, str]:
    """What passes took out and could bring back."""
    steps = ConsolidationStep.select().where(ConsolidationStep.taken_back == 0).order_by(ConsolidationStep.id)
    return {step.item: step.before["row"]["content"] for step in steps}


def unmatched() -> list[object]:
    """Facts without their document, and documents without their fact or with other words."""
    rows, texts = "SELECT id, content FROM fact", "SELECT item, text FROM document WHERE kind = 'fact'"
    sql = f"SELECT * FROM ({rows} EXCEPT {texts}) UNION SELECT * FROM ({texts} EXCEPT {rows})"
    return raw().execute(sql).fetchall()
