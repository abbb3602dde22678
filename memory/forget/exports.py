"""The files that exports wrote: the user's own. A forget names those that say it, and deletes them where told to."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator, Sequence
from pathlib import Path

from memory.forget.file_texts import texts
from memory.forget.matching import Matcher, matcher
from memory.forget.walk import walk
from memory.ports import Clock
from memory.store import exported
from memory.store.store import Store

log = logging.getLogger(__name__)


class Exports:
    """`folder` is the profile's own; of files written elsewhere the paths are kept."""

    def __init__(self, store: Store, clock: Clock, folder: Path) -> None:
        self._store = store
        self._clock = clock
        self.folder = folder

    async def note(self, path: Path) -> None:
        """An export was written to `path`. In incognito nothing is kept of that."""
        place = await asyncio.to_thread(path.absolute)
        if self._store.read_only or self._store.path is None or place.is_relative_to(self.folder):
            return
        if not _storable(place):
            log.warning("an export to a path that is no text is not remembered")
            return
        await self._store.write(lambda: exported.note(str(place), self._clock.now()))

    async def elsewhere(self) -> list[Path]:
        """The files outside the folder."""
        return [Path(path) for path in await self._store.read(exported.listing)]

    async def there(self) -> tuple[str, ...]:
        """All the files, in the folder and elsewhere."""
        places = [self.folder, *await self.elsewhere()]
        return await asyncio.to_thread(lambda: tuple(str(path) for _, path in walk(places, [])))

    async def saying(self, needles: Sequence[str]) -> tuple[str, ...]:
        """The files that say it."""
        places = [self.folder, *await self.elsewhere()]
        return await asyncio.to_thread(lambda: tuple(_saying(places, matcher(tuple(needles)))))

    async def forget_paths(self, needles: Sequence[str]) -> None:
        """Drops the paths that say it themselves, and those where no file is any more."""
        said = matcher(tuple(needles))
        gone = [str(path) for path in await self.elsewhere() if said.says(str(path)) or _is_gone(path)]
        if gone:
            await self._store.write(lambda: exported.drop(gone))

    async def delete(self, paths: Sequence[str]) -> tuple[str, ...]:
        """Deletes files of `saying` or `there`; returns those that are gone now."""
        deleted = await asyncio.to_thread(lambda: tuple(path for path in paths if _deleted(Path(path))))
        if deleted:
            await self._store.write(lambda: exported.drop(deleted))
        return deleted


def _storable(path: Path) -> bool:
    """Names of files may be bytes that are no text."""
    try:
        str(path).encode()
    except UnicodeEncodeError:
        return False
    return True


def _saying(places: Sequence[Path], said: Matcher) -> Iterator[str]:
    for _, path in walk(places, []):
        try:
            if _says(path, said):
                yield str(path)
        except OSError as error:
            log.warning("an export can't be looked at: %s", error.strerror)


def _says(path: Path, said: Matcher) -> bool:
    """Two neighbouring lines may say it together."""
    before = ""
    for text in texts(path):
        if said.says(f"{before}\n{text}"):
            return True
        before = text
    return False


def _is_gone(path: Path) -> bool:
    """A folder that is missing too may be on a disk that is not there just now."""
    return path.parent.is_dir() and not path.exists()


def _deleted(path: Path) -> bool:
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        log.warning("an export can't be deleted: %s", error.strerror)
        return False
    return True
