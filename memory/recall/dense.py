"""The dense leg: what lies near a question in meaning, measured against what lies near any question."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from memory.embed.embedder import Embedder
from memory.index.few import Few
from memory.index.native import Group
from memory.index.neighbours import Neighbours
from memory.recall.nearby import nearby
from memory.store import vectors
from memory.store.hits import Hit, Scope
from memory.store.store import Store
from memory.types import Kind

if TYPE_CHECKING:
    from numpy import float32, float64
    from numpy.typing import NDArray

Cosines = TypeVar("Cosines", float, "NDArray[float64]")
POOL, TURN_POOL = 40, 60
FEW = (Kind.FACT, Kind.EPISODE, Kind.IDENTITY)
"""Compared one by one, see `memory.index.few`."""

BACKGROUND = (
    "The weather is nice today.",
    "How do I sort a list in Python?",
    "The capital of France is Paris.",
    "Please make it shorter.",
    "She bought a new car last year.",
    "The meeting starts at three o'clock.",
    "Photosynthesis turns light into sugar.",
    "I like reading books in the evening.",
    "The server returned an error.",
    "He plays football with his friends.",
    "Write a short poem about the sea.",
    "The recipe needs two eggs and some flour.",
    "Our holiday was wonderful.",
    "The train was late again.",
    "Thank you very much.",
    "The history of Rome is long.",
    "My favourite colour is green.",
    "They moved to a bigger house.",
    "The doctor recommended more sleep.",
    "What time does the shop open?",
    "The project must be finished by Friday.",
    "A dog barked in the street.",
    "Interest rates went up.",
    "Let us talk about something else.",
)
"""Everyday sentences, so that a small memory too can tell near from far, whatever the embedder's scale."""


@dataclass(frozen=True, slots=True)
class Near:
    """Hits with their cosine as score, by kind; `mean` and `spread` are those of unrelated texts.

    `crowd` is the mean cosine of the question with all that is stored: high where the whole memory is about what is
    asked, so that likeness tells little.
    `cosines` are those of the hits and of further documents, `close` those of the vectors of a few kinds that lie
    nearest, whether what they stand for still counts or not.
    `message` is the vector of the text itself by the embedder `model`, for whoever asks what kind of text it is.
    """

    hits: Mapping[str, Sequence[Hit]]
    mean: float
    spread: float
    crowd: float = 0.0
    message: NDArray[float32] | None = None
    model: str = ""
    cosines: Mapping[int, float] = field(default_factory=dict)
    close: Mapping[int, float] = field(default_factory=dict)

    def standing(self, cosine: Cosines) -> Cosines:
        """How many spreads above the unrelated."""
        return (cosine - self.mean) / self.spread


class Dense:
    """Embeds a question and looks around it."""

    def __init__(self, store: Store, embedder: Embedder, neighbours: Neighbours) -> None:
        self._store = store
        self._embedder = embedder
        self._neighbours = neighbours
        self._background: NDArray[float32] | None = None
        self._background_of = ""
        self._few = Few(store, embedder, neighbours)

    async def find(self, text: str, scope: Scope) -> Near:
        """The nearest living documents in `scope`, by kind. Raises EmbeddingUnavailable."""
        few = await self.prepare(scope)
        (vector,) = await self._embedder.embed([text])
        close = dict(few.nearest(vector, POOL))
        found = await nearby(self._store, self._neighbours, vector, TURN_POOL, scope, close)
        by_kind = {kind: [hit for hit in found if hit.kind == kind] for kind in scope.kinds}
        cosines = {hit.document: hit.score for hit in found}
        return Near(by_kind, *await self._unrelated(vector), vector, self._embedder.fingerprint, cosines, close)

    async def compare(self, near: Near, documents: Iterable[int]) -> Near:
        """`near` with the cosines of these documents as well, as far as they have a vector."""
        wanted = set(documents) - near.cosines.keys()
        if near.message is None or not wanted:
            return near
        numbers = await self._store.read(partial(vectors.of_documents, near.model, wanted))
        group = await self._neighbours.group(list(set(numbers.values())))
        found = group.cosines(near.message)
        more = {document: found[number] for document, number in numbers.items() if number in found}
        return replace(near, cosines={**near.cosines, **more})

    async def prepare(self, scope: Scope) -> Group:
        """What needs no question: the model is loaded, the index open and caught up. Raises EmbeddingUnavailable."""
        await self._prepare()
        await self._neighbours.open()
        return await self._few.group(replace(scope, kinds=tuple(kind for kind in scope.kinds if kind in FEW)))

    async def _prepare(self) -> None:
        if self._background is None or self._background_of != self._embedder.fingerprint:
            import numpy as np

            self._background = np.stack(await self._embedder.embed(BACKGROUND))
            self._background_of = self._embedder.fingerprint

    async def _unrelated(self, vector: NDArray[float32]) -> tuple[float, float, float]:
        import numpy as np

        assert self._background is not None
        stored = np.array(await self._neighbours.sample(vector))
        cosines = np.concatenate([self._background @ vector, stored])
        return float(cosines.mean()), float(cosines.std()) or 1.0, float(stored.mean()) if len(stored) else 0.0
