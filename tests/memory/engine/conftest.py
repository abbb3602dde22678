from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from memory.engine import Memory
from tests.memory.engine.opening import opened
from tests.scripted import SetClock


@pytest.fixture
def folder(home: Path) -> Path:
    return home / "profiles" / "default"


@pytest.fixture
async def memory(folder: Path, clock: SetClock) -> AsyncIterator[Memory]:
    async with opened(folder, clock) as found:
        yield found
