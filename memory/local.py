"""Our own engine as a provider, and no provider at all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from memory.errors import BadInput
from memory.index.backfill import Backfill
from memory.ports import Clock
from memory.recall.search import Search
from memory.settings import Settings
from memory.store import facts, ids, news, partitions, records, salience
from memory.store.store import Store
from memory.types import PROFILE_WIDE, Filter, Partition, Record


class LocalProvider:
    """Facts in SQLite, found by words and by vectors."""

    name = "local"

    def __init__(
        self, store: Store, search: Search, backfill: Backfill, clock: Clock, settings: Callable[[], Settings]
    ) -> None:
        self._store = store
        self._search = search
        self._backfill = backfill
        self._clock = clock
        self._settings = settings

    async def remember(
        self, text: str, *, category: str = "", conversation: str | None = None, partition: Partition = PROFILE_WIDE
    ) -> Record:
        """Keeps `text` verbatim; words find it at once, a vector follows."""
        at = self._clock.now()
        place = ids.number(conversation, "conversation") if conversation else None

        def work() -> Record:
            home = partitions.number(partition)
            number = news.remember(text, at=at, category=category, conversation=place, partition=home)
            return facts.record(facts.get(number))

        record = await self._store.write(work)
        self._backfill.wake()
        return self._weighed([record])[0]

    async def search(self, text: str, wanted: Filter) -> Sequence[Record]:
        """Memories for `text`, best first, with scores; without `text` the newest."""
        if not text.strip():
            return self._weighed(await self._store.read(lambda: records.listing(wanted)))
        scored = await self._search.find(text, wanted)
        found = await self._store.read(lambda: records.lookup(scored))
        ranked = [replace(found[key], score=score) for key, score in scored.items() if key in found]
        return self._weighed([record for record in ranked if _fits(record, wanted)][: wanted.limit])

    def _weighed(self, found: Sequence[Record]) -> list[Record]:
        return salience.weighed(found, self._clock.now(), self._settings().memory.categories)


def _fits(record: Record, wanted: Filter) -> bool:
    return not wanted.category or record.category == wanted.category


class NoProvider:
    """`memory.provider = "none"`: nothing is kept as a fact, nothing is found."""

    name = "none"

    async def remember(
        self, text: str, *, category: str = "", conversation: str | None = None, partition: Partition = PROFILE_WIDE
    ) -> Record:
        raise BadInput("There is no memory to keep this in", hint='Set memory.provider = "local" in config.toml')

    async def search(self, text: str, wanted: Filter) -> Sequence[Record]:
        return ()
