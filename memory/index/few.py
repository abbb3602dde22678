"""The vectors of the kinds of which there are few, to be compared one by one; among all turns they would drown."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from memory.embed.embedder import Embedder
from memory.index.native import Group
from memory.index.neighbours import Neighbours
from memory.store import vectors
from memory.store.hits import Scope
from memory.store.store import Store
from memory.store.vectors import Seen

MOST = 5_000
"""So many of the newest are compared."""


@dataclass(frozen=True, slots=True)
class _Known:
    of: tuple[object, ...]
    seen: Seen
    group: Group


class Few:
    """Keeps the vectors of one scope, fetched again only when one has come or the index was built anew."""

    def __init__(self, store: Store, embedder: Embedder, neighbours: Neighbours) -> None:
        self._store = store
        self._embedder = embedder
        self._neighbours = neighbours
        self._known = _Known((), Seen(), Group((), None))

    async def group(self, scope: Scope) -> Group:
        """The vectors of what lies in `scope`; of what was removed since some may be among them.

        The index takes in what is new, where there is any.
        """
        fingerprint = self._embedder.fingerprint
        of = (fingerprint, scope, self._neighbours.built)
        known = self._known if self._known.of == of else _Known(of, Seen(), Group((), None))
        newest, changed = await self._store.read(partial(vectors.newer, fingerprint, scope, known.seen))
        if newest.vector > self._neighbours.mark:
            await self._neighbours.catch_up()
        seen = newest._replace(vector=min(newest.vector, self._neighbours.mark))
        group = known.group
        if changed or known is not self._known:
            numbers = await self._store.read(partial(vectors.of_kinds, fingerprint, scope, MOST))
            group = await self._neighbours.group(numbers)
        self._known = _Known(of, seen, group)
        return group
