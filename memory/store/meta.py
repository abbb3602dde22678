"""What the database notes of itself, one value by each key. Runs inside the store."""

from __future__ import annotations

from memory.store.statements import one, run


def get(key: str) -> str | None:
    row = one("SELECT value FROM meta WHERE key = ?", key)
    return None if row is None else str(row[0])


def put(key: str, value: str) -> None:
    run("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)", key, value)


def drop(key: str) -> None:
    run("DELETE FROM meta WHERE key = ?", key)
