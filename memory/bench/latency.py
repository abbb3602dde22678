"""What a turn waits for, at any number of memories: a recall beside one embedding call, and its two commits."""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING, Any

from memory.bench import writing
from memory.bench.workspace import Progress, Workspace, percentiles, silent, workspace
from memory.embed.embedder import Embedder, Loaded, to_bytes
from memory.embed.models import MINILM_DIMENSION, minilm
from memory.recall.recall import Recaller, RecallRequest
from memory.store import documents, vectors
from memory.store.statements import Insert
from memory.store.tables import Conversation, Fact, Message, Session
from memory.types import Kind, Origin

if TYPE_CHECKING:
    from numpy import float32
    from numpy.typing import NDArray

FINGERPRINT = f"bench-{MINILM_DIMENSION}"
CHUNK = 1000
CLUSTERS = 200
NOISE = 0.5
FACTS = 5
"""Every fifth memory is a fact, the others are turns."""
VOCABULARY, TEXT_WORDS, TURNS = 20_000, 14, 20
ROUNDS = 60
PATIENCE_MS = 10_000


class _Known:
    """An embedding model that answers at once, with one of the clusters' centres."""

    def __init__(self, centres: NDArray[float32]) -> None:
        self._centres = centres

    def embed(self, documents: list[str]) -> Iterator[NDArray[float32]]:
        return (self._centres[len(text) % CLUSTERS] for text in documents)


async def run(
    memories: int, models_dir: Path, *, rounds: int = ROUNDS, seed: int = 1, progress: Progress = silent
) -> dict[str, Any]:
    """The report of the bench: milliseconds of a recall with and without the embedding call, and of that call.

    `first_ms` is the first recall after opening, which loads what the others find loaded; they are counted without it.
    What a turn costs where it is stored stands beside it, see `writing.measured`.
    """
    dice = random.Random(seed)
    centres = _centres(seed)
    loaded = minilm(models_dir)
    quick = Embedder("bench", lambda: Loaded(_Known(centres), FINGERPRINT, MINILM_DIMENSION))
    real = Embedder("bench", lambda: Loaded(loaded.model, FINGERPRINT, MINILM_DIMENSION))
    words = _vocabulary(dice)
    questions = [f"what did I say about {' and '.join(dice.choices(words[100:2000], k=3))}?" for _ in range(rounds)]
    try:
        await quick.warm()
        async with workspace(quick) as place:
            await _filled(place, memories, words, dice, centres, progress)
            first_ms, *recall_ms = await _recalls(place.recaller, questions, progress)
            embed_ms = await _embeddings(real, questions)
            _, *added_ms = await _recalls(place.recaller_with(real), questions, progress)
            written = await writing.measured(place.store, place.folder / "journal", questions, progress=progress)
    finally:
        quick.close()
        real.close()
    added, embedded = percentiles(added_ms), percentiles(embed_ms)
    return {
        "memories": memories,
        "first_ms": round(first_ms, 2),
        "recall_ms": percentiles(recall_ms),
        "embed_ms": embedded,
        "added_ms": added,
        "ratio": round(added["p95"] / embedded["p95"], 2) if embedded["p95"] else 0.0,
        **written,
        "rss_mb": round(_resident_mb(), 1),
    }


def _centres(seed: int) -> NDArray[float32]:
    import numpy as np

    centres = np.random.default_rng(seed).normal(size=(CLUSTERS, MINILM_DIMENSION)).astype(np.float32)
    units: NDArray[float32] = centres / np.linalg.norm(centres, axis=1, keepdims=True)
    return units


def _vocabulary(dice: random.Random) -> list[str]:
    syllables = [first + second for first in "bdfgklmnprstv" for second in ("a", "e", "i", "o", "u", "ar", "en", "il")]
    return ["".join(dice.choices(syllables, k=dice.randint(2, 4))) for _ in range(VOCABULARY)]


async def _filled(
    place: Workspace,
    memories: int,
    words: Sequence[str],
    dice: random.Random,
    centres: NDArray[float32],
    progress: Progress,
) -> None:
    """Writes the memories; the first words of the vocabulary are the common ones, as in any language."""
    weights = list(accumulate(1 / (rank + 3) for rank in range(len(words))))
    for start in range(0, memories, CHUNK):
        size = min(CHUNK, memories - start)
        texts = [" ".join(dice.choices(words, cum_weights=weights, k=TEXT_WORDS)) for _ in range(size)]
        await place.store.write(lambda texts=texts: _write(texts))  # type: ignore[misc]
        made = _clustered(centres, size, start)
        await place.store.write(lambda made=made: _vectors(made))  # type: ignore[misc]
        progress("filling", start + size, memories)
    await place.neighbours.open()
    await place.neighbours.settled()


_CONVERSATION, _SESSION, _MESSAGE, _FACT = Insert(Conversation), Insert(Session), Insert(Message), Insert(Fact)


def _write(texts: Sequence[str]) -> None:
    at = datetime(2025, 1, 1, tzinfo=UTC)
    for text in texts[::FACTS]:
        number = _FACT(content=text, twin=text, origin=Origin.USER, created_at=at, updated_at=at)
        documents.add(Kind.FACT, number, documents.searchable(text), conversation=None, created_at=at)
    turns = [text for number, text in enumerate(texts) if number % FACTS]
    for start in range(0, len(turns), TURNS):
        _talk(turns[start : start + TURNS], at + timedelta(days=start))


def _talk(texts: Iterable[str], at: datetime) -> None:
    conversation = _CONVERSATION(title="bench", created_at=at, updated_at=at)
    session = _SESSION(conversation=conversation, started_at=at, last_at=at, distilled_to=2**40)
    parent: int | None = None
    for seq, text in enumerate(texts, start=1):
        role = "user" if seq % 2 else "assistant"
        parent = _MESSAGE(conversation=conversation, session=session, parent=parent, seq=seq, role=role, created_at=at)
        documents.add(Kind.TURN, parent, documents.searchable(text), conversation=conversation, created_at=at)


def _clustered(centres: NDArray[float32], size: int, seed: int) -> NDArray[float32]:
    import numpy as np

    rng = np.random.default_rng(seed)
    noisy = centres[rng.integers(0, CLUSTERS, size)] + NOISE * rng.normal(size=(size, MINILM_DIMENSION)) / 20
    units: NDArray[float32] = (noisy / np.linalg.norm(noisy, axis=1, keepdims=True)).astype(np.float32)
    return units


def _vectors(made: NDArray[float32]) -> None:
    waiting = vectors.missing(FINGERPRINT, len(made))
    vectors.save(FINGERPRINT, {digest: to_bytes(row) for (digest, _), row in zip(waiting, made, strict=False)})


async def _recalls(recaller: Recaller, questions: Sequence[str], progress: Progress) -> list[float]:
    times = []
    for done, question in enumerate(questions, start=1):
        started = time.perf_counter()
        await recaller.recall(RecallRequest(question, deadline_ms=PATIENCE_MS))
        times.append(1000 * (time.perf_counter() - started))
        progress("recalling", done, len(questions))
    return times


async def _embeddings(model: Embedder, questions: Sequence[str]) -> list[float]:
    await model.warm()
    times = []
    for question in questions:
        started = time.perf_counter()
        await model.embed([question])
        times.append(1000 * (time.perf_counter() - started))
    return times


def _resident_mb() -> float:
    import resource

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / 1024 if sys.platform != "darwin" else peak / 1024**2
