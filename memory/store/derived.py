"""The documents as the transcript and the memories want them, beside those there are. Runs inside the store.

A document says two things that stand nowhere else while it is there: whether a message may be recalled, and in which
conversation a fact was told. It keeps them; one that is lost gets them from the signal of the turn and the evidence.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from memory.store import documents, episodes, facts, vectors
from memory.store.connection import raw
from memory.store.fields import from_millis
from memory.store.tables import Document, Episode
from memory.store.tombstones import GONE
from memory.types import Kind, Role, Status

BATCH = 100
Columns = dict[str, Any]
Row = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Source:
    """A table whose rows are found by documents of these kinds; `wanted` makes one of what `select` reads of a row."""

    table: str
    kinds: tuple[Kind, ...]
    select: str
    wanted: Callable[[Row], Columns | None]


def total() -> int:
    """How many rows there are that may want a document."""
    return sum(raw().execute(f"SELECT count(*) FROM {source.table}").fetchone()[0] for source in SOURCES)


def rows_after(source: Source, number: int) -> list[int]:
    """The next rows of a source."""
    found = raw().execute(f"SELECT id FROM {source.table} WHERE id > ? ORDER BY id LIMIT ?", (number, BATCH))
    return [row[0] for row in found]


def wrong(source: Source, rows: Sequence[int]) -> list[int]:
    """Those of the rows whose document is missing, is not as it should be, or should not be."""
    return [row for row, wanted, there in _compared(source, rows) if wanted != _columns(there)]


def mend(source: Source, rows: Sequence[int]) -> int:
    """Makes the documents of these rows as they should be; returns how many were not."""
    mended = 0
    for _, wanted, there in _compared(source, rows):
        if wanted == _columns(there):
            continue
        mended += 1
        if there is not None:
            there.delete_instance()
        if wanted is not None:
            same_text = there is not None and there.hash == wanted["hash"]
            Document.create(**wanted, embedded=there.embedded if there is not None and same_text else "")
    return mended


def drop_strays() -> int:
    """Removes documents whose row is gone; returns how many there were."""
    dropped = 0
    for source in SOURCES:
        marks = ", ".join("?" * len(source.kinds))
        cursor = raw().execute(
            f"DELETE FROM document WHERE kind IN ({marks}) AND item NOT IN (SELECT id FROM {source.table})",
            [str(kind) for kind in source.kinds],
        )
        dropped += cursor.rowcount
    return dropped


def remake_marks() -> None:
    """Documents whose vector is not there wait for it again, and vectors without a document go."""
    vectors.drop_unused()
    raw().execute(
        "UPDATE document SET embedded = '' WHERE embedded <> '' AND NOT EXISTS"
        " (SELECT 1 FROM vector v WHERE v.hash = document.hash AND v.fingerprint = document.embedded)"
    )


def _compared(source: Source, rows: Sequence[int]) -> Iterator[tuple[int, Columns | None, Document | None]]:
    marks = ", ".join("?" * len(rows))
    found = raw().execute(f"{source.select} WHERE r.id IN ({marks})", list(rows)).fetchall()
    wanted = {row[0]: source.wanted(row) for row in found}
    kinds = [str(kind) for kind in source.kinds]
    query = Document.select().where(Document.kind.in_(kinds), Document.item.in_(list(rows)))
    there = {document.item: document for document in query}
    for row in rows:
        yield row, wanted.get(row), there.get(row)


def _columns(document: Document | None) -> Columns | None:
    return None if document is None else {name: getattr(document, name) for name in _NAMES}


_NAMES = ("kind", "item", "conversation", "text", "grams", "hash", "partition", "created_at")

_MESSAGE = """
SELECT r.id, r.conversation_id, r.created_at, r.role, r.status,
    coalesce((SELECT group_concat(text, '') FROM
        (SELECT text FROM part WHERE message_id = r.id AND kind = 'text' ORDER BY position)), ''),
    (SELECT kind FROM document d WHERE d.item = r.id AND d.kind IN ('turn', 'drawer')),
    EXISTS (SELECT 1 FROM signal s WHERE s.message IN (r.id, r.parent))
FROM message r
"""


def _of_message(row: Row) -> Columns | None:
    number, conversation, created_at, role, status, text, known, learnt = row
    given_back = (role, status) == (Role.USER, Status.FAILED)
    if not text.strip() or text == GONE or given_back:
        return None
    kind = known or (Kind.TURN if learnt else Kind.DRAWER)
    return _wanted(kind, number, text, conversation, created_at)


_FACT = f"""
SELECT r.id, r.content, coalesce({facts.SAID_AT}, r.created_at),
    r.state = 'live' AND NOT coalesce(r.valid_to <= r.valid_from, 0),
    iif(d.id IS NOT NULL, d.conversation, coalesce(
        (SELECT m.conversation_id FROM fact_source s JOIN message m ON m.id = s.message
            WHERE s.fact_id = r.id ORDER BY s.message LIMIT 1),
        (SELECT conversation_id FROM session WHERE id = r.session)))
FROM fact r LEFT JOIN document d ON d.kind = 'fact' AND d.item = r.id
"""


def _of_fact(row: Row) -> Columns | None:
    number, content, said_at, counts, conversation = row
    return _wanted(Kind.FACT, number, content, conversation, said_at) if counts else None


_EPISODE = "SELECT r.id, r.conversation, r.ended_at, r.abandoned FROM episode r"


def _of_episode(row: Row) -> Columns | None:
    number, conversation, ended_at, abandoned = row
    if abandoned:
        return None
    text = episodes.searched(Episode.get_by_id(number))
    return _wanted(Kind.EPISODE, number, text, conversation, ended_at)


def _of_identity(row: Row) -> Columns | None:
    number, content, created_at = row
    return _wanted(Kind.IDENTITY, number, content, None, created_at)


def _wanted(kind: str, item: int, text: str, conversation: int | None, created_at: int) -> Columns:
    content = documents.searchable(text)
    return documents.columns(kind, item, content, conversation=conversation, created_at=from_millis(created_at))


SOURCES = (
    Source("message", (Kind.TURN, Kind.DRAWER), _MESSAGE, _of_message),
    Source("fact", (Kind.FACT,), _FACT, _of_fact),
    Source("episode", (Kind.EPISODE,), _EPISODE, _of_episode),
    Source("identity", (Kind.IDENTITY,), "SELECT r.id, r.content, r.created_at FROM identity r", _of_identity),
)
