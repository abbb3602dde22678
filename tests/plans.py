"""Which statements of a piece of work read a whole table, by SQLite's own plans."""

from __future__ import annotations

import re
from collections.abc import Callable

from memory.store.connection import raw

_READS = re.compile(r"(?:SELECT|UPDATE|DELETE|WITH)\b")
_WHOLE = re.compile(r"SCAN (?!.*VIRTUAL TABLE|.*CONSTANT ROW|.*SUBQUERY)")
_FREE = ("(0 = 1)", "document_words_config")
"""A condition that is never true reads nothing; the full-text index keeps its own settings in a table of one row."""


def scans(work: Callable[[], object]) -> list[str]:
    """Runs `work` in the store and returns the statements that read every row of a table."""
    statements: list[str] = []
    raw().set_trace_callback(statements.append)
    try:
        work()
    finally:
        raw().set_trace_callback(None)
    read = [sql for sql in statements if _READS.match(sql) and not any(free in sql for free in _FREE)]
    return [sql for sql in read if _scans(sql)]


def _scans(sql: str) -> bool:
    return any(_WHOLE.match(step[3]) for step in raw().execute(f"EXPLAIN QUERY PLAN {sql}"))
