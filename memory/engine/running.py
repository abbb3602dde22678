"""What runs beside a turn: which turns are under way, and ledger entries on their way into the store."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any

from memory.errors import HarkenError
from memory.store.turns import Turn
from memory.types import Event

log = logging.getLogger(__name__)


class Running:
    """Tells `busy` when the first turn begins and the last one ends; owns the bookings, which no turn waits for."""

    def __init__(self, busy: Callable[[bool], None], emit: Callable[[Event], None]) -> None:
        self._busy = busy
        self._emit = emit
        self._turns: dict[Turn, asyncio.Event] = {}
        self._bookings: set[asyncio.Task[None]] = set()

    def begun(self, turn: Turn) -> Turn:
        if not self._turns:
            self._busy(True)
        self._turns[turn] = asyncio.Event()
        return turn

    def ended(self, turn: Turn) -> None:
        if (over := self._turns.pop(turn, None)) is not None:
            over.set()
            if not self._turns:
                self._busy(False)

    def writes_in(self, conversation: str) -> bool:
        """Whether a reply is being written there, by this program."""
        return any(turn.conversation == conversation for turn in self._turns)

    async def learnable(self) -> None:
        """Returns when the replies that are being written now are stored, as far as anything is learnt from them."""
        growing = [over for turn, over in self._turns.items() if turn.learns]
        if not growing:
            return
        self._emit(Event("working", "Learning after the reply"))
        try:
            for over in growing:
                await over.wait()
        finally:
            self._emit(Event("idle"))

    def book(self, writing: Coroutine[Any, Any, object]) -> None:
        """Writes in the background: another window that holds the lock must not hold up the turn."""
        task = asyncio.create_task(self._booked(writing), name="harken-booking")
        self._bookings.add(task)
        task.add_done_callback(self._bookings.discard)

    async def booked(self) -> None:
        """Returns when everything is in the store."""
        if self._bookings:
            await asyncio.wait(set(self._bookings))

    async def _booked(self, writing: Coroutine[Any, Any, object]) -> None:
        try:
            await writing
        except HarkenError as error:
            log.warning("what a turn got from memory was not noted: %s", error)
            self._emit(Event("trouble", f"What memory gave was not noted: {error.line}"))
