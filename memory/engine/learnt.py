"""What learning did, laid before the user, and their word on it, as the program uses it."""

from __future__ import annotations

from collections.abc import Callable

from memory.errors import NotFound
from memory.index.backfill import Backfill
from memory.ports import Clock
from memory.store import facts, ids, learnt, verdicts
from memory.store.store import Store
from memory.types import Kind, LearntRun, News, Record


class Learnt:
    """An item is named by its id, or by that of its fact: then it is how the fact came.

    `seen` is the version of the fact that the user looked at; what was changed since then stays, and `Changed` says so.
    Each verdict returns the fact it was given on, or the one that now says it. NotFound for what is gone.
    """

    def __init__(self, store: Store, clock: Clock, backfill: Backfill) -> None:
        self._store = store
        self._clock = clock
        self._backfill = backfill

    async def runs(self, *, limit: int = 20, conversation: str | None = None) -> list[LearntRun]:
        """What the last runs did, newest first."""
        place = ids.number(conversation, "conversation") if conversation else None
        return await self._store.read(lambda: learnt.runs(limit, place))

    async def news(self) -> News:
        """What was learnt, in this window or another, since the user last looked."""
        return News() if self._store.read_only else await self._store.read(learnt.news)

    async def looked(self, run: str | None = None) -> None:
        """The user has seen what there is, up to this run where it is named."""
        if not self._store.read_only:
            await self._store.write(lambda: learnt.looked(int(run) if run else None), recalled=False)

    async def keep(self, item: str, *, seen: int | None = None) -> Record:
        """The user says it is true: tidying never drops it."""
        at = self._clock.now()
        return await self._judged(item, lambda number: verdicts.keep(number, at, seen))

    async def edit(self, item: str, text: str, *, seen: int | None = None) -> Record:
        """What is true instead, in the user's words. BadInput for a text that says nothing or is known already."""
        at = self._clock.now()
        return await self._judged(item, lambda number: verdicts.edit(number, text, at, seen))

    async def undo(self, item: str, *, seen: int | None = None) -> Record:
        """Takes it back: the turns it came from never bring it again, the user saying it anew does."""
        return await self._judged(item, lambda number: verdicts.undo(number, seen))

    async def redo(self, item: str, *, seen: int | None = None) -> Record:
        """Takes an undo back."""
        return await self._judged(item, lambda number: verdicts.restore(number, seen))

    async def _judged(self, item: str, judge: Callable[[int], int]) -> Record:
        record = await self._store.write(lambda: facts.record(facts.get(judge(_number(item)))))
        self._backfill.wake()
        return record


def _number(item: str) -> int:
    """The number of an item, given by itself or by its fact."""
    if (number := ids.bare(item)) is not None:
        return number
    row = learnt.of_fact(ids.number(item, Kind.FACT))
    if row is None:
        raise NotFound(f"No run of learning made {item}", hint="harken memory learnt shows what there is")
    return int(row.id)
