"""The memories nearest to a vector, of those that may be seen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from memory.index.neighbours import Neighbours
from memory.store import hits
from memory.store.hits import Hit, Scope
from memory.store.store import Store

if TYPE_CHECKING:
    from numpy import float32
    from numpy.typing import NDArray

NOTHING: Mapping[int, float] = {}
WIDER, WIDEST = 4, 10_240
"""So many times more vectors are looked at while those of other partitions stand in the way, and so many at most."""


async def nearby(
    store: Store,
    neighbours: Neighbours,
    vector: NDArray[float32],
    k: int,
    scope: Scope,
    also: Mapping[int, float] = NOTHING,
) -> list[Hit]:
    """The living documents in `scope` among the nearest vectors, nearest first, their cosine as score.

    `k` vectors that `scope.partitions` do not rule out are looked at, where there are so many; `also` are some more
    with their cosines.
    """
    most, looked = min(len(neighbours), WIDEST), k
    while True:
        rows = dict(await neighbours.search(vector, looked))
        found, ruled_out = await store.read(lambda rows=rows: _read({**rows, **also}, scope))  # type: ignore[misc]
        if looked - ruled_out >= k or looked >= most:
            return found
        looked = min(most, WIDER * looked)


def _read(rows: Mapping[int, float], scope: Scope) -> tuple[list[Hit], int]:
    """Also how many of the vectors belong to other partitions."""
    living = hits.of_vectors(rows, scope)
    found = [hit for number in sorted(rows, key=lambda number: -rows[number]) for hit in living.get(number, ())]
    unseen = rows.keys() - living.keys() if scope.partitions else ()
    return found, hits.elsewhere(unseen, scope.partitions) if unseen else 0
