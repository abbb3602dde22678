"""What is always in context: the user's two files and the pinned facts."""

from __future__ import annotations

import asyncio
from pathlib import Path

from memory.engine.places import IDENTITY_NAME, SOUL_NAME
from memory.ports import Clock
from memory.store import facts, identity, ids
from memory.store.identity_file import IdentityFile, WatchedText
from memory.store.store import Store
from memory.types import IdentityLine, Kind, Standing


class Keeper:
    """Follows `identity.md` and `soul.md`: an edit in any editor counts from the next turn on."""

    def __init__(self, profile_dir: Path, store: Store, clock: Clock) -> None:
        self.file = IdentityFile(profile_dir / IDENTITY_NAME)
        self.soul = WatchedText(profile_dir / SOUL_NAME)
        self._store = store
        self._clock = clock
        self._synced: tuple[str, ...] | None = None
        self._left_out: tuple[str, ...] = ()

    @property
    def troubles(self) -> tuple[str, ...]:
        """What is wrong with the two files, in lines for the user."""
        left_out = f"Too long to be always in context: {', '.join(self._left_out)}" if self._left_out else ""
        return tuple(trouble for trouble in (self.file.trouble, self.soul.trouble, left_out) if trouble)

    async def standing(self) -> Standing:
        """Everything that stands in the system prompt, as the files are now."""
        await asyncio.to_thread(self._reload)
        await self._mirror()
        return await self._store.read(self._compose)

    def _reload(self) -> None:
        self.file.reload()
        self.soul.reload()

    async def _mirror(self) -> None:
        lines = self.file.lines
        if lines == self._synced or self._store.read_only:
            return
        at = self._clock.now()
        mirrored = await self._store.read(lambda: tuple(line.text for line in identity.lines()))
        if mirrored != lines:
            await self._store.write(lambda: identity.sync(lines, at))
        self._synced = lines

    def _compose(self) -> Standing:
        known = {line.text: line.id for line in identity.lines()}
        lines = tuple(IdentityLine(known.get(text, f"i{at}"), text) for at, text in enumerate(self.file.lines, start=1))
        pinned = tuple(facts.pinned())
        text = identity.standing_text(lines, pinned, self.soul.text)
        self._left_out = text.left_out
        return Standing(lines, pinned, self.soul.text, text.text, text.left_out, self.troubles)

    async def add(self, text: str) -> None:
        """Appends a line to `identity.md`. BadInput for one that can't be one."""
        await asyncio.to_thread(self.file.add, text)
        await self._mirror()

    async def edit(self, line_id: str, text: str) -> None:
        """Says the line in other words. NotFound, BadInput."""
        old = await self._line(line_id)
        await asyncio.to_thread(self.file.edit, old, text)
        await self._mirror()

    async def remove(self, line_id: str) -> None:
        """Takes the line out of the file. NotFound."""
        old = await self._line(line_id)
        await asyncio.to_thread(self.file.remove, old)
        await self._mirror()

    async def _line(self, line_id: str) -> str:
        number = ids.number(line_id, Kind.IDENTITY)
        return await self._store.read(lambda: str(identity.get(number).content))
