"""Whether what is stored has changed, in any window: each transaction raises the number. Runs in the store."""

from __future__ import annotations

from memory.store import meta
from memory.store.connection import DATABASE, raw

KEY = "changes"


def current() -> int:
    """The number of now; a transaction that is not over sees the one before it."""
    return int(meta.get(KEY) or 0)


def of_file() -> int:
    """Another number as soon as another connection has written anything, also what recall never looks at."""
    (number,) = raw().execute("PRAGMA data_version").fetchone()
    return int(number)


def count() -> None:
    """One more change, in the transaction that makes it."""
    if not DATABASE.execute_sql("UPDATE meta SET value = value + 1 WHERE key = ?", (KEY,)).rowcount:
        meta.put(KEY, "1")
