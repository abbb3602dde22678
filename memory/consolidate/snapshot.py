"""What a pass looks at, read in short pieces so that a recall gets in between.

Each row has its version: what is decided from here counts only while the row is still the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any, TypeVar

from memory.store import consolidations, episodes, facts, narrative, partitions
from memory.store.connection import raw
from memory.store.fields import from_millis
from memory.store.partitions import EVERYWHERE
from memory.store.store import Store
from memory.store.tables import Activity, Conversation, Episode, Session
from memory.types import Kind

PAGE = 100
RETELL = "retell"
"""The change of a pass that tells the narrative anew."""


@dataclass(frozen=True, slots=True)
class FactRow:
    """A current fact. `own`: the user stated it by command, pinned or edited it; `sessions` are those that say it.

    `standing` is always in context, `live` is False for what waits to be judged; `followed` facts ended others, and
    stand for their history.
    """

    id: int
    version: int
    content: str
    category: str
    salience: float
    uses: int
    promoted: bool
    valid_from: datetime | None
    created_at: datetime
    updated_at: datetime
    last_used: datetime | None
    own: bool = False
    standing: bool = False
    live: bool = True
    followed: bool = False
    sessions: frozenset[int] = frozenset()
    partition: int = EVERYWHERE


@dataclass(frozen=True, slots=True)
class EpisodeRow:
    """An episode with the text it is found by; `hidden` where its conversation is deleted.

    `partition` is that of its conversation.
    """

    id: int
    version: int
    text: str
    ended_at: datetime
    session: int | None = None
    hidden: bool = False
    partition: int = EVERYWHERE


@dataclass(frozen=True, slots=True)
class SessionRow:
    """A session of a conversation that is not deleted."""

    id: int
    ended_at: datetime


@dataclass(frozen=True, slots=True)
class LogRow:
    id: int
    text: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Snapshot:
    """`spared` are rows of which the user took a change back.

    `narrative` are the facts it is told from, `unwanted` those of the last telling that the user took back.
    """

    facts: tuple[FactRow, ...] = ()
    episodes: tuple[EpisodeRow, ...] = ()
    sessions: tuple[SessionRow, ...] = ()
    log: tuple[LogRow, ...] = ()
    spared: frozenset[consolidations.Key] = frozenset()
    narrative: tuple[int, ...] = ()
    unwanted: tuple[int, ...] | None = None

    def spared_of(self, kind: str) -> frozenset[int]:
        return frozenset(item for of, item in self.spared if of == kind)


async def look(store: Store, at: datetime) -> Snapshot:
    return Snapshot(
        facts=await _all(store, _facts),
        episodes=await _all(store, _episodes),
        sessions=await _all(store, _sessions),
        log=await _all(store, _log),
        spared=await store.read(partial(consolidations.spared, at)),
        narrative=await store.read(narrative.sources),
        unwanted=await store.read(partial(_unwanted, at)),
    )


def _unwanted(at: datetime) -> tuple[int, ...] | None:
    told = consolidations.last_taken_back(RETELL, at).get("facts")
    return None if told is None else tuple(told)


T = TypeVar("T", FactRow, EpisodeRow, SessionRow, LogRow)


async def _all(store: Store, page: Callable[[int], Sequence[T]]) -> tuple[T, ...]:
    found: list[T] = []
    while rows := await store.read(partial(page, found[-1].id if found else 0)):
        found += rows
    return tuple(found)


_FACTS = f"""
SELECT id, version, content, category, salience, uses, promoted, valid_from, created_at, updated_at, last_used,
    {facts.OWN}, {facts.ALWAYS}, state = 'live',
    EXISTS (SELECT 1 FROM fact f WHERE f.superseded_by = fact.id), partition
FROM fact WHERE id > ? AND valid_to IS NULL ORDER BY id LIMIT {PAGE}
"""
"""Not by peewee, which takes ten times as long to make its rows: all facts are read."""


def _facts(after: int) -> list[FactRow]:
    rows = raw().execute(_FACTS, (after,)).fetchall()
    said = _said_in([row[0] for row in rows])
    return [_fact(row, frozenset(said.get(row[0], ()))) for row in rows]


def _fact(row: Sequence[Any], sessions: frozenset[int]) -> FactRow:
    number, version, content, category, salience, uses, promoted = row[:7]
    begun, created, updated, used = (None if at is None else from_millis(at) for at in row[7:11])
    own, standing, live, followed = map(bool, row[11:15])
    assert created is not None and updated is not None
    return FactRow(
        id=number,
        version=version,
        content=content,
        category=category,
        salience=salience,
        uses=uses,
        promoted=bool(promoted),
        valid_from=begun,
        created_at=created,
        updated_at=updated,
        last_used=used,
        own=own,
        standing=standing,
        live=live,
        followed=followed,
        sessions=sessions,
        partition=row[15],
    )


def _said_in(facts: Sequence[int]) -> dict[int, list[int]]:
    marks = ", ".join("?" * len(facts))
    found: dict[int, list[int]] = {}
    sql = (
        "SELECT DISTINCT s.fact_id, m.session_id FROM fact_source s JOIN message m ON m.id = s.message"
        f" WHERE s.fact_id IN ({marks}) AND m.session_id IS NOT NULL"
    )
    for fact, session in raw().execute(sql, list(facts)):
        found.setdefault(fact, []).append(session)
    return found


def _episodes(after: int) -> list[EpisodeRow]:
    rows = list(Episode.select().where(Episode.id > after).order_by(Episode.id).limit(PAGE))
    homes = [row.conversation for row in rows]
    gone = Conversation.select(Conversation.id).where(
        Conversation.id.in_(homes), Conversation.deleted_at.is_null(False)
    )
    hidden = {row.id for row in gone}
    return [
        EpisodeRow(
            row.id,
            row.version,
            episodes.searched(row),
            row.ended_at,
            row.session_id,
            row.conversation in hidden or row.abandoned,
            partitions.of(Kind.EPISODE, row.id, row.conversation),
        )
        for row in rows
    ]


def _sessions(after: int) -> list[SessionRow]:
    rows = Session.select().join(Conversation).where(Session.id > after, Conversation.deleted_at.is_null())
    return [SessionRow(row.id, row.last_at) for row in rows.order_by(Session.id).limit(PAGE)]


def _log(after: int) -> list[LogRow]:
    rows = Activity.select().where(Activity.id > after).order_by(Activity.id).limit(PAGE)
    return [LogRow(row.id, row.detail, row.created_at) for row in rows]
