"""What may be true but was not said by the user: it waits here for a word of theirs. Runs inside the store.

`inbox` rows were inferred, pasted or brought by a tool, `quarantined` ones read like an instruction to an assistant.
None of them is searched or recalled; a rejected one stays as a row, so that it is not proposed again.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from peewee import Expression, fn

from memory.errors import BadInput, NotFound
from memory.store import facts, ids, news
from memory.store.partitions import EVERYWHERE
from memory.store.tables import Fact, FactSource
from memory.text.normal import clean
from memory.text.orders import is_order
from memory.text.secrets import redact
from memory.text.stated import claimed
from memory.text.twins import twin
from memory.types import Kind, Origin, Record

INBOX, QUARANTINED, REJECTED = "inbox", "quarantined", "rejected"
WAITING = (INBOX, QUARANTINED)


def state_of(origin: str, content: str) -> str:
    """That of a fact of which nothing but the file it came with tells: what the user did not say themselves waits."""
    if origin in (Origin.USER, Origin.CONFIRMED):
        return "live"
    return QUARANTINED if is_order(content) else INBOX


def propose(
    content: str,
    *,
    at: datetime,
    origin: Origin,
    quote: str,
    sources: Sequence[int],
    state: str = INBOX,
    category: str = "",
    salience: float = 0.5,
    said_at: datetime | None = None,
    partition: int = EVERYWHERE,
) -> int | None:
    """Lays a statement before the user; None where a fact there in any state says the same.

    One that was rejected anywhere is not proposed again.
    """
    known = Fact.select(Fact.partition, Fact.state).where(Fact.twin == twin(content))
    if any(row.partition in (partition, EVERYWHERE) or row.state == REJECTED for row in known):
        return None
    return facts.add(
        content,
        at=at,
        category=category,
        origin=origin,
        state=state,
        salience=salience,
        quote=quote,
        sources=sources,
        valid_from=said_at or at,
        partition=partition,
    )


def waiting(limit: int | None = None) -> list[Record]:
    """What waits for the user's word, oldest first."""
    rows = Fact.select().where(undecided()).order_by(Fact.id).limit(limit)
    return facts.records(list(rows))


def undecided() -> Expression:
    """That a row of `Fact` waits: nothing that holds where it belongs says the same by now."""
    held = Fact.alias()
    where = held.partition.in_((Fact.partition, EVERYWHERE))
    said = held.select(held.id).where(held.twin == Fact.twin, held.state == "live", held.valid_to.is_null(), where)
    waits: Expression = Fact.state.in_(WAITING) & ~fn.EXISTS(said)
    return waits


def count() -> int:
    """How many wait."""
    number: int = Fact.select().where(undecided()).count()
    return number


def accept(number: int, at: datetime, text: str = "") -> int:
    """The user says it is true, in these words or in `text`. The number of the fact that now says it.

    NotFound for what does not wait (or was rejected), BadInput for a text that says nothing.
    """
    row = _undecided(number)
    content = redact(clean(text))[0].strip() if text else row.content
    if not content:
        raise BadInput("There is nothing to keep", hint="Write what is true instead")
    known = facts.same(content, row.partition)
    if known is not None:
        facts.confirm(known, facts.sources(number), at)
        facts.remove([number])
        return known
    Fact.update(
        content=content,
        twin=twin(content),
        slot=claimed(content, row.category),
        state="live",
        origin=Origin.CONFIRMED,
        touched=True,
        valid_from=row.valid_from or at,
        updated_at=at,
    ).where(Fact.id == number).execute()
    place = facts.conversation_of(facts.sources(number))
    facts.searched(facts.get(number), place)
    news.settle(number, at)
    return number


def reject(number: int, at: datetime) -> int:
    """The user says it is not to be kept; `accept` can still change that. NotFound as there."""
    _undecided(number)
    Fact.update(state=REJECTED, updated_at=at).where(Fact.id == number).execute()
    return number


def turned_down(messages: Sequence[int]) -> list[Fact]:
    """What the user rejected, or put into other words, of what all of these turns say."""
    rows = Fact.select().join(FactSource).where(FactSource.message.in_(list(messages))).distinct()
    corrected = Fact.touched & (Fact.valid_to <= Fact.valid_from)
    return [
        row for row in rows.where((Fact.state == REJECTED) | corrected) if set(messages) <= set(facts.sources(row.id))
    ]


def _undecided(number: int) -> Fact:
    row = Fact.get_or_none(Fact.id == number)
    if row is None or row.state not in (*WAITING, REJECTED):
        raise NotFound(
            f"{ids.show(Kind.FACT, number)} does not wait in the inbox",
            hint="/inbox, or harken memory inbox, shows what does",
        )
    return row
