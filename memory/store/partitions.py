"""Projects and personas: which number each has, and which memories belong where. Runs inside the store.

A fact has a partition of its own, an episode and a turn have that of their conversation; names and relations are the
profile's.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable

from memory import names, types
from memory.errors import BadInput
from memory.store.connection import raw
from memory.store.statements import one
from memory.store.tables import Partition
from memory.text.normal import fold
from memory.types import PROFILE_WIDE, Kind, PartitionKind

EVERYWHERE = 0
"""The number of what belongs to the whole profile."""
NAMELESS = "nameless"
"""Of which the name was forgotten."""
_WHOLE = ("", "profile")
_NONE = "none"
"""No name of a project or persona: it says that there is none."""
_OF_CONVERSATION = "SELECT CASE WHEN project THEN project ELSE persona END FROM conversation WHERE id = ?"


def parse(text: str) -> types.Partition:
    """What `profile`, `project:NAME` or `persona:NAME` stands for; `project:none` is the profile. BadInput else."""
    head, colon, name = text.partition(":")
    if text.strip().lower() in _WHOLE:
        return PROFILE_WIDE
    if not colon or head.strip().lower() not in tuple(PartitionKind):
        raise BadInput(f"{text!r} is no place for a memory", hint="Write profile, project:NAME or persona:NAME")
    if name.strip().lower() == _NONE:
        return PROFILE_WIDE
    return names.partition(PartitionKind(head.strip().lower()), name)


def number(partition: types.Partition) -> int:
    """Its number; a project that is new gets one. BadInput where its name would hold a secret."""
    found = find(partition)
    if found is None:
        names.refuse_secret(partition)
        folded = fold(partition.name)
        found = int(Partition.create(kind=partition.kind, name=partition.name, folded=folded).id)
    return found


def find(partition: types.Partition) -> int | None:
    """Its number, None where nothing ever belonged to it."""
    if partition.kind is None:
        return EVERYWHERE
    row = one("SELECT id FROM partition WHERE kind = ? AND folded = ?", str(partition.kind), fold(partition.name))
    return None if row is None else int(row[0])


def named(numbers: Iterable[int]) -> dict[int, types.Partition]:
    """The partitions of these numbers."""
    wanted = set(numbers) - {EVERYWHERE}
    found = {EVERYWHERE: PROFILE_WIDE}
    if wanted:
        for row in Partition.select().where(Partition.id.in_(wanted)):
            found[row.id] = types.Partition(PartitionKind(row.kind), row.name)
    return found


def drop_name(number: int) -> None:
    """Its name is forgotten; what belongs to it still does."""
    name = _free_name(number)
    Partition.update(name=name, folded=name).where(Partition.id == number).execute()


def _free_name(number: int) -> str:
    """A name that says nothing and that no other has: somebody may have called a project that."""
    taken = {row.folded for row in Partition.select(Partition.folded)}
    free = (f"{NAMELESS} {count}" for count in itertools.count(number))
    return next(name for name in free if name not in taken)


def of(kind: str, item: int, conversation: int | None) -> int:
    """Where a memory belongs that is found by its text."""
    if kind == Kind.FACT:
        found = one("SELECT partition FROM fact WHERE id = ?", item)
    else:
        found = one(_OF_CONVERSATION, conversation) if conversation is not None else None
    return EVERYWHERE if found is None else int(found[0])


def of_conversation(conversation: int) -> int:
    """Where belongs what is said in it: to the project, else to the persona, else to the whole profile."""
    return of(Kind.TURN, 0, conversation)


def uses() -> list[types.PartitionUse]:
    """The projects and personas there are, by name."""
    talks = raw().execute(
        "SELECT p.id, count(*) FROM partition p JOIN conversation c ON p.id IN (c.project, c.persona)"
        " WHERE c.deleted_at IS NULL AND c.head IS NOT NULL GROUP BY p.id"
    )
    held = raw().execute("SELECT partition, count(*) FROM fact WHERE state = 'live' AND valid_to IS NULL GROUP BY 1")
    conversations, facts = dict(talks.fetchall()), dict(held.fetchall())
    return [
        types.PartitionUse(
            types.Partition(PartitionKind(row.kind), row.name), conversations.get(row.id, 0), facts.get(row.id, 0)
        )
        for row in Partition.select().order_by(Partition.kind, Partition.folded)
    ]
