"""What the user says now: kept, and what it ends."""

from __future__ import annotations

from datetime import datetime

from memory.store import current, doubts, facts, history
from memory.store.partitions import EVERYWHERE
from memory.text.stated import loses


def remember(
    text: str, *, at: datetime, category: str = "", conversation: int | None = None, partition: int = EVERYWHERE
) -> int:
    """Keeps `text` as what the user says now; it ends what gave another value to the same thing."""
    newest = current.last()
    number = facts.remember(text, at=at, category=category, conversation=conversation, partition=partition)
    if number > newest:
        settle(number, at)
    return number


def settle(new: int, at: datetime) -> None:
    """The new fact ends those that give another value to the same thing: the user's home, name, age or employer.

    The user is asked about one that says something else besides.
    """
    row = facts.get(new)
    rivals = [fact for fact in current.of_slot(row.slot, row.partition) if fact.id != new] if row.slot else []
    for fact in rivals:
        if loses(row.content, fact.content):
            doubts.note(new, fact.id, doubts.CONTRADICT, doubts.OPEN, at)
    older = [fact.id for fact in rivals if not loses(row.content, fact.content)]
    for number in older[:1]:
        history.supersede(number, new, at, at)
    for number in older[1:]:
        history.end(number, at, at)
