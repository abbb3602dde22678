"""A message and its copies in forks: one of them stands for all, the others are only found by a search.

It is the first that can be read: in a conversation that is not deleted, on the branch that is followed there. What was
learnt rests on it, and what waits to be learnt is its turn. Runs inside the store.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from memory.store import documents, paths, signals
from memory.store.connection import raw
from memory.store.statements import run
from memory.store.tables import LearntItem
from memory.types import Kind

_THESE = "(SELECT value FROM json_each(?))"
_GROUPS = f"""
SELECT DISTINCT coalesce(m.copied_from, m.id) FROM message m WHERE m.id IN {_THESE}
    AND (m.copied_from IS NOT NULL OR EXISTS (SELECT 1 FROM message c WHERE c.copied_from = m.id))
"""
_SAME = f"SELECT id FROM message WHERE id IN {_THESE} UNION SELECT id FROM message WHERE copied_from IN {_THESE}"
_MEMBERS = """
SELECT m.id, m.conversation_id, c.deleted_at IS NOT NULL FROM message m JOIN conversation c ON c.id = m.conversation_id
WHERE m.id = ? OR m.copied_from = ? ORDER BY m.id
"""

_READ_TOO = """
UPDATE session SET distilled_to = max(distilled_to, ?) WHERE id = (SELECT session_id FROM message WHERE id = ?)
    AND EXISTS (SELECT 1 FROM message m JOIN session s ON s.id = m.session_id
        WHERE m.id = ? AND m.id <= s.distilled_to)
"""
_FORGOTTEN_TOO = """
INSERT OR IGNORE INTO tombstone_source (tombstone_id, message)
SELECT tombstone_id, ? FROM tombstone_source WHERE message = ?
"""


def behind(messages: Iterable[int]) -> dict[int, int]:
    """For those of the messages that are copies, the one that stands for them."""
    sql = f"SELECT id, copied_from FROM message WHERE copied_from IS NOT NULL AND id IN {_THESE}"
    return dict(raw().execute(sql, (json.dumps(list(messages)),)).fetchall())


def once(messages: Iterable[int]) -> frozenset[int]:
    """Of these messages each that says something else: the one that stands for its copies, else the first of them."""
    known = frozenset(messages)
    stands_for = behind(known)
    first: dict[int, int] = {}
    for number in sorted(known, key=lambda one: (one in stands_for, one)):
        first.setdefault(stands_for.get(number, number), number)
    return frozenset(first.values())


def same(messages: Iterable[int]) -> frozenset[int]:
    """The messages with all that say the same as one of them, copies and what was copied."""
    known = frozenset(messages)
    groups = json.dumps(list(known | _numbers(_GROUPS, known)))
    return known.union(number for (number,) in raw().execute(_SAME, (groups, groups)))


def settle(messages: Iterable[int]) -> None:
    """These messages can be read from now on, or no longer: finds anew which of each group stands for it."""
    paths_of: dict[int, frozenset[int]] = {}
    taken_over = [
        (group, first)
        for group in sorted(_numbers(_GROUPS, messages))
        if (first := _first_readable(group, paths_of)) not in (None, group)
    ]
    for old, new in taken_over:
        _stand_in(old, new)
    for old, new in taken_over:  # the kind of a reply depends on the question above it
        documents.become(old, Kind.TURN, Kind.DRAWER)
        if signals.answered([new]):
            documents.become(new, Kind.DRAWER, Kind.TURN)


def _first_readable(group: int, paths_of: dict[int, frozenset[int]]) -> int | None:
    for number, conversation, deleted in raw().execute(_MEMBERS, (group, group)).fetchall():
        if deleted:
            continue
        if conversation not in paths_of:
            paths_of[conversation] = paths.followed(conversation)
        if number in paths_of[conversation]:
            return int(number)
    return None


def _stand_in(old: int, new: int) -> None:
    """`new` takes the place of `old`, with its turn and all that rests on it."""
    run("UPDATE message SET copied_from = ? WHERE id = ? OR copied_from = ?", new, old, old)
    run("UPDATE message SET copied_from = NULL WHERE id = ?", new)
    run(_READ_TOO, new, new, old)
    run(
        "UPDATE signal SET message = m.id, session_id = m.session_id, conversation = m.conversation_id"
        " FROM message m WHERE m.id = ? AND signal.message = ?",
        new,
        old,
    )
    facts = list(_facts_of(old))
    run("UPDATE OR IGNORE fact_source SET message = ? WHERE message = ?", new, old)
    run("DELETE FROM fact_source WHERE message = ?", old)
    run(_FORGOTTEN_TOO, new, old)
    run("UPDATE relation SET message = ? WHERE message = ?", new, old)
    run(
        "UPDATE document SET conversation = (SELECT conversation_id FROM message WHERE id = ?)"
        f" WHERE kind = '{Kind.FACT}' AND item IN {_THESE}"
        " AND conversation IS (SELECT conversation_id FROM message WHERE id = ?)",
        new,
        json.dumps(facts),
        old,
    )
    for item in LearntItem.select().where(LearntItem.fact.in_(facts)):
        LearntItem.update(messages=[new if one == old else one for one in item.messages]).where(
            LearntItem.id == item.id
        ).execute()


def _facts_of(message: int) -> Iterator[int]:
    yield from (row[0] for row in raw().execute("SELECT fact_id FROM fact_source WHERE message = ?", (message,)))


def _numbers(sql: str, messages: Iterable[int]) -> frozenset[int]:
    return frozenset(number for (number,) in raw().execute(sql, (json.dumps(list(messages)),)))
