"""Our own engine as a provider, and no provider at all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from memory.errors import BadInput
from memory.index.backfill import Backfill
from memory.ports import Clock
from memory.recall.search import Search
from memory.store import facts, ids, records
from memory.store.store import Store
from memory.types import Filter, Record


class LocalProvider:
    """Facts in SQLite, found by words and by vectors."""

    name = "local"

    def __init__(self, store: Store, search: Search, backfill: Backfill, clock: Clock) -> None:
        self._store = store
        self._search = search
        self._backfill = backfill
        self._clock = clock

    async def remember(self, text: str, *, category: str = "", conversation: str | None = None) -> Record:
        """Keeps `text` verbatim; words find it at once, a vector follows."""
        at = self._clock.now()
        place = ids.number(conversation, "conversation") if conversation else None

        def work() -> Record:
            return facts.record(facts.get(facts.remember(text, at=at, category=category, conversation=place)))

        record = await self._store.write(work)
        self._backfill.wake()
        return record

    async def search(self, text: str, wanted: Filter) -> Sequence[Record]:
        """Memories for `text`, best first, with scores; without `text` the newest."""
        if not text.strip():
            return await self._store.read(lambda: records.listing(wanted))
        scored = await self._search.find(text, wanted)
        found = await self._store.read(lambda: records.lookup(scored))
        ranked = [replace(found[key], score=score) for key, score in scored.items() if key in found]
        return [record for record in ranked if _fits(record, wanted)][: wanted.limit]


def _fits(record: Record, wanted: Filter) -> bool:
    return not wanted.category or record.category == wanted.category


class NoProvider:
    """`memory.provider = "none"`: nothing is kept as a fact, nothing is found."""

    name = "none"

    async def remember(self, text: str, *, category: str = "", conversation: str | None = None) -> Record:
        raise BadInput("There is no memory to keep this in", hint='Set memory.provider = "local" in config.toml')

    async def search(self, text: str, wanted: Filter) -> Sequence[Record]:
        return ()
