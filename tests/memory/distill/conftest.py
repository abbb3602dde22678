from __future__ import annotations

import pytest

from memory.store.store import Store
from tests.memory.distill.talk import Talk
from tests.scripted import SetClock


@pytest.fixture
def talk(store: Store, clock: SetClock) -> Talk:
    """A conversation without a model; a test sets one where it wants one."""
    return Talk(store, clock)
