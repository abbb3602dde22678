"""A memory counts as used when the reply says what it could know from nowhere else."""

from __future__ import annotations

from pathlib import Path

import pytest

from memory.consolidate.reinforce import Reply
from memory.engine import Memory
from memory.ports import Delta
from memory.settings import MemorySettings, Settings
from memory.store.ledger import Given
from memory.types import Kind, Mode
from tests.scripted import SetClock


@pytest.mark.parametrize(
    ("memory", "question", "reply", "used"),
    [
        ("The user's dentist is Dr. Amsel in Bonn", "Who is my dentist?", "Your dentist is Dr. Amsel.", True),
        ("The user's dentist is Dr. Amsel in Bonn", "Who is my dentist?", "I do not know your dentist.", False),
        ("The user's dentist is Dr. Amsel in Bonn", "Is Dr. Amsel in Bonn a good dentist?", "Amsel is good.", False),
        ("The user is allergic to peanuts", "What may I cook?", "Nothing with peanuts: you are allergic.", True),
        ("The user is allergic to peanuts", "What may I cook?", "How about a soup with carrots, dear user?", False),
        ("Runs 12 km each Sunday", "How far do I run?", "You run 12 km.", True),
        ("Likes tea", "What do I drink?", "As [f7] says: your favourite.", True),
        ("Likes tea", "What do I drink?", "Press F7, or read the list [1].", False),
        ("用户住在上海", "我住在哪里？", "你住在上海。", True),
        ("用户住在上海", "我住在哪里？", "我不知道。", False),
        ("", "Hello?", "Hello.", False),
    ],
)
def test_used_is_what_the_reply_says_and_the_question_does_not(
    memory: str, question: str, reply: str, used: bool
) -> None:
    assert Reply.of(question, reply).used(Given(Kind.FACT, 7, memory)) is used


async def turn(memory: Memory, text: str, reply: str, mode: Mode = Mode.READ_WRITE) -> list[str]:
    """The ids of what the turn got."""
    talk = await memory.new_conversation(mode=mode)
    begun = await memory.begin(talk.id, text)
    got = await memory.recall(begun)
    begun.append(Delta(text=reply))
    await memory.finish(begun)
    await memory.why()
    return [item.id for item in got.items]


async def test_a_fact_is_reinforced_by_replies_that_use_it_and_by_no_others(home: Path, clock: SetClock) -> None:
    settings = Settings(memory=MemorySettings(recall_deadline_ms=10_000))
    folder = home / "profiles" / "default"
    async with Memory.open(folder, settings=settings, clock=clock, background=False) as memory:
        fact = await memory.remember("My dentist is Dr. Amsel in Bonn")
        question = "What is the name of my dentist?"
        assert fact.id in await turn(memory, question, "I would have to guess.")
        assert fact.id in await turn(memory, question, "It is Dr. Amsel.", Mode.READ_ONLY)
        assert (await memory.show(fact.id)).uses == 0
        clock.move(days=40)
        assert fact.id in await turn(memory, question, "It is Dr. Amsel.")
        shown = await memory.show(fact.id)
        assert (shown.uses, shown.last_used, shown.salience) == (1, clock.now(), fact.salience)
        assert shown.salience_now == pytest.approx(0.92)
