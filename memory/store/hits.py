"""Documents as search results: rows joined with what says whether they still count."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple, TypeVar

from memory.store.connection import raw
from memory.store.fields import from_millis, to_millis

T = TypeVar("T")
_COLUMNS = """d.id, d.kind, d.item, d.conversation, d.created_at, d.text, d.partition,
    m.session_id, coalesce(m.role, ''), m.id IS NOT NULL AND (s.id IS NULL OR m.id > s.distilled_to) AND NOT EXISTS (
        SELECT 1 FROM fact_source x JOIN fact y ON y.id = x.fact_id
        WHERE x.message = m.id AND (y.state <> 'live' OR y.valid_to IS NOT NULL)),
    p.id, coalesce(substr(rtrim(p.text), -1) IN ('?', '？', '؟'), 0)"""
_JOINED = """
LEFT JOIN conversation c ON c.id = d.conversation
LEFT JOIN fact f ON d.kind = 'fact' AND f.id = d.item
LEFT JOIN message m ON d.kind IN ('turn', 'drawer') AND m.id = d.item
LEFT JOIN session s ON s.id = m.session_id
LEFT JOIN message b ON b.id = m.parent AND b.session_id = m.session_id
LEFT JOIN document p ON p.kind = 'turn' AND p.item = b.id
"""
_LIVING = f"""{_JOINED}
WHERE (CASE d.kind WHEN 'fact' THEN f.state = 'live' AND f.valid_to IS NULL ELSE c.deleted_at IS NULL END)
"""
_SELECT = f"SELECT {_COLUMNS} FROM document d {_LIVING}"
_OF_VECTORS = f"SELECT v.id, {_COLUMNS} FROM vector v CROSS JOIN document d ON d.hash = v.hash {_LIVING}"
_ONE_OF = "IN (SELECT value FROM json_each(?))"
"""One parameter for many numbers: the statement stays the same, so SQLite need not plan it again."""


class Hit(NamedTuple):
    """A document and how well it fits; `score` grows with the fit, its scale belongs to whoever searched.

    `session` and `role` are those of a turn; `fresh` says that no distillation has read it yet and nothing that the
    rules took from it is over, `before` is the document of the turn before it in the session, and `answers` says that
    it ends in a question.
    """

    document: int
    kind: str
    item: int
    score: float
    conversation: int | None
    created_at: datetime
    text: str
    partition: int = 0
    session: int | None = None
    role: str = ""
    fresh: bool = False
    before: int | None = None
    answers: bool = False


@dataclass(frozen=True, slots=True)
class Scope:
    """Which documents may be found. `exclude` names (kind, item); `since` and `until` are a half-open span.

    `partitions` () are all of them.
    """

    kinds: tuple[str, ...] = ()
    exclude: frozenset[tuple[str, int]] = field(default_factory=frozenset)
    conversation: int | None = None
    since: datetime | None = None
    until: datetime | None = None
    partitions: tuple[int, ...] = ()

    def where(self) -> tuple[str, list[Any]]:
        """The SQL conditions on `d` that the scope adds, and their parameters.

        The + keeps SQLite from walking through a whole kind when a few numbers or hashes are asked for.
        """
        parts: list[str] = []
        values: list[Any] = []
        if self.kinds:
            parts.append(f"+d.kind IN ({', '.join('?' * len(self.kinds))})")
            values.extend(map(str, self.kinds))
        if self.partitions:
            parts.append(f"+d.partition IN ({', '.join('?' * len(self.partitions))})")
            values.extend(self.partitions)
        for condition, value in (
            ("d.conversation = ?", self.conversation),
            ("d.created_at >= ?", self.since and to_millis(self.since)),
            ("d.created_at < ?", self.until and to_millis(self.until)),
        ):
            if value is not None:
                parts.append(condition)
                values.append(value)
        return "".join(f" AND {part}" for part in parts), values


def chunked(numbers: Sequence[T], size: int = 500) -> Iterable[Sequence[T]]:
    """Pieces that fit into one statement's parameters."""
    return (numbers[at : at + size] for at in range(0, len(numbers), size))


def living(documents: Mapping[int, float], scope: Scope) -> list[Hit]:
    """Those of `documents` that still count and lie in `scope`, in their order, with their scores."""
    condition, values = scope.where()
    rows = raw().execute(f"{_SELECT} AND d.id {_ONE_OF}{condition}", [json.dumps(list(documents)), *values])
    found = {row[0]: _hit(row, documents[row[0]]) for row in rows if (row[1], row[2]) not in scope.exclude}
    return [found[number] for number in documents if number in found]


def of_vectors(numbers: Mapping[int, float], scope: Scope) -> dict[int, list[Hit]]:
    """The living documents in `scope` by the numbers of the vectors of their texts, with the scores of these."""
    condition, values = scope.where()
    found: dict[int, list[Hit]] = {}
    rows = raw().execute(f"{_OF_VECTORS} AND v.id {_ONE_OF}{condition}", [json.dumps(list(numbers)), *values])
    for row in rows:
        if (row[2], row[3]) not in scope.exclude:
            found.setdefault(row[0], []).append(_hit(row[1:], numbers[row[0]]))
    return found


def elsewhere(numbers: Iterable[int], partitions: Sequence[int]) -> int:
    """How many of these vectors' texts belong to other partitions."""
    marks = ", ".join("?" * len(partitions))
    sql = (
        "SELECT count(DISTINCT v.id) FROM vector v CROSS JOIN document d ON d.hash = v.hash"
        f" WHERE v.id {_ONE_OF} AND +d.partition NOT IN ({marks})"
    )
    return int(raw().execute(sql, [json.dumps(list(numbers)), *partitions]).fetchone()[0])


def of_items(kind: str, items: Iterable[int]) -> list[Hit]:
    """The living documents of these items, in their order."""
    wanted = list(items)
    found: dict[int, Hit] = {}
    for chunk in chunked(wanted):
        sql = f"{_SELECT} AND d.kind = ? AND d.item IN ({', '.join('?' * len(chunk))})"
        found.update((hit.item, hit) for hit in map(_hit, raw().execute(sql, [kind, *chunk])))
    return [found[item] for item in wanted if item in found]


def over(facts: Sequence[int]) -> list[Hit]:
    """The documents of these facts, though they hold no more, in their order."""
    sql = f"SELECT {_COLUMNS} FROM document d {_JOINED} WHERE d.kind = 'fact' AND d.item {_ONE_OF} AND f.state = 'live'"
    found = {hit.item: hit for hit in map(_hit, raw().execute(sql, (json.dumps(list(facts)),)))}
    return [found[number] for number in facts if number in found]


def of_facts(documents: Iterable[int], within: Sequence[int] = ()) -> list[Hit]:
    """Those of the documents that are facts of the partitions `within`, whether they still hold or not."""
    sql = f"SELECT {_COLUMNS} FROM document d {_JOINED} WHERE d.kind = 'fact' AND d.id {_ONE_OF} AND f.state = 'live'"
    wanted = list(documents)
    found = {hit.document: hit for hit in map(_hit, raw().execute(sql, (json.dumps(wanted),)))}
    seen = [found[number] for number in wanted if number in found]
    return [hit for hit in seen if not within or hit.partition in within]


def newest(scope: Scope, limit: int) -> list[Hit]:
    """The newest living documents in `scope`."""
    condition, values = scope.where()
    rows = raw().execute(f"{_SELECT}{condition} ORDER BY d.created_at DESC, d.id DESC LIMIT ?", [*values, limit])
    return [hit for hit in map(_hit, rows) if (hit.kind, hit.item) not in scope.exclude]


def _hit(row: Sequence[Any], score: float = 0.0) -> Hit:
    document, kind, item, conversation, created_at, text, partition, session, role, fresh, before, answers = row
    at = from_millis(created_at)
    return Hit(
        document,
        kind,
        item,
        score,
        conversation,
        at,
        text,
        partition,
        session,
        role,
        bool(fresh),
        before,
        bool(answers),
    )
