"""Statements that wait for the user's word, put straight into a profile's database."""

from __future__ import annotations

from pathlib import Path

from memory.engine.places import DATABASE_NAME
from memory.store import inbox
from memory.store.store import Store
from memory.types import Origin
from tests.scripted import SetClock


async def propose(profile: Path, text: str, *, instruction: bool = False) -> str:
    """The id of the statement, as if it stood in a pasted text."""
    profile.mkdir(parents=True, exist_ok=True)
    store = Store(profile / DATABASE_NAME)
    await store.open()
    try:
        number = await store.write(
            lambda: inbox.propose(
                text,
                at=SetClock().now(),
                origin=Origin.PASTED,
                quote=text,
                sources=[12],
                state=inbox.QUARANTINED if instruction else inbox.INBOX,
            )
        )
    finally:
        await store.close()
    return f"f{number}"
