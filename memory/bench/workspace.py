"""A memory in a folder of its own, gone after the run: a benchmark never touches the user's."""

from __future__ import annotations

import tempfile
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from memory.embed.embedder import Embedder
from memory.index.backfill import Backfill
from memory.index.neighbours import Neighbours
from memory.ports import TokenCounter
from memory.recall.events import asked_time
from memory.recall.planner import Context, Limits, plan
from memory.recall.recall import Recaller, RecallRequest, candidates, query_of
from memory.recall.timely import timely
from memory.settings import Settings
from memory.store.store import Store
from memory.text.tokens import Estimate
from memory.types import Kind, Section

PATIENCE_SECONDS = 60.0
ALL = Limits(10_000)
Progress = Callable[[str, int, int], None]
"""Told what is being done, how much of it is done, and how much there is."""


def silent(_what: str, _done: int, _total: int) -> None:
    """Progress nobody watches."""


@dataclass(frozen=True, slots=True)
class SetTime:
    """A clock that stands."""

    time: datetime = datetime(2026, 1, 1, tzinfo=UTC)

    def now(self) -> datetime:
        return self.time


@dataclass(frozen=True, slots=True)
class Workspace:
    """The parts of the read path over an empty store."""

    folder: Path
    store: Store
    neighbours: Neighbours
    backfill: Backfill
    recaller: Recaller
    recaller_with: Callable[[Embedder], Recaller]


@asynccontextmanager
async def workspace(
    embedder: Embedder,
    *,
    now: datetime | None = None,
    counter: TokenCounter | None = None,
    gate: str = "hybrid",
    folder: Path | None = None,
) -> AsyncIterator[Workspace]:
    """A store with an index and a recaller over it, in a temporary folder, or in `folder`, where it stays."""
    settings = Settings()
    settings = replace(settings, memory=replace(settings.memory, gate=gate))
    clock = SetTime(now) if now else SetTime()
    with ExitStack() as stack:
        place = folder or Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="harken-bench-")))
        store = Store(place / "memory.sqlite")
        await store.open()
        neighbours = Neighbours(store, embedder, None)
        backfill = Backfill(store, embedder, neighbours)

        def recaller_with(model: Embedder) -> Recaller:
            return Recaller(store, model, neighbours, lambda: settings, counter or Estimate(), clock)

        try:
            yield Workspace(place, store, neighbours, backfill, recaller_with(embedder), recaller_with)
        finally:
            await neighbours.close()
            await store.close()


async def embed_all(place: Workspace, embedder: Embedder, what: str, total: int, progress: Progress) -> None:
    """Embeds every document, where there is an embedder."""
    if not embedder.available:
        return
    await place.neighbours.open()
    done = 0
    while count := await place.backfill.step():
        done += count
        progress(what, min(done, total), total)


@dataclass(frozen=True, slots=True)
class Found:
    """What recall brings for a question: the numbers of the turns, best first, and the block they make."""

    turns: tuple[int, ...]
    block: str
    tokens: int
    inside: frozenset[int]
    """The turns that stand in the block."""
    ms: float


async def find_turns(place: Workspace, question: str, at: datetime, counter: TokenCounter, budget: int) -> Found:
    """Asks the transcript at a time, without the gate; `ms` is the time without the planning of the block."""
    request = RecallRequest(question)
    started = time.perf_counter()
    query = query_of(request)
    legs = await place.recaller.look(query, PATIENCE_SECONDS)
    turns = candidates(legs, query, request)[Section.TRANSCRIPT]
    if (span := await asked_time(place.store, question, at)) is not None:
        turns = await place.store.read(partial(timely, Section.TRANSCRIPT, turns, span))
    ms = 1000 * (time.perf_counter() - started)
    planned = plan(turns, ALL, Context(), counter, budget)
    return Found(
        turns=tuple(one.hit.item for one in turns if one.hit.kind == Kind.TURN),
        block=planned.block,
        tokens=planned.tokens,
        inside=frozenset(int(item.id[1:]) for item in planned.items),
        ms=ms,
    )


def percentiles(values: Sequence[float]) -> dict[str, float]:
    """Median and 95th percentile, rounded; zeros for no values."""
    ordered = sorted(values) or [0.0]
    return {name: round(ordered[min(len(ordered) - 1, int(len(ordered) * share))], 3) for name, share in _SHARES}


_SHARES = (("p50", 0.5), ("p95", 0.95))
