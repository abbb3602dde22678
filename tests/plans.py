"""Which statements of a piece of work read a whole table, by SQLite's own plans."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import Any

from memory.store.connection import raw
from memory.store.store import Store

_READS = re.compile(r"\s*(?:SELECT|UPDATE|DELETE|WITH)\b")
_WHOLE = re.compile(r"SCAN (?!\(subquery|CONSTANT ROW|.*VIRTUAL TABLE)")
_FREE = ("(0 = 1)", "document_words_config", 'FROM "narrative"')
"""A condition that is never true reads nothing; the full-text index keeps its own settings in a table of one row; a
narrative of 200 tokens is told from a few facts."""


def watched(store: Store) -> list[str]:
    """A list that grows by what each read and write of the store from now on reads whole."""
    found: list[str] = []

    def with_scans(run: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
        async def running(work: Callable[[], object], **more: bool) -> object:
            results: list[object] = []
            found.extend(await run(lambda: scans(lambda: results.append(work())), **more))
            return results[0]

        return running

    for name in ("read", "write"):
        setattr(store, name, with_scans(getattr(store, name)))
    return found


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
