"""Files that the user edits while harken runs."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import aclosing
from pathlib import Path


async def edits(folders: Sequence[Path], wanted: Callable[[Path], bool]) -> AsyncGenerator[None, None]:
    """Yields each time a wanted file in one of the folders has changed. A folder may appear later, or go."""
    from watchfiles import awatch

    while places := _watchable(folders):
        async with aclosing(awatch(*places, recursive=False)) as batches:
            async for changes in batches:
                moved = _watchable(folders) != places
                if moved or any(wanted(Path(path)) for _, path in changes):
                    yield
                if moved:
                    break


def _watchable(folders: Sequence[Path]) -> list[Path]:
    places = (folder if folder.is_dir() else folder.parent for folder in folders)
    return [place for place in dict.fromkeys(places) if place.is_dir()]
