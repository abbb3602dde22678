"""Facts: one durable statement each, with who said it, where, and when it was true."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from peewee import ModelSelect

from memory import types
from memory.errors import BadInput, NotFound
from memory.store import current, documents, ids, partitions
from memory.store.connection import raw
from memory.store.fields import from_millis
from memory.store.partitions import EVERYWHERE
from memory.store.tables import Document, Entity, Fact, FactSource, Mention, Message, Session
from memory.text.normal import clean, fold
from memory.text.secrets import redact
from memory.text.stated import claimed
from memory.text.twins import twin
from memory.types import Kind, Origin

SAID_AT = """(
    SELECT m.created_at FROM fact_source s JOIN fact f ON f.id = s.fact_id JOIN message m ON m.id = s.message
    WHERE s.fact_id = r.id
    ORDER BY EXISTS (SELECT 1 FROM part p WHERE p.message_id = m.id AND instr(p.text, f.quote)) DESC,
        m.created_at DESC LIMIT 1)"""
"""When a turn said the fact `r` in its words: the newest that holds its quote, else the newest of all that say it."""


def add(
    content: str,
    *,
    at: datetime,
    category: str = "",
    origin: Origin = Origin.USER,
    method: str = "distilled",
    state: str = "live",
    salience: float = 0.6,
    keywords: Sequence[str] = (),
    quote: str = "",
    sources: Sequence[int] = (),
    conversation: int | None = None,
    valid_from: datetime | None = None,
    valid_to: datetime | None = None,
    partition: int = EVERYWHERE,
) -> int:
    """Adds a fact and what makes it found. `sources` are numbers of the user's messages that say it."""
    said = sorted(set(sources))
    place = conversation if conversation is not None else conversation_of(said)
    row = Fact.create(
        content=content,
        twin=twin(content),
        slot=claimed(content, category),
        category=category,
        origin=origin,
        method=method,
        state=state,
        salience=min(1.0, max(0.0, salience)),
        keywords=list(keywords),
        quote=quote,
        source_count=max(1, len(said)),
        valid_from=valid_from,
        valid_to=valid_to,
        created_at=at,
        updated_at=at,
        partition=partition,
        session=session_of(said, place),
    )
    for message in said:
        FactSource.create(fact=row.id, message=message)
    if state == "live":
        searched(row, place)
    return int(row.id)


def searched(row: Fact, conversation: int | None) -> None:
    """Lets the fact be found, under the day on which it was said: "yesterday" in it is seen from there."""
    documents.put(Kind.FACT, row.id, row.content, conversation=conversation, created_at=said_at(row))


def dated(number: int) -> None:
    """What says the fact has changed, and so may its day have."""
    home = Document.get_or_none(Document.kind == Kind.FACT, Document.item == number)
    if home is not None and home.created_at != said_at(row := get(number)):
        searched(row, home.conversation)


def said_at(row: Fact) -> datetime:
    """When it was said, or learnt where no turn says it."""
    (at,) = raw().execute(f"SELECT {SAID_AT} FROM fact r WHERE r.id = ?", (row.id,)).fetchone()
    return row.created_at if at is None else from_millis(at)


def remember(
    text: str,
    *,
    at: datetime,
    category: str = "",
    origin: Origin = Origin.CONFIRMED,
    method: str = "remembered",
    conversation: int | None = None,
    partition: int = EVERYWHERE,
) -> int:
    """Keeps `text` verbatim as the user's own statement, secrets taken out; the same text again confirms the fact."""
    content = redact(clean(text))[0].strip()
    if types.Part(content).blank:
        raise BadInput("There is nothing to remember", hint="Write what harken should remember")
    known = same(content, partition)
    if known is None:
        return add(
            content,
            at=at,
            category=category,
            origin=origin,
            method=method,
            salience=0.9,
            quote=content,
            conversation=conversation,
            valid_from=at,
            partition=partition,
        )
    Fact.update(origin=origin, method=method, touched=True, category=category or Fact.category, updated_at=at).where(
        Fact.id == known
    ).execute()
    return known


def same(content: str, partition: int = EVERYWHERE, after: int = 0) -> int | None:
    """The current fact with a number above `after` that says `content` in the same words where `partition` sees it.

    The first of the partition itself, else the first of the whole profile.
    """
    rows = Fact.select().where(Fact.twin == twin(content), Fact.id > after).order_by(Fact.id)
    seen = [row for row in rows if current.holds(row) and row.partition in (partition, EVERYWHERE)]
    return min(seen, key=lambda row: row.partition != partition).id if seen else None


def pinned(within: Sequence[int] = ()) -> list[types.Record]:
    """What the user pinned in the partitions `within` (() are all): always in context there."""
    # The comparison, and no second column beside it, keeps SQLite on the index of the few.
    rows = Fact.select().where(Fact.pinned == 1).order_by(Fact.id)
    return records([row for row in rows if current.holds(row) and (not within or row.partition in within)])


def pin(number: int, at: datetime, *, pinned: bool) -> None:
    """Puts the fact among what is always in context, or takes it out. BadInput for one that does not hold now."""
    row = holding(number) if pinned else get(number)
    if row.pinned != pinned:
        Fact.update(pinned=pinned, touched=True, updated_at=at).where(Fact.id == number).execute()


def holding(number: int) -> Fact:
    """A fact that may be always in context. BadInput for one that does not hold now, or waits for the user's word."""
    row = get(number)
    name = ids.show(Kind.FACT, number)
    if row.state != "live":
        raise BadInput(f"{name} waits for your word", hint=f"inbox accept {name} keeps it as a fact first")
    if not current.holds(row):
        raise BadInput(f"{name} is not true any more", hint="Take the fact that took its place")
    return row


OWN = "(touched OR pinned OR method = 'remembered')"
ALWAYS = "(pinned OR content IN (SELECT content FROM identity))"
"""In SQL what `own` says of a row, and that it is always in context: pinned, or said by a line of `identity.md`."""


def own(row: Fact) -> bool:
    """The user stated it by command, pinned or edited it: only their word ends it."""
    return bool(row.touched or row.pinned or row.method == "remembered")


def vouch(number: int, at: datetime) -> None:
    """The user said it is so: from now on it is a fact of their own."""
    Fact.update(origin=Origin.CONFIRMED, touched=True, updated_at=at).where(Fact.id == number).execute()


def always_among(numbers: Sequence[int]) -> frozenset[int]:
    """Those of the facts that are always in context."""
    marks = ", ".join("?" * len(numbers))
    rows = raw().execute(f"SELECT id FROM fact WHERE id IN ({marks}) AND {ALWAYS}", list(numbers))
    return frozenset(number for (number,) in rows)


def get(number: int) -> Fact:
    row = Fact.get_or_none(Fact.id == number)
    if row is None:
        raise NotFound(f"There is no fact {ids.show(Kind.FACT, number)}")
    return row


def sources(number: int) -> list[int]:
    """The messages that say the fact, oldest first."""
    query = FactSource.select(FactSource.message).where(FactSource.fact == number).order_by(FactSource.message)
    return [row.message for row in query]


def evidence(numbers: Sequence[int]) -> dict[int, list[int]]:
    """The messages that say each of the facts, oldest first."""
    said: dict[int, list[int]] = {number: [] for number in numbers}
    if not said:
        return said
    marks = ", ".join("?" * len(numbers))
    sql = f"SELECT fact_id, message FROM fact_source WHERE fact_id IN ({marks}) ORDER BY message"
    for fact, message in raw().execute(sql, list(numbers)):
        said[fact].append(message)
    return said


def record(fact: Fact) -> types.Record:
    return records([fact])[0]


def records(rows: Sequence[Fact]) -> list[types.Record]:
    """Facts as the program sees them, in the order given."""
    numbers = [row.id for row in rows]
    said = evidence([*numbers, *(row.superseded_by for row in rows if row.superseded_by is not None)])
    query = Document.select(Document.item, Document.conversation)
    held = query.where(Document.kind == Kind.FACT, Document.item.in_(numbers))
    places = {row.item: row.conversation for row in held}
    homes = partitions.named(row.partition for row in rows)
    return [
        _record(
            row,
            said[row.id],
            places[row.id] if row.id in places else conversation_of(said[row.id]),
            str(homes[row.partition]),
            _standing(row, said),
        )
        for row in rows
    ]


def _standing(row: Fact, said: Mapping[int, Sequence[int]]) -> str:
    """Its state, or what became of one that counted. What another says for it has left its turns to that one."""
    if row.state != "live" or row.valid_to is None:
        return str(row.state)
    if row.valid_from is None or row.valid_from < row.valid_to:
        return "ended" if row.superseded_by is None else "changed"
    after = said[row.superseded_by] if row.superseded_by is not None else ()
    return "merged" if said[row.id] and set(said[row.id]) <= set(after) else "corrected"


def _record(row: Fact, evidence: Sequence[int], place: int | None, partition: str, state: str) -> types.Record:
    return types.Record(
        id=ids.show(Kind.FACT, row.id),
        kind=Kind.FACT,
        text=row.content,
        category=row.category,
        origin=row.origin,
        evidence=tuple(ids.show("message", message) for message in evidence),
        valid_from=row.valid_from,
        valid_to=row.valid_to,
        end_known_at=row.end_known_at,
        salience=row.salience,
        uses=row.uses,
        last_used=row.last_used,
        source_count=row.source_count,
        conversation=None if place is None else ids.show("conversation", place),
        message=ids.show("message", evidence[0]) if evidence else None,
        created_at=row.created_at,
        pinned=row.pinned,
        quote=row.quote,
        state=state,
        updated_at=row.updated_at,
        promoted=row.promoted,
        partition=partition,
        superseded_by=None if row.superseded_by is None else ids.show(Kind.FACT, row.superseded_by),
    )


def listing(
    *,
    category: str = "",
    since: datetime | None = None,
    until: datetime | None = None,
    entity: str = "",
    partition: int | None = None,
    state: str = "live",
    past: bool = False,
    as_of: datetime | None = None,
    known: datetime | None = None,
    limit: int = 20,
) -> list[types.Record]:
    """Facts, newest first. `past` shows ended ones too, `as_of` those that were true at that moment.

    `known` shows what harken held for true at that moment, whatever it learnt later.
    """
    query = Fact.select().where(Fact.state == state).order_by(Fact.id.desc()).limit(limit)
    if category:
        query = query.where(Fact.category == category)
    if since is not None:
        query = query.where(Fact.created_at >= since)
    if until is not None:
        query = query.where(Fact.created_at < until)
    if entity:
        query = query.where(Fact.id.in_(_mentioning(entity)))
    if partition is not None:
        query = query.where(Fact.partition == partition)
    if known is not None:
        query = query.where(Fact.created_at <= known, Fact.valid_to.is_null() | (Fact.end_known_at > known))
    elif as_of is not None:
        query = query.where(
            Fact.valid_from.is_null() | (Fact.valid_from <= as_of), Fact.valid_to.is_null() | (Fact.valid_to > as_of)
        )
    elif not past:
        query = query.where(Fact.valid_to.is_null())
    return records(list(query))


def _mentioning(entity: str) -> ModelSelect[Mention]:
    return Mention.select(Mention.item).join(Entity).where(Mention.kind == Kind.FACT, Entity.folded == fold(entity))


def confirm(number: int, messages: Iterable[int], at: datetime) -> bool:
    """Notes that these turns say the fact too; a turn counts once, however often it is read. True if one was new."""
    said = set(messages) - set(sources(number))
    for message in said:
        FactSource.create(fact=number, message=message)
    if said:
        _recount(number)
        Fact.update(updated_at=at).where(Fact.id == number).execute()
    return bool(said)


def unconfirm(number: int, messages: Iterable[int]) -> None:
    """These turns say the fact no longer."""
    FactSource.delete().where(FactSource.fact == number, FactSource.message.in_(list(messages))).execute()
    _recount(number)


def _recount(number: int) -> None:
    count = len(sources(number)) + (get(number).method == "remembered")
    Fact.update(source_count=max(1, count)).where(Fact.id == number).execute()
    dated(number)


def rewrite(number: int, content: str, at: datetime, *, quote: str = "", method: str = "") -> None:
    """Says the fact in other words; its id, history and evidence stay."""
    row = get(number)
    Fact.update(
        content=content,
        twin=twin(content),
        slot=claimed(content, row.category),
        quote=quote or row.quote,
        method=method or row.method,
        updated_at=at,
    ).where(Fact.id == number).execute()
    home = Document.get_or_none(Document.kind == Kind.FACT, Document.item == number)
    place = home.conversation if home is not None else conversation_of(sources(number))
    searched(get(number), place)


def remove(numbers: Sequence[int]) -> None:
    """Drops facts and what hangs on them; for derived facts that a better pass replaces, not for forgetting."""
    documents.drop(Kind.FACT, numbers)
    Mention.delete().where(Mention.kind == Kind.FACT, Mention.item.in_(list(numbers))).execute()
    Fact.delete().where(Fact.id.in_(list(numbers))).execute()


def session_of(messages: Sequence[int], conversation: int | None) -> int | None:
    """The session of the first of these messages; without one, that which goes on in the conversation."""
    if messages:
        row = Message.get_or_none(Message.id == messages[0])
        return None if row is None else row.session_id
    query = Session.select().where(Session.conversation == conversation).order_by(Session.id.desc())
    return None if (running := query.first()) is None else int(running.id)


def conversation_of(messages: Sequence[int]) -> int | None:
    """The conversation of the first of these messages, None where it is gone or there is none."""
    row = Message.get_or_none(Message.id == messages[0]) if messages else None
    return None if row is None else row.conversation_id
