"""Long work in a thread ends with those who wait for it."""

from __future__ import annotations

import asyncio
import threading

import pytest

from memory.progress import Told, in_thread, silent

PATIENCE = 60.0


async def test_work_that_nobody_waits_for_any_more_ends() -> None:
    begun, ended = threading.Event(), threading.Event()

    def work(told: Told) -> None:
        begun.set()
        try:
            while True:
                told(0.0)
        finally:
            ended.set()

    waiting = asyncio.create_task(in_thread(work, silent))
    assert await asyncio.to_thread(begun.wait, PATIENCE)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    assert await asyncio.to_thread(ended.wait, PATIENCE)
