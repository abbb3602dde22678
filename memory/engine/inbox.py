"""What waits for the user's word, as the program uses it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from memory.index.backfill import Backfill
from memory.ports import Clock
from memory.store import doubts, facts, ids, inbox
from memory.store.store import Store
from memory.types import Doubt, Kind, Record


class Inbox:
    """Statements the user did not make: inferred, pasted or from a tool. None of them is recalled until accepted.

    Beside them the facts that may say the same or contradict each other; both of a pair are recalled meanwhile.
    """

    def __init__(self, store: Store, clock: Clock, backfill: Backfill) -> None:
        self._store = store
        self._clock = clock
        self._backfill = backfill

    async def waiting(self, limit: int | None = None) -> list[Record]:
        """The oldest first."""
        return await self._store.read(lambda: inbox.waiting(limit))

    async def accept(self, memory_id: str, text: str = "") -> Record:
        """The user says it is true, or, with `text`, what is true instead; the fact that now says it.

        NotFound for what does not wait, BadInput for a text that says nothing.
        """
        record = await self._decide(memory_id, lambda number, at: inbox.accept(number, at, text))
        self._backfill.wake()
        return record

    async def reject(self, memory_id: str) -> Record:
        """The user does not want it kept, nor proposed again; `accept` takes that back. NotFound."""
        return await self._decide(memory_id, inbox.reject)

    async def doubts(self) -> list[Doubt]:
        """The pairs, the oldest first."""
        return await self._store.read(doubts.waiting)

    async def beside(self, memory_id: str) -> list[Doubt]:
        """The pairs of a fact in which both hold: each in its place, or waiting for a word."""
        number = ids.number(memory_id, Kind.FACT)
        return await self._store.read(lambda: doubts.beside(number))

    async def settle(self, memory_id: str, choice: str) -> Doubt:
        """The user's word about the pair of this newer fact: both, new or old. NotFound for what does not wait."""
        number, at = ids.number(memory_id, Kind.FACT), self._clock.now()
        return await self._store.write(lambda: doubts.settle(number, choice, at))

    async def reopen(self, memory_id: str) -> Doubt:
        """Takes the last `settle` of this fact back. NotFound; BadInput where something changed since."""
        number = ids.number(memory_id, Kind.FACT)
        pair = await self._store.write(lambda: doubts.reopen(number))
        self._backfill.wake()
        return pair

    async def _decide(self, memory_id: str, decide: Callable[[int, datetime], int]) -> Record:
        number, at = ids.number(memory_id, Kind.FACT), self._clock.now()
        return await self._store.write(lambda: facts.record(facts.get(decide(number, at))))
