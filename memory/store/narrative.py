"""The narrative: a short text about the user, told in the words of some facts. Runs inside the store.

Only the numbers of the facts are kept. The text is read from them, so it says nothing that they don't, follows an edit
at once, and loses what is forgotten, not true any more, or moved to one project together with them.
"""

from __future__ import annotations

from collections.abc import Sequence

from memory.store import current, facts, ids
from memory.store.partitions import EVERYWHERE
from memory.store.tables import Fact, Narrative
from memory.types import Kind, Record

NUMBER = 0
"""There is one narrative, `i0`; the lines of `identity.md` are numbered from 1."""
DERIVED = "derived"
_ENDS = (".", "!", "?", "…", "。", "！", "？")


def sources() -> tuple[int, ...]:
    """The facts it is told from, in order, whether they still hold or not."""
    return tuple(row.fact_id for row in Narrative.select().order_by(Narrative.position))


def put(numbers: Sequence[int]) -> None:
    """Tells it from these facts; those that are gone are left out."""
    there = {row.id for row in Fact.select(Fact.id).where(Fact.id.in_(list(numbers)))}
    Narrative.delete().execute()
    for position, number in enumerate(number for number in numbers if number in there):
        Narrative.create(fact=number, position=position)


def sentences() -> list[Record]:
    """The facts that tell it now."""
    return facts.records(_telling(sources()))


def text(numbers: Sequence[int]) -> str:
    """What these facts tell, as far as they hold."""
    return told([row.content for row in _telling(numbers)])


def told(contents: Sequence[str]) -> str:
    """The statements as one text, word by word."""
    lines = (" ".join(content.split()) for content in contents)
    return " ".join(line if line.endswith(_ENDS) else f"{line}." for line in lines)


def record() -> Record | None:
    """The narrative as a memory, with the ids of its facts as evidence; None where there is nothing to tell."""
    telling = sentences()
    if not telling:
        return None
    return Record(
        id=ids.show(Kind.IDENTITY, NUMBER),
        kind=Kind.IDENTITY,
        text=told([fact.text for fact in telling]),
        origin=DERIVED,
        evidence=tuple(fact.id for fact in telling),
        source_count=len(telling),
        created_at=max(fact.created_at for fact in telling if fact.created_at),
    )


def _telling(numbers: Sequence[int]) -> list[Fact]:
    rows = {row.id: row for row in Fact.select().where(Fact.id.in_(list(numbers)))}
    return [rows[number] for number in numbers if number in rows and _tells(rows[number])]


def _tells(row: Fact) -> bool:
    return current.holds(row) and row.partition == EVERYWHERE
