"""Signals: turns that are finished and not yet distilled.

`pending` waits, `extracted` was read by rule and waits for a model, `gated` said too little by itself and counts with
the turns that follow, `imported` is from another program and waits until the user says so, `abandoned` stands on a
branch that is not followed, `done` is learnt, `dead` failed too often.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from peewee import fn

from memory.store import statements
from memory.store.connection import raw
from memory.store.tables import Conversation, Session, Signal

_INSERT = statements.Insert(Signal, ignore=True)
UNLEARNT = ("pending", "extracted")
WAITING = (*UNLEARNT, "gated")
DONE = "done"
ABANDONED = "abandoned"
IMPORTED = "imported"


@dataclass(frozen=True, slots=True)
class Waiting:
    """A session with turns to learn from: how many, and whether a model read the session before.

    `extracted` says that the rules have read all of them; `told` are the vendors that got the conversation.
    """

    session: int
    conversation: int
    turns: int
    distilled: bool
    extracted: bool
    told: tuple[str, ...]


def leave(message: int, session: int, conversation: int, at: datetime) -> None:
    """Notes that the turn of the user's `message` is finished.

    A turn answered again is not learnt again, nor is a copy of one of another conversation.
    """
    if statements.one("SELECT 1 FROM message WHERE id = ? AND copied_from IS NOT NULL", message) is None:
        _INSERT(message=message, session=session, conversation=conversation, created_at=at)


def waiting(conversation: int | None = None) -> list[Waiting]:
    """Sessions with turns to learn from, oldest first; those of deleted conversations keep waiting unseen."""
    query = (
        Signal.select(
            Signal.session,
            Signal.conversation,
            Session.distilled_to,
            Conversation.vendors,
            fn.COUNT(Signal.id),
            fn.MAX(Signal.state == "pending").coerce(False),
        )
        .join(Session)
        .join(Conversation)
        .where(Signal.state.in_(UNLEARNT), Conversation.deleted_at.is_null())
        .group_by(Signal.session)
        .order_by(fn.MIN(Signal.id))
    )
    if conversation is not None:
        query = query.where(Signal.conversation == conversation)
    rows: Any = query.tuples()
    return [
        Waiting(session, place, turns, bool(cursor), not unread, tuple(vendor for vendor, _ in told))
        for session, place, cursor, told, turns, unread in rows
    ]


def of_session(session: int) -> list[Signal]:
    """The session's turns that a distillation would take, the gated ones too, oldest first."""
    return list(Signal.select().where(Signal.session == session, Signal.state.in_(WAITING)).order_by(Signal.message))


def learnt(conversation: int) -> set[int]:
    """The user messages of the conversation that a model has read."""
    rows = Signal.select(Signal.message).where(Signal.conversation == conversation, Signal.state == "done")
    return {row.message for row in rows}


def answered(messages: Iterable[int]) -> list[int]:
    """Those of the messages, questions and replies, whose turn may be learnt from."""
    sql = (
        "SELECT m.id FROM message m LEFT JOIN message p ON p.id = m.parent"
        " WHERE m.id IN (SELECT value FROM json_each(?)) AND m.copied_from IS NULL"
        " AND EXISTS (SELECT 1 FROM signal s WHERE s.message IN (m.id, m.parent, p.copied_from))"
    )
    return [number for (number,) in raw().execute(sql, (json.dumps(list(messages)),))]


def followed(messages: Iterable[int]) -> None:
    """These turns are on the active path again: what was not learnt from for that reason waits anew."""
    wanted = Signal.message.in_(list(messages)) & (Signal.state == ABANDONED)
    Signal.update(state="pending", attempts=0).where(wanted).execute()


def left(messages: Iterable[int]) -> None:
    """These turns are on the active path no longer: those that wait are not learnt from."""
    wanted = Signal.message.in_(list(messages)) & Signal.state.in_(WAITING)
    Signal.update(state=ABANDONED).where(wanted).execute()


def mark(signals: Iterable[int], state: str) -> int:
    """Sets the state of these signals, by id; those another window marked meanwhile are left. How many changed."""
    changed: int = Signal.update(state=state).where(Signal.id.in_(list(signals)), Signal.state.in_(WAITING)).execute()
    return changed


def all_unlearnt(signals: Sequence[int]) -> bool:
    """Whether none of these signals, by id, was learnt from or dropped meanwhile."""
    here = Signal.select().where(Signal.id.in_(list(signals)), Signal.state.not_in((DONE, ABANDONED)))
    return bool(here.count() == len(signals))


def fail(signals: Sequence[int], limit: int) -> bool:
    """Counts a failed attempt; True when these signals reached `limit` and were given up."""
    Signal.update(attempts=Signal.attempts + 1).where(Signal.id.in_(list(signals))).execute()
    spent = Signal.id.in_(list(signals)) & (Signal.attempts >= limit)
    return bool(Signal.update(state="dead").where(spent, Signal.state.in_(WAITING)).execute())


def take_imported(sessions: int) -> int:
    """The newest `sessions` that came from another program wait like others from now on. How many turns that are."""
    newest = (
        Signal.select(Signal.session)
        .join(Conversation, on=(Conversation.id == Signal.conversation))
        .where(Signal.state == IMPORTED, Conversation.deleted_at.is_null())
        .group_by(Signal.session)
        .order_by(fn.MAX(Signal.created_at).desc())
        .limit(sessions)
    )
    chosen = [row.session_id for row in newest]
    changed: int = Signal.update(state="pending").where(Signal.session.in_(chosen), Signal.state == IMPORTED).execute()
    return changed


def gated(since: datetime) -> int:
    """Turns that said too little by themselves, in sessions that went on after `since` and may go on still."""
    open_sessions = Session.select(Session.id).where(Session.last_at > since)
    shown = Conversation.select(Conversation.id).where(Conversation.deleted_at.is_null())
    short = (Signal.state == "gated") & Signal.session.in_(open_sessions) & Signal.conversation.in_(shown)
    return int(Signal.select().where(short).count())


def imported() -> int:
    """Turns from other programs that wait until the user says so."""
    return int(Signal.select().where(Signal.state == IMPORTED).count())


def revive() -> int:
    """Gives the dead another three attempts: the user asked for it."""
    changed: int = Signal.update(state="pending", attempts=0).where(Signal.state == "dead").execute()
    return changed


def count() -> int:
    """Turns that wait."""
    return sum(session.turns for session in waiting())
