"""Conversations: made, listed, named, hidden and, a week later, dropped."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from itertools import pairwise
from typing import cast

from peewee import SQL, ModelSelect, fn

from memory import types
from memory.errors import BadInput, NotFound
from memory.names import as_seen
from memory.store import ids, originals, partitions, statements, vectors
from memory.store.connection import DATABASE
from memory.store.fields import from_millis, to_millis
from memory.store.statements import Insert
from memory.store.tables import (
    ConsolidationStep,
    Conversation,
    Document,
    Episode,
    Injection,
    Mention,
    Message,
    Part,
    Session,
)
from memory.store.tombstones import GONE
from memory.types import Kind, Mode, PartitionKind, PartKind, Role, Status

UNDO_WINDOW = timedelta(days=7)
SESSION_GAP = timedelta(hours=6)
TITLE_LENGTH = 200
_INSERT_SESSION = Insert(Session)
INCOGNITO_FIRST = 1_000_000_000
"""Numbers of conversations and messages that live in memory alone start here, so that they never mix."""


def create(*, mode: Mode | None, model: str, at: datetime, project: int = partitions.EVERYWHERE) -> Conversation:
    return Conversation.create(mode=mode, model=model, project=project, created_at=at, updated_at=at)


def get(number: int) -> Conversation:
    row = Conversation.get_or_none(Conversation.id == number)
    if row is None:
        raise _missing(number)
    return row


def exists(number: int) -> bool:
    return Conversation.select().where(Conversation.id == number).exists()


def end(number: int) -> tuple[int | None, int, str]:
    """The head, the `seq` of the next message, and the title so far."""
    found = statements.one("SELECT head, next_seq, title FROM conversation WHERE id = ?", number)
    if found is None:
        raise _missing(number)
    head, seq, title = found
    return head, seq, title


def stand(number: int) -> types.Stand | None:
    """None for a conversation that is gone."""
    found = statements.one(_STAND, number)
    return None if found is None else types.Stand(found[1:], bool(found[0]))


_STAND = """
SELECT c.deleted_at IS NOT NULL, c.head, c.next_seq, m.status, m.note, m.tokens
FROM conversation c LEFT JOIN message m ON m.id = c.head WHERE c.id = ?
"""


def grew(number: int, head: int, at: datetime, title: str, *, by_user: bool) -> None:
    """A message was added: it is the head now. One of the user's brings back what another window has deleted."""
    statements.run(
        "UPDATE conversation SET head = ?, next_seq = next_seq + 1, updated_at = ?, title = ? WHERE id = ?",
        head,
        to_millis(at),
        title,
        number,
    )
    if by_user:
        bring_back(number)


def counted(number: int) -> None:
    """A message was added off the active path."""
    statements.run("UPDATE conversation SET next_seq = next_seq + 1 WHERE id = ?", number)


def _missing(number: int) -> NotFound:
    return NotFound(f"There is no conversation {ids.show('conversation', number)}", hint="It may have been erased")


def record(row: Conversation, messages: int = 0) -> types.Conversation:
    names = partitions.named((row.persona, row.project))
    return types.Conversation(
        id=ids.show("conversation", row.id),
        title=row.title,
        created_at=row.created_at,
        updated_at=row.updated_at,
        messages=messages,
        mode=Mode(row.mode) if row.mode else None,
        model=row.model,
        pinned=row.pinned,
        incognito=row.id >= INCOGNITO_FIRST,
        persona=names[row.persona].name,
        project=names[row.project].name,
        system=row.system,
        parameters=row.parameters,
    )


def listing(*, among: list[int] | None = None, limit: int = 200) -> list[types.Conversation]:
    """Conversations with at least one message, all or those `among`, pinned first, then newest."""
    sent = Message.select(Message.id).where(Message.conversation == Conversation.id, Message.status != Status.FAILED)
    query = (
        Conversation.select()
        .where(Conversation.deleted_at.is_null(), fn.EXISTS(sent))
        .order_by(Conversation.pinned.desc(), Conversation.updated_at.desc(), Conversation.id.desc())
        .limit(limit)
    )
    if among is not None:
        query = query.where(SQL("t1.id IN (SELECT value FROM json_each(?))", [json.dumps(among)]))
    rows = list(query)
    counts = _message_counts([row.id for row in rows])
    return [record(row, counts[row.id]) for row in rows]


def _message_counts(conversations: list[int]) -> dict[int, int]:
    query = Message.select(Message.conversation, fn.COUNT(Message.id)).where(
        Message.conversation.in_(conversations), Message.status != Status.FAILED
    )
    rows = cast(Iterable[tuple[int, int]], query.group_by(Message.conversation).tuples())
    return dict(rows)


def entitle(number: int, title: str) -> None:
    """Gives the conversation a title of ours, unless the user named it."""
    Conversation.update(title=title).where(Conversation.id == number, Conversation.title_by == "auto").execute()


def rename(number: int, title: str) -> None:
    """A name given by the user stands: no later pass changes it."""
    name = as_seen(title)[:TITLE_LENGTH].rstrip()
    if not name:
        raise BadInput("A title needs at least one visible character")
    _update(number, title=name, title_by="user")


def pin(number: int, pinned: bool) -> None:
    _update(number, pinned=pinned)


def set_mode(number: int, mode: Mode | None) -> None:
    _update(number, mode=mode)


def set_system(number: int, text: str) -> None:
    _update(number, system=text)


def set_parameters(number: int, values: Mapping[str, float]) -> None:
    _update(number, parameters=dict(values))


def belongs(number: int, kind: PartitionKind, partition: int) -> None:
    """Notes the project or persona of the conversation; `moving.conversation` takes along what is found of it."""
    _update(number, **{str(kind): partition})


def delete(number: int, at: datetime) -> None:
    _hide(number, at)


def bring_back(number: int) -> bool:
    """Undeletes it; False where it is not deleted."""
    deleted = statements.one("SELECT 1 FROM conversation WHERE id = ? AND deleted_at IS NOT NULL", number) is not None
    if deleted:
        _hide(number, None)
    return deleted


def _hide(number: int, at: datetime | None) -> None:
    """Deleted at this time, or there again; copies in other conversations stand in while it can't be read."""
    _update(number, deleted_at=at)
    originals.settle(row.id for row in Message.select(Message.id).where(Message.conversation == number))


def last_deleted() -> tuple[datetime, int] | None:
    """When the conversation that was deleted last went, and its number; None where none can come back."""
    deleted = Conversation.select().where(Conversation.deleted_at.is_null(False), fn.EXISTS(_left()))
    row = deleted.order_by(Conversation.deleted_at.desc(), Conversation.id.desc()).first()
    return None if row is None else (row.deleted_at, row.id)


def restore(number: int) -> None:
    """NotFound where all that was said in it is forgotten."""
    if not Conversation.select().where(Conversation.id == number, fn.EXISTS(_left())).exists():
        raise _missing(number)
    _hide(number, None)


def _left() -> ModelSelect[Part]:
    """Texts of the conversation that are not forgotten."""
    texts = Part.select(Part.id).join(Message).where(Part.kind == PartKind.TEXT, Part.text != GONE)
    return texts.where(Message.conversation == Conversation.id)


def _update(number: int, **values: object) -> None:
    if not Conversation.update(**values).where(Conversation.id == number).execute():
        raise _missing(number)


def any_to_purge(now: datetime) -> bool:
    """Whether a deleted conversation is past its undo window; reading this needs no lock."""
    return bool(Conversation.select().where(Conversation.deleted_at < now - UNDO_WINDOW).exists())


def purge_deleted(now: datetime) -> None:
    """Drops for good what was deleted longer ago than the undo window, episodes too; facts learnt from it stay."""
    gone = [row.id for row in Conversation.select(Conversation.id).where(Conversation.deleted_at < now - UNDO_WINDOW)]
    for number in gone:
        messages = Message.select(Message.id).where(Message.conversation == number)
        Document.delete().where(Document.kind.in_((Kind.TURN, Kind.DRAWER)), Document.item.in_(messages)).execute()
        episodes = Episode.select(Episode.id).where(Episode.conversation == number)
        Document.delete().where(Document.kind == Kind.EPISODE, Document.item.in_(episodes)).execute()
        Mention.delete().where(Mention.kind == Kind.EPISODE, Mention.item.in_(episodes)).execute()
        Episode.delete().where(Episode.conversation == number).execute()
        ConsolidationStep.delete().where(
            ConsolidationStep.kind == Kind.EPISODE, ConsolidationStep.conversation == number
        ).execute()
        Injection.delete().where(Injection.conversation == number).execute()
        Conversation.delete().where(Conversation.id == number).execute()
    if gone:
        vectors.drop_unused()


def number_from(first: int) -> None:
    """Makes a new database give out conversation and message numbers from `first` on."""
    for table in ("conversation", "message"):
        DATABASE.execute_sql("INSERT INTO sqlite_sequence(name, seq) VALUES (?, ?)", (table, first - 1))


def session_at(conversation: int, at: datetime) -> int:
    """The conversation's running session, or a new one after six hours of quiet."""
    newest = statements.one(
        "SELECT id, last_at FROM session WHERE conversation_id = ? ORDER BY id DESC LIMIT 1", conversation
    )
    if newest is None or at - from_millis(newest[1]) >= SESSION_GAP:
        return _INSERT_SESSION(conversation=conversation, started_at=at, last_at=at)
    statements.run("UPDATE session SET last_at = ? WHERE id = ?", to_millis(at), newest[0])
    return int(newest[0])


def session(number: int) -> Session | None:
    return Session.get_or_none(Session.id == number)


def vendors(session: int) -> tuple[str, ...]:
    """Who got the session's conversation so far."""
    query = Conversation.select(Conversation.vendors).join(Session).where(Session.id == session)
    return tuple(vendor for row in query for vendor, _ in row.vendors)


def distilled(session: int, to: int) -> None:
    """A model has read the session up to the message `to`."""
    newest = fn.MAX(Session.distilled_to, to)  # a branch that is followed again is older than what was read
    Session.update(distilled_to=newest).where(Session.id == session).execute()


def is_with(number: int, vendor: str) -> bool:
    """Whether `vendor` is the one the conversation went to last."""
    return any(name == vendor for name, _ in get(number).vendors[-1:])


def goes_to(number: int, vendor: str) -> bool:
    """Notes that the conversation goes to another `vendor` from here on.

    True when it holds memory and never did while it was with this vendor.
    """
    row = get(number)
    left = next((start for (name, _), (_, start) in pairwise(row.vendors) if name == vendor), 0)
    others = [stint for stint in row.vendors if stint[0] != vendor]
    _update(number, vendors=[*others, [vendor, _last_question(row)]])
    first = _first_with_memory(number)
    return bool(row.vendors) and first is not None and first >= left


def _last_question(row: Conversation) -> int:
    head = Message.get_or_none(Message.id == row.head)
    return 0 if head is None else head.id if head.role == Role.USER else head.parent or 0


def _first_with_memory(conversation: int) -> int | None:
    """The number of the first message whose turn got something from memory."""
    booked = Injection.select(Injection.message, Injection.tokens, Injection.standing).order_by(Injection.message)
    turns = booked.where(Injection.conversation == conversation)
    return next((turn.message for turn in turns if turn.tokens or turn.standing), None)
