"""Whether the user of a profile has yet to be shown around."""

from __future__ import annotations

from memory.store import identity, meta, records
from memory.store.store import Store

_SHOWN = "shown_around"


class Newcomer:
    """Somebody whose profile is empty, until they have been shown around or said that they need it not."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def is_here(self) -> bool:
        return not self._store.read_only and self._store.path is not None and await self._store.read(_untouched)

    async def shown_around(self) -> None:
        """It does not come again, whatever becomes of the profile."""
        await self._store.write(lambda: meta.put(_SHOWN, "1"), recalled=False)


def _untouched() -> bool:
    return meta.get(_SHOWN) is None and not any(records.counts().values()) and not identity.lines()
