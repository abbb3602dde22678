"""PLACEHOLDER by the lead so that the engine runs: the recall engineer overwrites this file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from memory.embed.embedder import Embedder
from memory.index.neighbours import Neighbours
from memory.ports import Clock, TokenCounter
from memory.settings import Settings
from memory.store import documents, ids
from memory.store.store import Store
from memory.types import GateDecision, Injection, Item, Kind, Mode, Section


@dataclass(frozen=True, slots=True)
class RecallRequest:
    text: str
    conversation: int | None = None
    held: frozenset[int] = frozenset()
    recent: tuple[str, ...] = ()
    mode: Mode = Mode.READ_WRITE
    budget_tokens: int = 800
    deadline_ms: int = 300


class Recaller:
    def __init__(
        self,
        store: Store,
        embedder: Embedder,
        neighbours: Neighbours,
        settings: Callable[[], Settings],
        counter: TokenCounter,
        clock: Clock,
    ) -> None:
        self._store = store
        self._counter = counter

    async def recall(self, request: RecallRequest) -> Injection:
        exclude = [(Kind.TURN, number) for number in request.held]
        hits = await self._store.read(
            lambda: documents.search_words(request.text, kinds=("fact", "turn"), exclude=exclude, limit=5)
        )
        items = tuple(
            Item(ids.show(hit.kind, hit.item), Kind(hit.kind), hit.text, hit.score, self._counter.count(hit.text))
            for hit in hits
        )
        if not items:
            return Injection(GateDecision(Section.NONE, "nothing found"), mode=request.mode, query=request.text)
        block = "Background:\n" + "\n".join(f"- [{item.id}] {item.text}" for item in items)
        return Injection(
            GateDecision(Section.PINNED, "words"),
            items,
            block=block,
            tokens=self._counter.count(block),
            mode=request.mode,
            query=request.text,
        )
