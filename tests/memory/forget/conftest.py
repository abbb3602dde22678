from __future__ import annotations

from pathlib import Path

import pytest

from memory.store.store import Store
from tests.memory.forget.profile import Profile, open_profile
from tests.scripted import SetClock


@pytest.fixture
def profile(tmp_path: Path, store: Store, clock: SetClock) -> Profile:
    return open_profile(tmp_path, store, clock)
