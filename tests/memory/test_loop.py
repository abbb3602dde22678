from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from memory.errors import StoreError
from memory.loop import Loop


class Work:
    """Fails with what is laid in `troubles`, one each time; `heard` is what was told of it."""

    def __init__(self, *troubles: Exception) -> None:
        self.troubles = list(troubles)
        self.heard: list[str] = []
        self.done: asyncio.Queue[int] = asyncio.Queue()
        self.wait: float | None = None
        self.loop = Loop("work", due=self._due, failed=self._failed, waits=lambda: self.wait)

    async def _due(self) -> None:
        self.done.put_nowait(1)
        if self.troubles:
            raise self.troubles.pop(0)

    async def _failed(self, why: str) -> None:
        self.heard.append(why)

    async def rounds(self, count: int) -> None:
        async with asyncio.timeout(20):
            for _ in range(count):
                await self.done.get()


@pytest.fixture
async def work() -> AsyncIterator[Work]:
    made = Work(StoreError("The disk is not there"), AssertionError(), ValueError("odd"))
    yield made
    await made.loop.stop()


async def test_it_goes_on_after_whatever_fails_and_tells_it(work: Work) -> None:
    work.wait = 0
    work.loop.start()
    await work.rounds(4)
    assert work.heard == ["The disk is not there", "AssertionError", "odd"]


async def test_it_sleeps_until_it_is_woken_and_ends_when_it_is_stopped(work: Work) -> None:
    work.loop.start()
    await work.rounds(1)
    work.loop.wake()
    await work.rounds(1)
    await work.loop.stop()
    work.loop.start()
    await asyncio.sleep(0)
    assert work.done.empty()
