"""Documents as search results: rows joined with what says whether they still count."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple, TypeVar

from memory.store.connection import raw
from memory.store.fields import from_millis, to_millis

T = TypeVar("T")
_SELECT = """
SELECT d.id, d.kind, d.item, d.conversation, d.created_at, d.text, d.partition,
    m.session_id, coalesce(m.role, ''), m.id IS NOT NULL AND (s.id IS NULL OR m.id > s.distilled_to)
FROM document d
LEFT JOIN conversation c ON c.id = d.conversation
LEFT JOIN fact f ON d.kind = 'fact' AND f.id = d.item
LEFT JOIN message m ON d.kind IN ('turn', 'drawer') AND m.id = d.item
LEFT JOIN session s ON s.id = m.session_id
WHERE (CASE d.kind WHEN 'fact' THEN f.state = 'live' AND f.valid_to IS NULL ELSE c.deleted_at IS NULL END)
"""


class Hit(NamedTuple):
    """A document and how well it fits; `score` grows with the fit, its scale belongs to whoever searched.

    `session` and `role` are those of a turn; `fresh` says that no distillation has read it yet.
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


def living(documents: Iterable[int], scope: Scope) -> dict[int, Hit]:
    """Those of `documents` that still count and lie in `scope`, by number, with score 0."""
    return _select("d.id", list(documents), scope)


def of_hashes(hashes: Iterable[str], scope: Scope) -> dict[str, list[Hit]]:
    """The living documents in `scope` that have one of these texts."""
    wanted = list(hashes)
    found: dict[str, list[Hit]] = {}
    condition, values = scope.where()
    for chunk in chunked(wanted):
        marks = ", ".join("?" * len(chunk))
        sql = _SELECT.replace("SELECT d.id", "SELECT d.hash, d.id", 1) + f" AND d.hash IN ({marks}){condition}"
        for digest, *row in raw().execute(sql, [*chunk, *values]):
            hit = _hit(row)
            if (hit.kind, hit.item) not in scope.exclude:
                found.setdefault(digest, []).append(hit)
    return found


def elsewhere(hashes: Iterable[str], partitions: Sequence[int]) -> int:
    """How many of these texts belong to other partitions."""
    marks = ", ".join("?" * len(partitions))
    found = 0
    for chunk in chunked(list(hashes)):
        sql = (
            f"SELECT count(DISTINCT hash) FROM document WHERE hash IN ({', '.join('?' * len(chunk))})"
            f" AND +partition NOT IN ({marks})"
        )
        found += raw().execute(sql, [*chunk, *partitions]).fetchone()[0]
    return found


def of_items(kind: str, items: Iterable[int]) -> list[Hit]:
    """The living documents of these items, in their order."""
    wanted = list(items)
    found: dict[int, Hit] = {}
    for chunk in chunked(wanted):
        sql = f"{_SELECT} AND d.kind = ? AND d.item IN ({', '.join('?' * len(chunk))})"
        found.update((hit.item, hit) for hit in map(_hit, raw().execute(sql, [kind, *chunk])))
    return [found[item] for item in wanted if item in found]


def newest(scope: Scope, limit: int) -> list[Hit]:
    """The newest living documents in `scope`."""
    condition, values = scope.where()
    rows = raw().execute(f"{_SELECT}{condition} ORDER BY d.created_at DESC, d.id DESC LIMIT ?", [*values, limit])
    return [hit for hit in map(_hit, rows) if (hit.kind, hit.item) not in scope.exclude]


def containing(substring: str, scope: Scope, limit: int) -> list[Hit]:
    """The newest living documents whose text holds `substring`, whatever its case."""
    condition, values = scope.where()
    pattern = "%" + substring.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_") + "%"
    rows = raw().execute(
        f"{_SELECT} AND d.text LIKE ? ESCAPE '\\'{condition} ORDER BY d.id DESC LIMIT ?", [pattern, *values, limit]
    )
    return [hit._replace(score=1.0) for hit in map(_hit, rows) if (hit.kind, hit.item) not in scope.exclude]


def _select(column: str, wanted: Sequence[int], scope: Scope) -> dict[int, Hit]:
    condition, values = scope.where()
    found: dict[int, Hit] = {}
    for chunk in chunked(wanted):
        sql = f"{_SELECT} AND {column} IN ({', '.join('?' * len(chunk))}){condition}"
        for row in raw().execute(sql, [*chunk, *values]):
            hit = _hit(row)
            if (hit.kind, hit.item) not in scope.exclude:
                found[hit.document] = hit
    return found


def _hit(row: Sequence[Any]) -> Hit:
    document, kind, item, conversation, created_at, text, partition, session, role, fresh = row
    at = from_millis(created_at)
    return Hit(document, kind, item, 0.0, conversation, at, text, partition, session, role, bool(fresh))
