"""What was found a moment ago, for a question that is asked again: by a preview first and then in earnest."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from memory.errors import HarkenError
from memory.store import version
from memory.store.store import Store
from memory.text.normal import fold
from memory.types import Leg, Record, Trace

if TYPE_CHECKING:
    from memory.recall.recall import RecallRequest, Weighed

KEPT_SECONDS = 10.0
MOST = 8
PATIENCE_SECONDS = 0.05
"""A store that does not say its version at once is busy, and the legs have a deadline of their own."""
NOTE = "found a moment ago"

Key = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class _Kept:
    weighed: Weighed
    version: int
    at: float


class Recent:
    """Findings of the last seconds, by all that a question is asked with. Any write, in any window, makes them void.

    Only the write of the question itself does not: a preview made before it serves the turn. Takes part in forgetting
    as a place.
    """

    name = "findings of the last seconds"

    def __init__(
        self, store: Store, whole: Callable[[Weighed], bool], now: Callable[[], float] = time.monotonic
    ) -> None:
        self._store = store
        self._whole = whole
        self._now = now
        self._kept: dict[Key, _Kept] = {}

    async def of(self, request: RecallRequest, find: Callable[[], Awaitable[Weighed]]) -> Weighed:
        """What was found for `request`, else what `find` finds, kept where it is whole."""
        key = _key(request)
        asked = asyncio.ensure_future(self._version())  # before the legs ask the store for anything
        try:
            self._drop_old()
            if (kept := self._kept.get(key)) is not None:
                await asyncio.wait([asked], timeout=PATIENCE_SECONDS)
                if asked.done() and _holds(kept.version, asked.result(), request.over):
                    return _again(kept.weighed)
            weighed = await find()
            if asked.done() and (seen := asked.result()) is not None and self._whole(weighed):
                self._keep(key, _Kept(weighed, seen, self._now()))
            return weighed
        finally:
            asked.cancel()

    async def _version(self) -> int | None:
        try:
            return await self._store.read(version.current)
        except HarkenError:
            return None

    def _keep(self, key: Key, kept: _Kept) -> None:
        self._kept = {known: one for known, one in self._kept.items() if one.version == kept.version}
        while len(self._kept) >= MOST:
            del self._kept[next(iter(self._kept))]
        self._kept[key] = kept

    def _drop_old(self) -> None:
        now = self._now()
        self._kept = {key: one for key, one in self._kept.items() if now - one.at <= KEPT_SECONDS}

    # Forgetting

    def plan(self, targets: Sequence[Record], needles: Sequence[str]) -> Sequence[Trace]:
        """Nothing a person would know of."""
        return []

    def erase(self, targets: Sequence[Record], needles: Sequence[str]) -> Sequence[Trace]:
        self._kept.clear()
        return []

    def scan(self, needles: Sequence[str]) -> int:
        folded = [fold(text) for key, kept in self._kept.items() for text in _texts(key, kept)]
        return sum(any(needle in text for needle in needles) for text in folded)


def _key(request: RecallRequest) -> Key:
    """All that findings depend on, the last turn by what the window holds and by its text."""
    return request.text, request.conversation, request.held, request.recent, request.partitions


def _holds(made: int, now: int | None, over: int | None) -> bool:
    """Nothing was written since, or nothing but the question itself."""
    return made == now or (now is not None and made == over == now - 1)


def _again(weighed: Weighed) -> Weighed:
    legs = [Leg(leg.name, True, 0.0, NOTE) if leg.finished else leg for leg in weighed.found.legs]
    return replace(weighed, found=replace(weighed.found, legs=legs))


def _texts(key: Key, kept: _Kept) -> Iterator[str]:
    yield str(key[0])
    for pool in kept.weighed.evidence.pools.values():
        yield from (one.hit.text for one in pool)
