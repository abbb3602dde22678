"""A profile's records as they go into a file, one after the other. All functions run inside the store.

Left out are what was deleted, and what is made anew or belongs to this computer: vectors, search indexes, the ledger,
logs, calls.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from memory.portable.shape import FORMAT, PART, SESSION, SHAPES, VERSION, Field, Record, shown
from memory.store.connection import raw
from memory.types import PartitionKind

_PAGE = 200
_KEPT = "c.deleted_at IS NULL AND EXISTS (SELECT 1 FROM message m WHERE m.conversation_id = c.id)"
_CONVERSATIONS = f"SELECT {{columns}} FROM conversation c WHERE {_KEPT} ORDER BY c.id"
_DOCUMENT = "SELECT d.{column} FROM document d WHERE d.kind {kinds} AND d.item = {item} LIMIT 1"
_FOUND_AS = _DOCUMENT.format(column="kind", kinds="IN ('turn', 'drawer')", item="t.id")
_PLACE = _DOCUMENT.format(column="conversation", kinds="= 'fact'", item="t.id")
_SESSION = (
    f"SELECT s.id FROM session s JOIN conversation c ON c.id = s.conversation_id WHERE s.id = t.session AND {_KEPT}"
)
_TREE = """
WITH RECURSIVE tree(id, place, depth) AS (
    SELECT id, seq, 0 FROM message WHERE conversation_id = ? AND parent IS NULL UNION ALL
    SELECT m.id, max(m.seq, tree.place), depth + 1 FROM message m JOIN tree ON m.parent = tree.id
)
"""
"""A reply may be newer than what stands below it, where another window had gone on before it came."""
_PARTITION = "SELECT p.kind || ':' || p.name FROM partition p WHERE p.id = t.partition"
_EPISODES_KEPT = (
    "t.conversation IS NULL OR NOT EXISTS"
    " (SELECT 1 FROM conversation c WHERE c.id = t.conversation AND c.deleted_at IS NOT NULL)"
)


def in_order() -> Iterator[Record]:
    """Everything, each kind by its numbers, and a message after all that it follows."""
    yield header()
    yield from identity()
    yield from conversations()
    yield from entities()
    yield from facts()
    yield from episodes()
    yield from relations()


def header() -> Record:
    return shown("header", (FORMAT, VERSION))


def total() -> int:
    """About how many records there are, for a progress bar."""
    tables = ("identity", "conversation", "message", "entity", "fact", "episode", "relation")
    return sum(raw().execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in tables)


def identity() -> Iterator[Record]:
    for number, text, at in _rows("SELECT id, content, created_at FROM identity ORDER BY position, id"):
        yield shown("identity", (number, text, at))


def conversations() -> Iterator[Record]:
    """Each conversation, and behind it its messages."""
    names = {name: f"coalesce((SELECT p.name FROM partition p WHERE p.id = c.{name}), '')" for name in PartitionKind}
    columns = _columns(SHAPES["conversation"][:-1], "c", **names)
    for row in _rows(_CONVERSATIONS.format(columns=columns)):
        sessions = _rows(
            f"SELECT {_columns(SESSION, 's')} FROM session s WHERE conversation_id = ? ORDER BY id", row[0]
        )
        yield shown("conversation", (*row, list(sessions)))
        yield from _messages(row[0])


def _messages(conversation: int) -> Iterator[Record]:
    columns = _columns(
        SHAPES["message"][:-1],
        "t",
        conversation="t.conversation_id",
        session="t.session_id",
        found_as=f"({_FOUND_AS})",
        learning="s.state",
        attempts="coalesce(s.attempts, 0)",
    )
    joined = "message t JOIN tree ON tree.id = t.id LEFT JOIN signal s ON s.message = t.id"
    sql = f"{_TREE} SELECT {columns} FROM {joined} ORDER BY tree.place, tree.depth, t.seq"
    parts = f"SELECT {_columns(PART, 'p')} FROM part p WHERE p.message_id = ? ORDER BY p.position"
    for row in _rows(sql, conversation):
        yield shown("message", (*row, list(_rows(parts, row[0]))))


def entities() -> Iterator[Record]:
    for number, name, kind, at in _rows("SELECT id, name, kind, created_at FROM entity ORDER BY id"):
        aliases = _column("SELECT name FROM alias WHERE entity_id = ? ORDER BY folded", number)
        yield shown("entity", (number, name, kind, aliases, at))


def facts(order: str = "t.id") -> Iterator[Record]:
    columns = _columns(
        SHAPES["fact"],
        "t",
        text="t.content",
        sources="NULL",
        conversation=f"({_PLACE})",
        session=f"({_SESSION})",
        partition=f"coalesce(({_PARTITION}), '')",
        about="NULL",
    )
    at, about = _positions("fact", "sources", "about")
    for row in _rows(f"SELECT {columns} FROM fact t ORDER BY {order}"):
        record = list(row)
        record[at] = _column("SELECT message FROM fact_source WHERE fact_id = ? ORDER BY message", row[0])
        record[about] = _about("fact", row[0])
        yield shown("fact", record)


def episodes(order: str = "t.id") -> Iterator[Record]:
    columns = _columns(SHAPES["episode"], "t", text="t.summary", session="t.session_id", about="NULL")
    (about,) = _positions("episode", "about")
    for row in _rows(f"SELECT {columns} FROM episode t WHERE {_EPISODES_KEPT} ORDER BY {order}"):
        record = list(row)
        record[about] = _about("episode", row[0])
        yield shown("episode", record)


def relations() -> Iterator[Record]:
    columns = _columns(SHAPES["relation"], "t", subject="a.name", object="b.name")
    joined = "relation t JOIN entity a ON a.id = t.subject_id JOIN entity b ON b.id = t.object_id"
    for row in _rows(f"SELECT {columns} FROM {joined} ORDER BY t.id"):
        yield shown("relation", row)


def _about(kind: str, item: int) -> list[str]:
    """The names of the entities that a memory mentions."""
    joined = "mention n JOIN entity e ON e.id = n.entity_id"
    return _column(f"SELECT e.name FROM {joined} WHERE n.kind = ? AND n.item = ? ORDER BY e.id", kind, item)


def _columns(fields: Sequence[Field], table: str, **others: str) -> str:
    """The columns of a shape, for a SELECT; those that are called otherwise come by name."""
    return ", ".join(others.get(field.name, f'{table}."{field.name}"') for field in fields)


def _positions(kind: str, *names: str) -> list[int]:
    known = [field.name for field in SHAPES[kind]]
    return [known.index(name) for name in names]


def _column(sql: str, *values: object) -> list[Any]:
    return [row[0] for row in raw().execute(sql, values)]


def _rows(sql: str, *values: object) -> Iterator[tuple[Any, ...]]:
    cursor = raw().execute(sql, values)
    while page := cursor.fetchmany(_PAGE):
        yield from page
