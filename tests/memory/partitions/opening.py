"""A memory without vectors, and what is said in its projects."""

from __future__ import annotations

from pathlib import Path

from memory.engine import Memory
from memory.ports import Delta, LanguageModel
from memory.settings import MemorySettings, Settings
from memory.types import Conversation, Injection, Item, Kind
from tests.scripted import SetClock


def opened(folder: Path, clock: SetClock, *, llm: LanguageModel | None = None, recall_from: str = "own") -> Memory:
    memory = MemorySettings(embedding_model="none", recall_deadline_ms=10_000, gate="off", recall_from=recall_from)
    return Memory.open(folder, settings=Settings(memory=memory), clock=clock, llm=llm, background=False)


async def say(memory: Memory, place: Conversation | str, *texts: str) -> Conversation:
    """Turns in a conversation, or in a new one of the project `place` ("" for none)."""
    home = await memory.new_conversation(project=place) if isinstance(place, str) else place
    for text in texts:
        turn = await memory.begin(home.id, text)
        turn.append(Delta(text="I see, and this reply is long enough for what was said to be looked at by a model."))
        await memory.finish(turn)
    return home


def shown(injection: Injection) -> dict[str, str]:
    """What was found, given or left out, with where it belongs."""
    found: tuple[Item, ...] = (*injection.items, *injection.cut)
    return {item.text: item.partition for item in found}


async def facts(memory: Memory) -> list[tuple[str, str]]:
    """Where each fact that holds belongs, and what it says."""
    found = await memory.search("", kinds=[Kind.FACT], limit=1000)
    return sorted((record.partition, record.text) for record in found)
