"""Consolidation is bounded, comes to one end whatever the bound, changes nothing there, and can be taken back."""

from __future__ import annotations

import asyncio
import tempfile
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory.consolidate import plan
from memory.consolidate.alike import absorbed
from memory.store.store import Store
from memory.types import Consolidation
from tests.memory.consolidate.worlds import Pass, World, _overlap, dump, expected, left, made, tales, worlds
from tests.scripted import SetClock

REMOVALS = ("evict", "merge", "prune", "purge")


@settings(max_examples=25)
@given(world=worlds(), share=st.sampled_from([0.05, 0.3, 1.0]))
def test_passes_end_where_brute_force_does_and_undo_brings_all_back(world: World, share: float) -> None:
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr(plan, "SHARE", share)
        asyncio.run(_check(Path(folder), world, share))


async def _check(folder: Path, world: World, share: float) -> None:
    store = Store(folder / "memory.sqlite")
    await store.open()
    one = await made(world, store, SetClock())
    before = await store.read(dump)
    passes = await _to_the_end(one, share)
    assert await store.read(left) == expected(world)
    end = await store.read(dump)
    for _ in range(3):
        assert not (await one.consolidator.consolidate()).changes
    assert await store.read(dump) == end
    for done in reversed(passes):
        offered = await one.consolidator.undo(dry_run=True)
        undone = await one.consolidator.undo()
        assert (undone.restored, undone.refused) == (offered.restored, offered.refused)
        assert sorted(back.id for back in undone.restored) == sorted(gone.id for gone in done.changes)
        assert not undone.refused
    assert await store.read(dump) == before
    later = (await one.consolidator.consolidate()).changes
    again = {told.id for told in later if told.action != "retell"}  # facts that came back may be told anew
    assert again.isdisjoint(told.id for done in passes for told in done.changes), "what was taken back is left alone"
    await store.close()


async def _to_the_end(one: Pass, share: float) -> list[Consolidation]:
    passes: list[Consolidation] = []
    while True:
        sizes = {name: len(rows) for name, rows in (await one.store.read(dump)).items()}
        done = await one.consolidator.consolidate()
        if not done.changes:
            return passes
        passes.append(done)
        for kind in ("fact", "episode", "log"):
            gone = [told for told in done.changes if told.kind == kind and told.action in REMOVALS]
            assert len(gone) <= max(1, share * (sizes[kind] + len(passes) * (kind == "log")))


@settings(max_examples=10)
@given(world=worlds(), step=st.integers(-40_000, 40_000))
def test_a_pass_under_a_wrong_clock_is_taken_back_whole(world: World, step: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(_look(Path(folder), world, step))


async def _look(folder: Path, world: World, step: int) -> None:
    store = Store(folder / "memory.sqlite")
    await store.open()
    clock = SetClock()
    one = await made(world, store, clock)
    before = await store.read(dump)
    now = clock.time
    clock.time = max(now + timedelta(days=step), now.replace(year=1971))
    await one.consolidator.consolidate(dry_run=True)
    assert await store.read(dump) == before
    await one.consolidator.consolidate()
    await one.consolidator.undo()
    clock.time = now
    assert await store.read(dump) == before
    await store.close()


@settings(max_examples=200)
@given(texts=st.lists(tales | st.text("ab ", max_size=8), max_size=12))
def test_near_duplicates_are_those_of_comparing_each_with_each(texts: list[str]) -> None:
    numbered = list(enumerate(texts))
    standing: list[int] = []
    for number, text in numbered:
        if not any(text.strip() and _overlap(text, texts[other]) for other in standing):
            standing.append(number)
    found = absorbed(numbered)
    assert [number for number, _ in numbered if number not in found] == standing
    assert all(twin < number for number, twin in found.items())
    assert found == {number: next(one for one in standing if _overlap(texts[number], texts[one])) for number in found}
