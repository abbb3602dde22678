"""A small call of a model on the way of a turn: with a deadline, under the day's cap, booked, never in the way."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass

from memory.errors import HarkenError, ModelError
from memory.ports import Clock, LanguageModel, ModelRequest, complete
from memory.settings import Settings
from memory.store import allowance
from memory.store.allowance import Ticket
from memory.store.store import Store
from memory.types import Leg, Usage

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Said:
    """What a model answered; "" where it did not, and then `leg` says why."""

    text: str
    leg: Leg


class Calls:
    """Asks models for recall. `close` waits until all calls are in the books."""

    def __init__(self, store: Store, settings: Callable[[], Settings], clock: Clock) -> None:
        self._store = store
        self._settings = settings
        self._clock = clock
        self._bookings: set[asyncio.Task[None]] = set()

    async def ask(
        self, name: str, model: LanguageModel | None, request: ModelRequest, deadline_ms: int, *, booked: bool
    ) -> Said:
        """The answer within the deadline. Never raises for what a model or the store does.

        `booked` False leaves no trace of the call.
        """
        if model is None:
            return _silent(name, "no model is set")
        if not model.traits.distils:
            return _silent(name, f"{model.traits.name} is too small for it")
        started = time.perf_counter()
        usage: Usage | None = None
        ticket = Ticket(self._store)
        try:
            async with asyncio.timeout(deadline_ms / 1000):
                ticket = await self._ticket(request.purpose, model.traits.name, booked=booked)
                if ticket.refused:
                    return _silent(name, ticket.refused)
                text, usage = await complete(model, request)
        except TimeoutError:
            return _silent(name, f"{model.traits.name} did not answer within {deadline_ms} ms", deadline_ms)
        except ModelError as error:
            return _silent(name, "no model is set" if error.kind == "no_model" else error.line)
        except HarkenError as error:
            return _silent(name, error.line)
        finally:
            if ticket.number and usage:
                self._spend(ticket, usage)
        ms = round(1000 * (time.perf_counter() - started), 2)
        return Said(text, Leg(name, True, ms, f"asked {model.traits.name}"))

    async def close(self) -> None:
        if self._bookings:
            await asyncio.wait(set(self._bookings))

    async def _ticket(self, purpose: str, model: str, *, booked: bool) -> Ticket:
        now, bounds = self._clock.now(), self._settings().memory
        if booked and not self._store.read_only:
            return await allowance.take(self._store, bounds, now, purpose, model)
        return Ticket(self._store, refused=await allowance.used_up(self._store, bounds, now))

    def _spend(self, ticket: Ticket, usage: Usage) -> None:
        """In the background: another window may hold the lock."""
        task = asyncio.create_task(self._spent(ticket, usage), name="harken-call-booking")
        self._bookings.add(task)
        task.add_done_callback(self._bookings.discard)

    async def _spent(self, ticket: Ticket, usage: Usage) -> None:
        try:
            await ticket.spend(usage)
        except HarkenError as error:
            log.warning("what a call took is in no book: %s", error)


def _silent(name: str, why: str, ms: float = 0.0) -> Said:
    return Said("", Leg(name, False, ms, why))
