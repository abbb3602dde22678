"""What a turn costs where it is stored, and how much of that is the memory's: real turns in a store of any size."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from memory.bench.workspace import Progress, SetTime, percentiles, silent
from memory.ports import Delta
from memory.store import conversations, ids
from memory.store.connection import raw
from memory.store.store import Store
from memory.store.turns import Transcript
from memory.types import Mode, Part, Status, Usage

REPLY = "That is a good question, and here is a reply of a few lines. " * 8
_WRITES = ("INSERT", "UPDATE", "DELETE")


async def measured(
    store: Store, journals: Path, texts: Sequence[str], *, progress: Progress = silent
) -> dict[str, Any]:
    """The report: each text is one turn.

    `write_ms` are both transactions of a turn, `signal_ms` what learning adds to them, as the difference to turns in
    a mode that does not learn. `turn_writes` counts the statements that a turn makes, by what they do to which table,
    `learning_writes` those among them that are there for the memory.
    """
    transcript = Transcript(store, journals, SetTime())
    row = await store.write(lambda: conversations.create(mode=None, model="", at=SetTime().now()))
    conversation = ids.show("conversation", row.id)
    await _turn(transcript, conversation, texts[0], Mode.READ_WRITE)  # it begins the session and names the conversation
    learning, plain = [], []
    for done, text in enumerate(texts, start=1):
        learning.append(await _turn(transcript, conversation, text, Mode.READ_WRITE))
        plain.append(await _turn(transcript, conversation, text, Mode.OFF))
        progress("writing", done, len(texts))
    writes = await statements(transcript, conversation, texts[0], Mode.READ_WRITE)
    without = await statements(transcript, conversation, texts[0], Mode.OFF)
    write_ms, plain_ms = percentiles(learning), percentiles(plain)
    return {
        "write_ms": write_ms,
        "signal_ms": round(write_ms["p50"] - plain_ms["p50"], 3),
        "turn_writes": dict(writes),
        "learning_writes": dict(writes - without),
    }


async def statements(transcript: Transcript, conversation: str, text: str, mode: Mode) -> Counter[str]:
    """What one turn writes: `INSERT message` and the like, each with how often. What triggers do is not counted."""
    async with _heard(transcript.store) as said:
        await _turn(transcript, conversation, text, mode)
    once = dict.fromkeys(said)  # with its values each is another; one is told again for each trigger that it sets off
    words = [statement.replace('"', "").replace("OR IGNORE ", "").replace("INTO ", "").split() for statement in once]
    return Counter(f"{found[0]} {_table(found)}" for found in words if found[0] in _WRITES)


def _table(words: Sequence[str]) -> str:
    return words[2] if words[0] == "DELETE" else words[1]


@asynccontextmanager
async def _heard(store: Store) -> AsyncIterator[list[str]]:
    """The statements that the store's writer runs meanwhile."""
    said: list[str] = []
    await store.outside_transaction(lambda: raw().set_trace_callback(said.append))
    try:
        yield said
    finally:
        await store.outside_transaction(lambda: raw().set_trace_callback(None))


async def _turn(transcript: Transcript, conversation: str, text: str, mode: Mode) -> float:
    """One turn from the user's message to the stored reply; the milliseconds it waited for the store."""
    started = time.perf_counter()
    turn = await transcript.begin(conversation, [Part(text)], mode, "bench")
    began = time.perf_counter()
    turn.append(Delta(text=REPLY))
    ready = time.perf_counter()
    await transcript.finish(turn, Status.COMPLETE, Usage(100, 100), "")
    return 1000 * (time.perf_counter() - ready + began - started)
