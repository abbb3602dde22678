"""A memory opened as the program does it, without its background work, and a turn in it."""

from __future__ import annotations

from pathlib import Path

from memory.engine import Memory
from memory.ports import Delta
from memory.settings import MemorySettings, Settings
from memory.types import Conversation
from tests.scripted import SetClock


def opened(folder: Path, clock: SetClock, **more: object) -> Memory:
    settings = Settings(memory=MemorySettings(recall_deadline_ms=10_000))
    return Memory.open(folder, settings=settings, clock=clock, background=False, **more)  # type: ignore[arg-type]


async def say(memory: Memory, conversation: Conversation, text: str, reply: str = "Fine.") -> str:
    turn = await memory.begin(conversation.id, text)
    await memory.recall(turn)
    turn.append(Delta(text=reply))
    await memory.finish(turn)
    return turn.user.id


async def say_instead(memory: Memory, conversation: Conversation, message: str, text: str, reply: str) -> str:
    turn = await memory.begin(conversation.id, text, instead_of=message)
    turn.append(Delta(text=reply))
    await memory.finish(turn)
    return turn.user.id


async def recalled(memory: Memory, text: str) -> str:
    turn = await memory.begin((await memory.talks.new()).id, text)
    block = (await memory.recall(turn)).block
    await memory.turns.give_back(turn, "only asked")
    return block
