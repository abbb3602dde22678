"""Embedding models of a few lines: vectors from words, so that texts with the same words lie close."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from memory.embed.embedder import Embedder, Loaded

if TYPE_CHECKING:
    from numpy import float32
    from numpy.typing import NDArray

DIMENSION = 64


def words_vector(text: str, dimension: int = DIMENSION) -> NDArray[float32]:
    """Each word adds one to a place that its hash picks."""
    import numpy as np

    vector = np.zeros(dimension, dtype=np.float32)
    for word in text.lower().replace("?", " ").replace(".", " ").split() or ["-"]:
        vector[int(hashlib.sha256(word.encode()).hexdigest(), 16) % dimension] += 1
    return vector


class BagOfWords:
    """Counts its calls; `before` runs in the worker before each batch."""

    def __init__(self, before: Callable[[list[str]], None] = lambda _: None, dimension: int = DIMENSION) -> None:
        self.texts: list[str] = []
        self.threads: set[str] = set()
        self._before = before
        self._dimension = dimension

    def embed(self, documents: list[str]) -> Iterator[NDArray[float32]]:
        self._before(documents)
        self.texts.extend(documents)
        self.threads.add(threading.current_thread().name)
        return (words_vector(text, self._dimension) for text in documents)


def bag_embedder(model: BagOfWords | None = None, *, name: str = "bag", dimension: int = DIMENSION) -> Embedder:
    chosen = model or BagOfWords(dimension=dimension)
    return Embedder(name, lambda: Loaded(chosen, f"{name}-{dimension}", dimension))


def hold_until(go: threading.Event) -> Callable[[list[str]], None]:
    """For `BagOfWords`: its batches hang until `go` is set."""

    def before(_: list[str]) -> None:
        go.wait(60)

    return before
