"""Work in the background until it is stopped: what is due is done, then it sleeps until more is."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from memory.errors import HarkenError

log = logging.getLogger(__name__)


class Loop:
    """`due` does what is due. Where that fails, `failed` is told why and puts it off, and the work goes on.

    `waits` says for how many seconds there is nothing to do; None: until `wake`.
    """

    def __init__(
        self,
        name: str,
        *,
        due: Callable[[], Awaitable[object]],
        failed: Callable[[str], Awaitable[None]],
        waits: Callable[[], float | None],
    ) -> None:
        self._name = name
        self._due = due
        self._failed = failed
        self._waits = waits
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._stopped = False

    def start(self) -> None:
        """Begins; does nothing where it runs already or was stopped, for what it works on may be closed."""
        if self._task is None and not self._stopped:
            self._task = asyncio.create_task(self._work(), name=self._name)

    async def stop(self) -> None:
        self._stopped = True
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            self._task = None

    def wake(self) -> None:
        """Something changed: looks again at what is due."""
        self._wake.set()

    async def _work(self) -> None:
        while True:
            self._wake.clear()
            try:
                await self._due()
            except HarkenError as error:
                log.warning("the %s tries again later: %s", self._name, error)
                await self._failed(str(error))
            except Exception as error:  # the work outlives whatever one piece of it raises
                log.exception("the %s failed", self._name)
                await self._failed(str(error) or type(error).__name__)
            await self._pause()

    async def _pause(self) -> None:
        try:
            async with asyncio.timeout(self._waits()):
                await self._wake.wait()
        except TimeoutError:
            return
