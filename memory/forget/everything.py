"""Clears a profile: all memory, every conversation and all files but the settings and, unless told, the exports."""

from __future__ import annotations

import logging
import os
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import monotonic, sleep

from memory import damaged, drafts, wishes
from memory.errors import BadInput, StoreError
from memory.forget.exports import Exports
from memory.forget.files import WINDOW_SECONDS, outside
from memory.ports import Erasable
from memory.store import clearing, journal, scrub
from memory.store.store import Store
from memory.types import Clearing, ForgetReport, Trace

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Folder:
    """The folder of a profile; `keeps` are names in it that stay, those of the database among them."""

    path: Path
    journals: Path
    drafts: Path
    exports: Path
    keeps: tuple[str, ...]

    def others(self) -> Iterator[Path]:
        """All files that go by themselves: no window holds them."""
        apart = {self.journals, self.drafts, self.exports}
        for place, folders, names in os.walk(self.path):
            here = Path(place)
            top = here == self.path
            folders[:] = [name for name in folders if here / name not in apart and not (top and name in self.keeps)]
            yield from (here / name for name in names if not (top and name.startswith(self.keeps)))

    def counts(self) -> dict[str, int]:
        """How many files there are of each sort."""
        unsent = [*drafts.left_behind(self.drafts), *drafts.held(self.drafts)]
        half = list(self.journals.glob("m*.jsonl*"))
        return {"unsent texts": len(unsent), "half replies": len(half), **Counter(map(_sort, self.others()))}

    def clear(self) -> None:
        """Removes what no window holds, and asks the windows to let go of the rest."""
        for path in self.others():
            path.unlink(missing_ok=True)
        for left in drafts.left_behind(self.drafts):
            left.rewrite(())
        for held in drafts.held(self.drafts):
            edited = [held.edited.message] if held.edited else []
            wishes.leave(held.path, [part.text for part in held.parts], edited)
        for orphan in journal.orphans(self.journals):
            orphan.path.unlink(missing_ok=True)
        for folder in (self.drafts, self.journals):
            for path in damaged.within(folder):
                path.unlink(missing_ok=True)
            wishes.drop_strays(folder)

    def settle(self, seconds: float) -> bool:
        """Removes what came meanwhile; returns whether a window still holds something after so long.

        A reply that grows goes with its conversation when it ends.
        """
        last = monotonic() + seconds
        while self._held() and monotonic() < last:
            sleep(seconds / 100)
        self.clear()
        return self._held()

    def _held(self) -> bool:
        return wishes.standing(self.drafts) or bool(journal.growing(self.journals))


def _sort(path: Path) -> str:
    return path.name if path.suffix == ".md" else "copies, indexes and other files"


class Everything:
    """`places` are those of the program; `prune` lets the vector index drop what is gone."""

    def __init__(
        self,
        store: Store,
        folder: Folder,
        exports: Exports,
        prune: Callable[[], Awaitable[None]],
        places: Callable[[], Sequence[Erasable]],
    ) -> None:
        self._store = store
        self._folder = folder
        self._exports = exports
        self._prune = prune
        self._places = places

    async def plan(self) -> Clearing:
        """What would go, and the exported files that would stay."""
        rows = await self._store.read(clearing.counts)
        files = await outside(self._folder.counts)
        traces = [Trace("database", what, count) for what, count in rows.items() if count]
        traces += [Trace("files", what, count) for what, count in files.items() if count]
        return Clearing(self._folder.path.name, tuple(traces), await self._exports.there())

    async def erase(self, *, with_exports: bool) -> ForgetReport:
        """Erases all of it, and says what is left. There is no undo.

        The files go first, for what stands in them would come back into the database, and once more at the end.
        """
        if self._store.read_only:
            raise BadInput("This profile is only read; nothing was erased", hint="Erase in an open profile")
        gone = await self.plan()
        deleted = await self._exports.delete(gone.exports) if with_exports else ()
        await self._exports.forget_paths(())
        await outside(self._folder.clear)
        await self._store.write(clearing.empty, durable=True)
        done = await self._store.outside_transaction(scrub.scrub)
        await self._shrink()
        await self._prune()
        for place in self._places():
            place.erase((), ())
        waits = await outside(lambda: self._folder.settle(WINDOW_SECONDS))
        left = tuple(path for path in gone.exports if path not in deleted)
        return ForgetReport(gone.traces, pending=waits or not done, exports=left)

    async def _shrink(self) -> None:
        try:
            await self._store.outside_transaction(clearing.shrink)
        except StoreError as error:
            log.warning("the database is empty and keeps its size: %s", error)
