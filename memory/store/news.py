"""What the user says now: kept, and what it ends."""

from __future__ import annotations

from datetime import datetime

from memory.store import current, doubts, facts, history, rivals
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

    The user is asked about one that says something else besides, and where it is open whether the new value is one.
    """
    row = facts.get(new)
    over = rivals.ended_by(row, row.partition)
    asked = [fact for fact in over if loses(row.content, fact.content)]
    for fact in (*asked, *rivals.doubted_by(row, row.partition)):
        doubts.note(new, fact.id, doubts.CONTRADICT, doubts.OPEN, at)
    older = [fact.id for fact in over if fact not in asked]
    for number in older[:1]:
        history.supersede(number, new, at, at)
    for number in older[1:]:
        history.end(number, at, at)
