from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from memory.engine import Memory
from tests.scripted import SetClock
from tests.tui.chat.opened import open_memory


@pytest.fixture
async def memory(home: Path, clock: SetClock) -> AsyncIterator[Memory]:
    """The default profile's memory."""
    async with open_memory(home, clock=clock) as opened:
        yield opened


@pytest.fixture
async def talk(memory: Memory) -> str:
    """A new conversation."""
    return (await memory.new_conversation()).id
