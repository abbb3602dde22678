"""One daemon thread that runs jobs in order: native code that hangs in it can't keep the program from ending."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future
from queue import SimpleQueue
from typing import Any, TypeVar

T = TypeVar("T")


class Worker:
    """Runs functions off the event loop, one at a time. The thread starts with the first job."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._jobs: SimpleQueue[tuple[Callable[[], Any], Future[Any]] | None] = SimpleQueue()
        self._thread: threading.Thread | None = None
        self._closed = False

    async def run(self, job: Callable[[], T]) -> T:
        if self._closed:
            raise RuntimeError(f"{self._name} is closed")
        if self._thread is None:
            self._thread = threading.Thread(target=self._work, name=self._name, daemon=True)
            self._thread.start()
        future: Future[T] = Future()
        self._jobs.put((job, future))
        return await asyncio.wrap_future(future)

    def close(self, *, wait: float = 2.0) -> None:
        """Ends the thread after the job it is at; gives up on it after `wait` seconds."""
        self._closed = True
        if self._thread is not None:
            self._jobs.put(None)
            self._thread.join(wait)

    def _work(self) -> None:
        while (entry := self._jobs.get()) is not None:
            job, future = entry
            if not future.set_running_or_notify_cancel():
                continue
            try:
                future.set_result(job())
            except BaseException as error:  # noqa: BLE001 - handed to whoever waits for the job
                future.set_exception(error)
