"""Episodes: the digest of one session each."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from memory import types
from memory.errors import NotFound
from memory.store import documents, ids, partitions
from memory.store.tables import Document, Entity, Episode, Mention, Message, Session
from memory.text.normal import fold
from memory.types import Kind, Role


def upsert(
    session: int,
    summary: str,
    *,
    at: datetime,
    topics: Sequence[str] = (),
    entities: Sequence[str] = (),
    decisions: Sequence[str] = (),
    action_items: Sequence[str] = (),
    salience: float = 0.5,
    method: str = "distilled",
    head: int | None = None,
) -> int:
    """The session's one episode, made or brought up to date; its text for the search goes along.

    `head` is the last message of the user's that it tells of.
    """
    home = Session.get_by_id(session)
    values = {
        "conversation": home.conversation_id,
        "summary": summary,
        "topics": list(topics),
        "entities": list(entities),
        "decisions": list(decisions),
        "action_items": list(action_items),
        "salience": min(1.0, max(0.0, salience)),
        "method": method,
        "started_at": home.started_at,
        "ended_at": home.last_at,
        "updated_at": at,
        "head": head,
        "abandoned": False,
    }
    row = of_session(session)
    if row is None:
        number = int(Episode.create(session=session, created_at=at, **values).id)
    else:
        number = int(row.id)
        Episode.update(values).where(Episode.id == number).execute()
    _find(get(number))
    return number


def reword(number: int, **columns: str | list[str]) -> None:
    """Says it in other words: these columns change, the text for the search with them."""
    Episode.update(columns).where(Episode.id == number).execute()
    row = get(number)
    follow(row, followed=not row.abandoned)


def follow(row: Episode, *, followed: bool) -> None:
    """The branch that it tells of is followed again, or no longer: then nothing finds it."""
    Episode.update(abandoned=not followed).where(Episode.id == row.id).execute()
    if followed:
        _find(row)
    else:
        documents.drop(Kind.EPISODE, [row.id])


def _find(row: Episode) -> None:
    documents.put(Kind.EPISODE, row.id, searched(row), conversation=row.conversation, created_at=row.ended_at)


def searched(row: Episode) -> str:
    """The text by which an episode is found."""
    lists = (row.topics, row.decisions, row.action_items)
    return "\n".join([row.summary, *(", ".join(words) for words in lists if words)])


def remove(numbers: Sequence[int]) -> None:
    """Drops episodes and what hangs on them."""
    documents.drop(Kind.EPISODE, numbers)
    Mention.delete().where(Mention.kind == Kind.EPISODE, Mention.item.in_(list(numbers))).execute()
    Episode.delete().where(Episode.id.in_(list(numbers))).execute()


def of_session(session: int) -> Episode | None:
    return Episode.get_or_none(Episode.session == session)


def told_of(session: int) -> Episode | None:
    """The session's episode, where the branch that it tells of is followed."""
    row = of_session(session)
    return None if row is None or row.abandoned else row


def get(number: int) -> Episode:
    row = Episode.get_or_none(Episode.id == number)
    if row is None:
        raise NotFound(f"There is no episode {ids.show(Kind.EPISODE, number)}")
    return row


def record(episode: Episode) -> types.Record:
    return records([episode])[0]


def records(rows: Sequence[Episode]) -> list[types.Record]:
    """Episodes as the program sees them; their evidence is the user's messages of the session."""
    evidence: dict[int, list[int]] = {row.session_id: [] for row in rows if row.session_id is not None}
    query = Message.select(Message.id, Message.session).where(
        Message.session.in_(list(evidence)), Message.role == Role.USER
    )
    for message in query.order_by(Message.id):
        evidence[message.session_id or 0].append(message.id)
    homes = {row.id: partitions.of(Kind.EPISODE, row.id, row.conversation) for row in rows}
    names = partitions.named(homes.values())
    return [_record(row, evidence.get(row.session_id or 0, []), str(names[homes[row.id]])) for row in rows]


def _record(row: Episode, evidence: Sequence[int], partition: str) -> types.Record:
    return types.Record(
        id=ids.show(Kind.EPISODE, row.id),
        kind=Kind.EPISODE,
        text=row.summary,
        evidence=tuple(ids.show("message", message) for message in evidence),
        valid_from=row.started_at,
        valid_to=row.ended_at,
        salience=row.salience,
        uses=row.uses,
        last_used=row.last_used,
        conversation=None if row.conversation is None else ids.show("conversation", row.conversation),
        message=ids.show("message", evidence[0]) if evidence else None,
        created_at=row.created_at,
        updated_at=row.updated_at,
        partition=partition,
    )


def listing(
    *,
    since: datetime | None = None,
    until: datetime | None = None,
    entity: str = "",
    partition: int | None = None,
    limit: int = 20,
) -> list[types.Record]:
    """Episodes by the end of their session, newest first."""
    query = Episode.select().where(Episode.abandoned == 0).order_by(Episode.ended_at.desc(), Episode.id.desc())
    query = query.limit(limit)
    if since is not None:
        query = query.where(Episode.ended_at >= since)
    if until is not None:
        query = query.where(Episode.started_at < until)
    if partition is not None:
        held = Document.select(Document.item).where(Document.kind == Kind.EPISODE, Document.partition == partition)
        query = query.where(Episode.id.in_(held))
    if entity:
        named = Mention.select(Mention.item).join(Entity)
        query = query.where(Episode.id.in_(named.where(Mention.kind == Kind.EPISODE, Entity.folded == fold(entity))))
    return records(list(query))
