"""A real memory for tests of the program; without an embedding model words find everything."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from memory.engine import Memory
from memory.settings import MemorySettings, Settings
from memory.types import Mode
from tests.scripted import SetClock


@asynccontextmanager
async def open_memory(
    home: Path, *, mode: Mode = Mode.READ_WRITE, clock: SetClock | None = None, embedding_model: str = "none"
) -> AsyncIterator[Memory]:
    settings = Settings(memory=MemorySettings(mode=mode, embedding_model=embedding_model), time_zone="UTC")
    opening = Memory.open(
        home / "profiles" / "default",
        settings=settings,
        clock=clock,
        incognito=mode is Mode.INCOGNITO,
        background=False,
    )
    async with opening as memory:
        yield memory
