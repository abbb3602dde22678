"""A database that can't grow: SQLite itself answers that the disk is full."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from memory.engine import Memory
from memory.store.connection import DATABASE

LONG = "a word or two " * 20_000
"""More than the free pages of a new database hold."""


async def fill(memory: Memory) -> None:
    await _limit(memory, 1)


async def lift(memory: Memory) -> None:
    await _limit(memory, 2**30)


@asynccontextmanager
async def full_disk(memory: Memory) -> AsyncIterator[None]:
    await fill(memory)
    yield
    await lift(memory)


async def _limit(memory: Memory, pages: int) -> None:
    await memory._parts.store.outside_transaction(lambda: DATABASE.execute_sql(f"PRAGMA max_page_count = {pages}"))
