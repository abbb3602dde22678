"""Two facts that may be one, put straight into a profile's database."""

from __future__ import annotations

from pathlib import Path

from memory.engine.places import DATABASE_NAME
from memory.store import doubts, facts
from memory.store.store import Store
from tests.scripted import SetClock


async def doubt(profile: Path, newer: str, older: str, *, contradicts: bool = False) -> str:
    """The id of the newer fact, which names the pair."""
    profile.mkdir(parents=True, exist_ok=True)
    store = Store(profile / DATABASE_NAME)
    await store.open()
    try:
        return f"f{await store.write(lambda: _noted(newer, older, contradicts))}"
    finally:
        await store.close()


def _noted(newer: str, older: str, contradicts: bool) -> int:
    at = SetClock().now()
    first = facts.add(older, at=at, valid_from=at)
    second = facts.add(newer, at=at, valid_from=at)
    kind = doubts.CONTRADICT if contradicts else doubts.SAME
    doubts.note(second, first, kind, doubts.OPEN, at)
    return second
