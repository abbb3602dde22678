"""Restores a profile from a backup: tried as a whole beside the profiles, then put into its place in one step."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from memory import sealing
from memory.archive import Contents
from memory.engine.memory import Memory
from memory.engine.places import DATABASE_NAME
from memory.errors import StoreError, StoreFull
from memory.forget import again
from memory.forget.again import Since
from memory.portable.belongings import Shared
from memory.portable.unpacking import Unpacked, drop_left, holds_anything, put, refuse, unpacked
from memory.ports import Clock, Erasable, SystemClock
from memory.progress import Told, from_thread, silent
from memory.settings import MemorySettings, Settings
from memory.store import copies, tombstones
from memory.store.faults import reason
from memory.store.store import Store
from memory.types import Restored


@dataclass(frozen=True, slots=True)
class Profiles:
    """The profiles of a computer: their folder, where one of a name is (BadInput for a name that can't be one), and
    what they share. `prompts` are the user's own in an unpacked backup, as a place of forgetting; `unlock` gets the
    folder of a profile that may be encrypted, and its name."""

    folder: Path
    place: Callable[[str], Path]
    shared: Shared
    prompts: Callable[[Path], Erasable]
    unlock: Callable[[Path, str], object]


async def restore(
    path: Path,
    profiles: Profiles,
    *,
    name: str = "",
    replace: bool = False,
    forgotten: bool = False,
    clock: Clock | None = None,
    told: Told = silent,
) -> Restored:
    """Makes the profile `name`, or the one of the backup's own name, from a backup.

    What the same memory has forgotten since is forgotten in it too, unless `forgotten` is to come back. BadInput where
    the profile holds something, unless that is to be put aside (`replace`), where a window has it open, and for what is
    no whole backup; StoreTooNew, StoreFull. Then nothing has changed.
    """
    clock, say = clock or SystemClock(), from_thread(told)

    def accept(contents: Contents) -> None:
        profile = profiles.place(name or contents.profile)
        if not replace and holds_anything(profile, DATABASE_NAME):
            refuse(profile)

    with ExitStack() as stack:
        backup = await asyncio.to_thread(stack.enter_context, unpacked(path, profiles.folder, accept, say))
        await asyncio.to_thread(profiles.unlock, backup.profile, backup.contents.profile)
        stack.callback(sealing.close, backup.profile)
        await asyncio.to_thread(backup.check, profiles.shared)
        since, unread = ([], []) if forgotten else await _since(backup, profiles.folder)
        exports = [path, *(Path(one) for memory in since for one in memory.exports)]
        repeated, left = await _settle(backup, since, exports, profiles.prompts(backup.folder), clock)
        profile = profiles.place(name or backup.contents.profile)
        aside = await asyncio.to_thread(put, backup.profile, profile, DATABASE_NAME, clock.now(), replace=replace)
        kept = await asyncio.to_thread(backup.share, profiles.shared)
    return Restored(
        profile=profile.name,
        made=backup.contents.made,
        files=len(backup.contents.entries),
        aside=aside,
        kept=kept,
        forgotten=repeated,
        left=left,
        unread=tuple(unread),
    )


def settle(profile: Path) -> None:
    """Puts a profile back that a killed restore has put aside and not replaced. StoreFull."""
    try:
        drop_left(profile.parent)
    except OSError as error:
        raise StoreFull(f"A broken restore of {profile.name} can't be ended: {reason(error)}") from error


async def _since(backup: Unpacked, folder: Path) -> tuple[list[Since], list[str]]:
    """What the profiles here that are the same memory have forgotten, and those that can't be asked."""
    found, unread = [], []
    for database in await asyncio.to_thread(_same_memory, backup, folder):
        store = Store(database, read_only=True)
        try:
            await store.open()
        except StoreError:
            unread.append(database.parent.name)
            continue
        try:
            found.append(await store.read(again.told))
        finally:
            await store.close()
    return found, unread


def _same_memory(backup: Unpacked, folder: Path) -> list[Path]:
    """The databases that are copies of one memory, and those that are damaged and might be."""
    key = copies.value(backup.database, tombstones.KEY)
    found = sorted(folder.glob(f"[!.]*/{DATABASE_NAME}")) if key else []
    return [one for one in found if copies.value(one, tombstones.KEY) in (key, None)]


async def _settle(
    backup: Unpacked, since: list[Since], exports: list[Path], prompts: Erasable, clock: Clock
) -> tuple[int, int]:
    """Forgets what was forgotten since, as `Restored` counts it; a later forget is to name `exports`."""
    settings = Settings(memory=MemorySettings(embedding_model="none"))
    async with Memory.open(backup.profile, settings=settings, clock=clock, background=False) as memory:
        memory.register(prompts)
        counted = await memory.erasing.again(since)
        for path in exports:
            await memory.exports.note(path)
    return counted
