"""Texts to vectors, off the event loop; a failure is visible and tried again later."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from memory.embed.worker import Worker
from memory.errors import EmbeddingUnavailable
from memory.text.normal import clean

if TYPE_CHECKING:
    from numpy import float32
    from numpy.typing import NDArray

log = logging.getLogger(__name__)
RETRY_SECONDS = 60.0
HANGS_SECONDS = 120.0
"""A batch takes a tenth of a second, and the first one a slow disk's time to load the model."""
BATCH_TEXTS, BATCH_CHARS = 16, 6000
"""A batch holds the worker for a tenth of a second or so; a question waits no longer than that."""
MAX_CHARS = 8000
"""More than any model here reads; tokenizing a megabyte to drop it again takes seconds."""


class EmbeddingModel(Protocol):
    """A loaded model; `embed` may be lazy."""

    def embed(self, documents: list[str]) -> Iterable[NDArray[float32]]: ...


@dataclass(frozen=True, slots=True)
class Loaded:
    """A model ready for use. `fingerprint` names model, dimension and weights; vectors of two are never compared."""

    model: EmbeddingModel
    fingerprint: str
    dimension: int


class Embedder:
    """Embeds with the model that `load` gives. `load` None is no embedder at all, for the reason in `trouble`.

    `fingerprint` and `dimension` are "" and 0 until known; those of the packaged model are known before it is loaded.
    `state` is off, unloaded, ready or failed; `trouble` says in one line why it is not ready.
    """

    def __init__(
        self,
        name: str,
        load: Callable[[], Loaded] | None,
        *,
        fingerprint: str = "",
        dimension: int = 0,
        trouble: str = "",
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.name = name
        self.fingerprint = fingerprint
        self.dimension = dimension
        self.trouble = trouble
        self._load = load
        self._now = now
        self._loaded: Loaded | None = None
        self._retry_at = 0.0
        self._worker = Worker("harken-embedder")

    @property
    def available(self) -> bool:
        """False where there is no embedder by choice."""
        return self._load is not None

    @property
    def state(self) -> str:
        if self._load is None:
            return "off"
        if self.trouble:
            return "failed"
        return "ready" if self._loaded else "unloaded"

    async def warm(self) -> None:
        """Loads the model and embeds one word. Raises EmbeddingUnavailable."""
        await self.embed(["warm"])

    async def embed(self, texts: Sequence[str]) -> list[NDArray[float32]]:
        """One unit vector of float32 for each text. Raises EmbeddingUnavailable, with the reason."""
        if self._load is None:
            raise EmbeddingUnavailable(self.trouble)
        if self._now() < self._retry_at:
            raise EmbeddingUnavailable(self.trouble)
        vectors: list[NDArray[float32]] = []
        for batch in _batches(texts):
            vectors.extend(await self._answer(batch))
        return vectors

    async def _answer(self, batch: list[str]) -> list[NDArray[float32]]:
        try:
            async with asyncio.timeout(HANGS_SECONDS):
                return await self._worker.run(lambda: self._embedded(batch))
        except TimeoutError as error:
            self._note(f"The embedding model {self.name} has not answered for {HANGS_SECONDS:.0f} seconds")
            raise EmbeddingUnavailable(self.trouble) from error

    def close(self) -> None:
        """Ends the thread and lets go of the model, some hundred megabytes, whoever still holds the embedder."""
        self._worker.close()
        self._loaded = None

    def _embedded(self, batch: list[str]) -> list[NDArray[float32]]:
        try:
            loaded = self._ready()
            vectors = _checked(loaded, batch)
        except EmbeddingUnavailable as error:
            self._note(str(error))
            raise
        except Exception as error:  # models fail in their libraries' own ways; the reason is shown
            self._note(f"The embedding model {self.name} failed: {_line(error)}")
            raise EmbeddingUnavailable(self.trouble) from error
        self.trouble, self._retry_at = "", 0.0
        return vectors

    def _ready(self) -> Loaded:
        if self._loaded is None:
            assert self._load is not None
            self._loaded = self._load()
            self.fingerprint, self.dimension = self._loaded.fingerprint, self._loaded.dimension
        return self._loaded

    def _note(self, trouble: str) -> None:
        log.warning("%s", trouble)
        self.trouble = trouble
        self._loaded = None
        self._retry_at = self._now() + RETRY_SECONDS


def _batches(texts: Sequence[str]) -> Iterable[list[str]]:
    batch: list[str] = []
    chars = 0
    for text in texts:
        short = clean(text[:MAX_CHARS]) or " "
        if batch and (len(batch) == BATCH_TEXTS or chars + len(short) > BATCH_CHARS):
            yield batch
            batch, chars = [], 0
        batch.append(short)
        chars += len(short)
    if batch:
        yield batch


def _checked(loaded: Loaded, batch: list[str]) -> list[NDArray[float32]]:
    import numpy as np

    vectors = [np.asarray(vector, dtype=np.float32) for vector in loaded.model.embed(batch)]
    if len(vectors) != len(batch):
        raise EmbeddingUnavailable(f"The embedding model gave {len(vectors)} vectors for {len(batch)} texts")
    for vector in vectors:
        if vector.shape != (loaded.dimension,):
            raise EmbeddingUnavailable(f"The embedding model gave a vector of {vector.size}, not {loaded.dimension}")
        if not np.isfinite(vector).all() or not vector.any():
            raise EmbeddingUnavailable("The embedding model gave a vector that is no number")
    return [vector / np.linalg.norm(vector) for vector in vectors]


def _line(error: Exception) -> str:
    return (str(error).strip() or type(error).__name__).splitlines()[0][:200]


def to_bytes(vector: NDArray[float32]) -> bytes:
    """A vector as the store keeps it: little-endian float16."""
    return vector.astype("<f2").tobytes()
