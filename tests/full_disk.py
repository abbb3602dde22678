"""Two stand-ins for a full disk, which would need a file system of its own."""

from __future__ import annotations

import resource
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

from memory.engine import Memory
from memory.store.connection import DATABASE

LONG = "a word or two " * 20_000
"""More than the free pages of a new database hold."""


@contextmanager
def no_file_grows(largest: int = 4096) -> Iterator[None]:
    """The system refuses this process to write beyond the first bytes of any file."""
    _limit_files(largest)
    try:
        yield
    finally:
        _limit_files(resource.RLIM_INFINITY)


def _limit_files(size: int) -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


@asynccontextmanager
async def full_disk(memory: Memory) -> AsyncIterator[None]:
    """The database can't grow: SQLite itself answers that the disk is full."""
    await fill(memory)
    try:
        yield
    finally:
        await lift(memory)


async def fill(memory: Memory) -> None:
    await _limit_pages(memory, 1)


async def lift(memory: Memory) -> None:
    await _limit_pages(memory, 2**30)


async def _limit_pages(memory: Memory, pages: int) -> None:
    await memory._parts.store.outside_transaction(lambda: DATABASE.execute_sql(f"PRAGMA max_page_count = {pages}"))
