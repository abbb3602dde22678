"""The facts that hold now, a bounded number of them, by an index: a memory may be large. Runs inside the store."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from peewee import fn

from memory.store import documents, statements
from memory.store.hits import chunked
from memory.store.tables import Fact, FactSource
from memory.types import Kind

HOLDS = (Fact.state == "live") & Fact.valid_to.is_null()


def holds(row: Fact) -> bool:
    """The same as the condition `HOLDS`, of a row that was found by another index."""
    return bool(row.state == "live" and row.valid_to is None)


def of(numbers: Iterable[int]) -> list[Fact]:
    """Those of the facts that hold, newest first."""
    wanted = sorted(set(numbers), reverse=True)
    return [
        row
        for chunk in chunked(wanted)
        for row in Fact.select().where(Fact.id.in_(chunk)).order_by(Fact.id.desc())
        if holds(row)
    ]


def after(number: int, limit: int) -> list[Fact]:
    """The first `limit` facts that hold after the fact `number`, oldest first."""
    return list(Fact.select().where(HOLDS, Fact.id > number).order_by(Fact.id).limit(limit))


def since(number: int) -> list[Fact]:
    """The facts made after the fact `number`, newest first."""
    return [row for row in Fact.select().where(Fact.id > number).order_by(Fact.id.desc()) if holds(row)]


def last() -> int:
    """The number of the newest fact there is."""
    return Fact.select(fn.MAX(Fact.id)).scalar() or 0


def newest(limit: int, within: Sequence[int]) -> list[Fact]:
    """The `limit` newest facts of the partitions `within`, each looked at for itself: no other stands in the way.

    () are all of them.
    """
    newest_first = Fact.select().where(HOLDS).order_by(Fact.id.desc()).limit(limit)
    if not within:
        return list(newest_first)
    found = [row for one in set(within) for row in newest_first.where(Fact.partition == one)]
    return sorted(found, key=lambda row: -row.id)[:limit]


def of_slot(slot: str, partition: int) -> list[Fact]:
    """The facts of a partition that give a value to the same thing (the user's home), newest first."""
    query = Fact.select().where(Fact.slot == slot, Fact.valid_to.is_null())
    return [row for row in query.order_by(Fact.id.desc()) if holds(row) and row.partition == partition]


def sharing_words(text: str, limit: int, within: Sequence[int]) -> list[Fact]:
    """The facts of the partitions `within` that share most words with `text`, newest first."""
    return of(documents.sharing_words(Kind.FACT, text, limit, within))


def said_by(messages: Sequence[int]) -> list[Fact]:
    """The facts that rest on one of these turns, newest first."""
    rows = FactSource.select(FactSource.fact).where(FactSource.message.in_(list(messages)))
    return of(row.fact_id for row in rows)


def quoting(quote: str, messages: Sequence[int]) -> bool:
    """Whether a fact, current or not, rests on these very words of one of these turns."""
    rows = Fact.select(Fact.quote).join(FactSource).where(FactSource.message.in_(list(messages)))
    return any(row.quote == quote for row in rows)


def rests_on(session: int) -> bool:
    """Whether a fact that holds, or waits to be judged, was said in the session."""
    sql = (
        "SELECT 1 FROM message m JOIN fact_source s ON s.message = m.id JOIN fact f ON f.id = s.fact_id"
        " WHERE m.session_id = ? AND f.valid_to IS NULL LIMIT 1"
    )
    return statements.one(sql, session) is not None
