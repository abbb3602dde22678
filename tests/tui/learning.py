"""A conversation that a scripted model learns from, in a memory that is open."""

from __future__ import annotations

from memory.engine import Memory
from memory.ports import Delta
from tests.memory.distill.talk import fact, reply
from tests.scripted import ScriptedModel

LISBON, PORTO, DOG = "The user lives in Lisbon.", "The user lives in Porto.", "The user's dog is called Bruno."


async def said(memory: Memory, text: str) -> str:
    """One turn in a conversation of its own; the conversation."""
    talk = (await memory.new_conversation()).id
    turn = await memory.begin(talk, text)
    turn.append(Delta(text="I see."))
    await memory.finish(turn)
    return talk


async def learnt(memory: Memory, text: str, title: str, *facts: dict[str, object]) -> str:
    """The same, and what a model learns from it."""
    talk = await said(memory, text)
    memory.use_model(ScriptedModel([reply(*facts, title=title)], chunk=400))
    await memory.sync()
    return talk


async def in_lisbon(memory: Memory) -> str:
    text = "I live in Lisbon, and my dog is called Bruno. How warm is it there in March?"
    statements = (fact(LISBON, "I live in Lisbon", 1), fact(DOG, "my dog is called Bruno", 1))
    return await learnt(memory, text, "Lisbon in March", *statements)


async def in_porto(memory: Memory) -> str:
    """News that ends an older fact, and a statement that a model made up."""
    statements = (fact(PORTO, "I live in Porto now", 1), fact("The user owns a yacht.", "I own a yacht", 1))
    return await learnt(memory, "I moved last week. I live in Porto now.", "Moving to Porto", *statements)
