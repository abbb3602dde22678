"""Work that one window of a profile does at a time."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest

from memory.store.lease import HeldElsewhere, Lease
from memory.store.store import Store
from tests.scripted import SetClock

LENGTH = timedelta(minutes=10)


def lease_of(store: Store, clock: SetClock) -> Lease:
    return Lease(store, clock, "sweep", LENGTH, "sweeps the memory")


async def test_in_one_window_the_second_waits_for_the_first(store: Store, clock: SetClock) -> None:
    mine, steps = lease_of(store, clock), list[str]()

    async def work(name: str) -> None:
        async with mine.held():
            steps.append(f"{name} begins")
            await asyncio.sleep(0)
            steps.append(f"{name} ends")

    await asyncio.gather(work("one"), work("two"))
    assert steps == ["one begins", "one ends", "two begins", "two ends"]


async def test_another_window_is_told_who_is_at_it_and_until_when(store: Store, clock: SetClock) -> None:
    mine, other = lease_of(store, clock), lease_of(store, clock)
    async with mine.held():
        with pytest.raises(HeldElsewhere, match="Another window sweeps the memory just now") as refused:
            async with other.held():
                pass
        assert refused.value.until == clock.now() + LENGTH
    async with other.held():
        assert other.held_here


async def test_long_work_keeps_its_lease_and_learns_when_it_was_too_slow(store: Store, clock: SetClock) -> None:
    mine, other = lease_of(store, clock), lease_of(store, clock)
    async with mine.held():
        for _ in range(4):
            clock.move(minutes=6)
            await mine.keep()
        with pytest.raises(HeldElsewhere):
            await other.renew()
        clock.move(minutes=11)
        async with other.held():
            with pytest.raises(HeldElsewhere):
                await mine.keep()
