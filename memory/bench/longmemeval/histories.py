"""A question's history as a memory of its own, and what recall finds in it."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from memory.bench.chats import fill
from memory.bench.longmemeval.data import Entry
from memory.bench.workspace import PATIENCE_SECONDS, Workspace, find_turns, workspace
from memory.embed.embedder import Embedder, to_bytes
from memory.ports import TokenCounter
from memory.recall.recall import RecallRequest, query_of
from memory.store import vectors
from memory.store.tables import Message

KEPT = 50
"""So many of the best sessions and turns are logged."""
_BATCH = 256


class KnownVectors:
    """The vectors of one run, by the hash of their text: histories share most of their sessions."""

    def __init__(self, path: Path, fingerprint: str) -> None:
        self._file = sqlite3.connect(path.with_name(f"{path.name}-{fingerprint}.sqlite"))
        self._file.execute("CREATE TABLE IF NOT EXISTS vector (hash TEXT PRIMARY KEY, bytes BLOB) WITHOUT ROWID")

    def of(self, hashes: Sequence[str]) -> dict[str, bytes]:
        marks = ", ".join("?" * len(hashes))
        return dict(self._file.execute(f"SELECT hash, bytes FROM vector WHERE hash IN ({marks})", list(hashes)))

    def keep(self, made: Mapping[str, bytes]) -> None:
        with self._file:
            self._file.executemany("INSERT OR IGNORE INTO vector VALUES (?, ?)", list(made.items()))

    def close(self) -> None:
        self._file.close()


@asynccontextmanager
async def history(
    entry: Entry, folder: Path, model: Embedder, known: KnownVectors, counter: TokenCounter
) -> AsyncIterator[Workspace]:
    """The memory of a question, whole: filled and embedded as far as that was not done before."""
    async with workspace(model, now=entry.asked_at, counter=counter, folder=folder) as place:
        if entry.turns and not await place.store.read(Message.select().exists):
            await place.store.write(lambda: fill(entry.turns))
        if model.available:
            await _embed(place, model, known)
        yield place


async def _embed(place: Workspace, model: Embedder, known: KnownVectors) -> None:
    by = model.fingerprint
    while waiting := await place.store.read(lambda: vectors.missing(by, _BATCH)):
        made = known.of([digest for digest, _ in waiting])
        new = [(digest, text) for digest, text in waiting if digest not in made]
        fresh = await model.embed([text for _, text in new])
        embedded = {digest: to_bytes(vector) for (digest, _), vector in zip(new, fresh, strict=True)}
        known.keep(embedded)
        made |= embedded
        await place.store.write(lambda made=made: vectors.save(by, made))  # type: ignore[misc]


async def found(entry: Entry, place: Workspace, counter: TokenCounter, budget: int) -> dict[str, Any]:
    """What recall brings for the question, as the log keeps it."""
    numbers = await place.store.read(lambda: [row.id for row in Message.select(Message.id).order_by(Message.id)])
    names = {number: turn for number, turn in zip(numbers, entry.turns, strict=True)}
    await place.recaller.look(query_of(RecallRequest(entry.asked_on)), PATIENCE_SECONDS)  # loads what stays loaded
    brought = await find_turns(place, entry.question, entry.asked_at, counter, budget)
    ranked = [names[turn] for turn in brought.turns]
    inside = {names[turn].id for turn in brought.inside}
    return {
        "question_id": entry.id,
        "question_type": entry.type,
        "question": entry.question,
        "answer": entry.answer,
        "question_date": entry.asked_on,
        "answer_sessions": list(entry.answer_sessions),
        "answer_turns": list(entry.answer_turns),
        "sessions": list(dict.fromkeys(entry.sessions[turn.session] for turn in ranked))[:KEPT],
        "turns": [turn.id for turn in ranked[:KEPT]],
        "block": brought.block,
        "block_tokens": brought.tokens,
        "block_turns": [turn for turn in entry.answer_turns if turn in inside],
        "ms": round(brought.ms, 2),
    }
