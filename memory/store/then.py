"""What was said in a span of time, and what was learnt from it. Runs inside the store."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from memory.store.connection import raw
from memory.store.fields import from_millis, to_millis

_MOST = 200
"""So many facts are looked at, those that were asked for with them: a line of changes may be long."""
_AMONG = "IN (SELECT value FROM json_each(?))"


def said(start: datetime, end: datetime, limit: int) -> list[int]:
    """The newest messages from `start` up to `end`."""
    sql = "SELECT id FROM message WHERE created_at >= ? AND created_at < ? ORDER BY created_at DESC LIMIT ?"
    return _numbers(sql, to_millis(start), to_millis(end), limit)


def facts_from(messages: Sequence[int]) -> list[int]:
    """The facts that rest on one of these messages."""
    return _numbers(f"SELECT DISTINCT fact_id FROM fact_source WHERE message {_AMONG}", _list(messages))


def episodes_with(messages: Sequence[int]) -> list[int]:
    """The digests of the sessions that these messages belong to."""
    sessions = f"SELECT DISTINCT session_id FROM message WHERE id {_AMONG}"
    return _numbers(f"SELECT id FROM episode WHERE session_id IN ({sessions})", _list(messages))


def begun(facts: Sequence[int]) -> dict[int, datetime]:
    """Since when each of these facts holds, where that is known."""
    sql = f"SELECT id, valid_from FROM fact WHERE id {_AMONG} AND valid_from IS NOT NULL"
    return {number: from_millis(at) for number, at in raw().execute(sql, (_list(facts),))}


def over(facts: Sequence[int], start: datetime, end: datetime) -> dict[int, datetime]:
    """Which of these facts held between `start` and `end` and hold no more, and until when."""
    sql = f"""
    SELECT id, valid_to FROM fact
    WHERE id {_AMONG} AND coalesce(valid_from, ?) < min(valid_to, ?) AND valid_to > ?
    """
    first, last = to_millis(start), to_millis(end)
    rows = raw().execute(sql, (_list(facts), first, last, first))
    return {number: from_millis(until) for number, until in rows}


def interval(fact: int) -> tuple[datetime | None, datetime | None]:
    """From when until when the fact held, as far as that is known."""
    row = raw().execute("SELECT valid_from, valid_to FROM fact WHERE id = ?", (fact,)).fetchone()
    begun, ended = row or (None, None)
    return (None if begun is None else from_millis(begun), None if ended is None else from_millis(ended))


def held(facts: Sequence[int], start: datetime, end: datetime) -> dict[int, tuple[int, datetime]]:
    """What held between `start` and `end` before one of these facts came: that one, and the end, by number."""
    sql = f"""
    WITH RECURSIVE line(id, first) AS (
        SELECT value, value FROM json_each(?)
        UNION SELECT f.id, line.first FROM line JOIN fact f ON f.superseded_by = line.id LIMIT {_MOST}
    )
    SELECT f.id, line.first, f.valid_to FROM line JOIN fact f ON f.id = line.id
    WHERE f.state = 'live' AND coalesce(f.valid_from, ?) < min(f.valid_to, ?) AND f.valid_to > ?
    """
    begun, last = to_millis(start), to_millis(end)
    rows = raw().execute(sql, (_list(facts), begun, last, begun))
    return {number: (first, from_millis(until)) for number, first, until in rows}


def _numbers(sql: str, *values: object) -> list[int]:
    return [int(number) for (number,) in raw().execute(sql, values)]


def _list(numbers: Sequence[int]) -> str:
    return f"[{','.join(map(str, numbers))}]"
