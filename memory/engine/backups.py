"""Writes a whole profile into one file, while windows go on using it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from memory import archive
from memory.engine.places import DATABASE_NAME, JOURNAL_FOLDER
from memory.errors import BadInput, StoreError
from memory.forget.exports import Exports
from memory.forget.forgetting import Forgetting
from memory.portable.belongings import Shared, gather
from memory.portable.file import new_file
from memory.ports import Clock
from memory.progress import Told, from_thread, silent
from memory.store import copies, receipts, tombstones
from memory.store.migrate import one_at_a_time
from memory.store.store import Store
from memory.types import BackedUp

_COPY = "memory.backup.half"
"""A forget takes it like every other backup beside the database."""
_COPIED = 0.3
"""The share of the way at which the database is copied; the rest is packing."""


class Backup:
    """Backups of one profile."""

    def __init__(self, store: Store, clock: Clock, folder: Path, forgetting: Forgetting, exports: Exports) -> None:
        self._store = store
        self._clock = clock
        self._folder = folder
        self._forgetting = forgetting
        self._exports = exports

    async def write(self, path: Path, shared: Shared, *, overwrite: bool = False, told: Told = silent) -> BackedUp:
        """Backs up everything that belongs to the profile, without keys and what is made anew, such as indexes.

        BadInput for a file that is there already and in incognito; StoreError, and no file, where something is
        forgotten meanwhile. A forget names the file like an export.
        """
        if self._store.read_only or self._store.path is None:
            raise BadInput("This profile is only read; nothing was backed up", hint="Back up outside incognito")
        await asyncio.to_thread(self._refuse_own, path)
        if not await self._forgetting.finish_pending():
            raise StoreError("Forgotten text still waits to be erased", hint="Close other windows and back up again")
        await self._store.write(tombstones.hasher, recalled=False)
        erased = await self._store.read(receipts.last_erased)
        written = await self._written(path, shared, overwrite, from_thread(told))
        await self._exports.note(path)
        if await self._store.read(receipts.last_erased) != erased:
            await asyncio.to_thread(path.unlink, missing_ok=True)
            raise StoreError("Something was forgotten during the backup, so it was dropped", hint="Back up again")
        return written

    def _refuse_own(self, path: Path) -> None:
        inside = path.resolve().is_relative_to(self._folder.resolve())
        if inside and not path.resolve().is_relative_to(self._exports.folder.resolve()):
            raise BadInput(f"{path} lies in the profile itself", hint="Give another place")

    async def _written(self, path: Path, shared: Shared, overwrite: bool, say: Told) -> BackedUp:
        store = Store(self._folder / DATABASE_NAME, read_only=True)
        await store.open()
        try:
            return await store.read(lambda: self._pack(path, shared, overwrite, say))
        finally:
            await store.close()

    def _pack(self, path: Path, shared: Shared, overwrite: bool, say: Told) -> BackedUp:
        made = self._clock.now().isoformat(timespec="seconds")
        with self._copy() as copy, new_file(path, overwrite=overwrite) as file:
            small, left = gather(self._folder, JOURNAL_FOLDER, shared)
            copies.make(copy, lambda share: say(_COPIED * share))
            count = archive.write(
                file,
                self._folder.name,
                made,
                {archive.DATABASE: copy, **small},
                lambda share: say(_COPIED + (1 - _COPIED) * share),
            )
        return BackedUp(str(path), count, path.stat().st_size, tuple(left))

    def drop_left(self) -> None:
        """Removes the copy that a killed backup has left, if none is made just now."""
        with one_at_a_time(self._folder, wait=False) as free:
            if free:
                (self._folder / _COPY).unlink(missing_ok=True)

    @contextmanager
    def _copy(self) -> Iterator[Path]:
        """The place for the copy of the database; what a kill has left there goes."""
        copy = self._folder / _COPY
        with one_at_a_time(self._folder):
            copy.unlink(missing_ok=True)
            try:
                yield copy
            finally:
                copy.unlink(missing_ok=True)
