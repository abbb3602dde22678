"""Files that the user edits while harken runs."""

from __future__ import annotations

import logging
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import aclosing
from pathlib import Path

log = logging.getLogger(__name__)


async def edits(folders: Sequence[Path], wanted: Callable[[Path], bool]) -> AsyncGenerator[None, None]:
    """Yields each time a wanted file in one of the folders has changed. A folder may appear later, or go.

    Where the system has no watch left for us, it looks at the files again and again.
    """
    from watchfiles import awatch

    polling = False
    while places := _watchable(folders):
        try:
            async with aclosing(awatch(*places, recursive=False, force_polling=polling or None)) as batches:
                async for changes in batches:
                    moved = _watchable(folders) != places
                    if moved or any(wanted(Path(path)) for _, path in changes):
                        yield
                    if moved:
                        break
        except FileNotFoundError:
            continue  # a folder went while we turned to it
        except OSError as error:
            log.warning("files can't be watched%s: %s", ", not even by polling" if polling else "", error)
            if polling:
                return
            polling = True


def _watchable(folders: Sequence[Path]) -> list[Path]:
    places = (folder if folder.is_dir() else folder.parent for folder in folders)
    return [place for place in dict.fromkeys(places) if place.is_dir()]
