"""Which files there are to mention: those of the folder harken was started in, found while a name is typed."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path
from time import monotonic

from tui.safe_text import safe

MOST = 20_000
"""Files that are looked through."""
SECONDS = 1.5
"""So long they are gathered; then those that were found have to do."""
FRESH_SECONDS = 10.0
OFFERED = 50
_GIT = ("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
_PLACES = ("/", "~", "./", "../")
_HEAVY = frozenset({"node_modules", "__pycache__"})


class Files:
    """What git ignores and what is hidden is offered only where its beginning is typed."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._known: list[str] = []
        self._until = 0.0

    async def matching(self, typed: str) -> list[str]:
        """Paths for what is typed, the best first; a folder ends with a slash."""
        known = [] if typed.startswith(_PLACES) else await self._all()
        return await asyncio.to_thread(self._offered, known, typed)

    def _offered(self, known: list[str], typed: str) -> list[str]:
        there = (path for path in ranked(known, typed) if (self.root / path).is_file())
        return list(islice(there, OFFERED)) or list(islice(self._in_folder(typed), OFFERED))

    async def _all(self) -> list[str]:
        if monotonic() >= self._until:
            self._known = await self._of_git() or await asyncio.to_thread(self._walked)
            self._until = monotonic() + FRESH_SECONDS
        return self._known

    async def _of_git(self) -> list[str]:
        """Empty where there is no git or it knows nothing of the folder."""
        data = b""
        try:
            git = await asyncio.create_subprocess_exec(
                *_GIT, cwd=self.root, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL
            )
        except OSError:
            return []
        assert git.stdout is not None
        try:
            async with asyncio.timeout(SECONDS):
                while data.count(b"\0") < MOST and (piece := await git.stdout.read(65_536)):
                    data += piece
        except TimeoutError:
            pass
        finally:
            with suppress(ProcessLookupError):
                git.kill()
            await git.wait()
        whole = data[: data.rfind(b"\0") + 1].decode("utf-8", "replace")
        return list(_plain(dict.fromkeys(whole.split("\0")[:-1])))[:MOST]

    def _walked(self) -> list[str]:
        until = monotonic() + SECONDS
        found: list[str] = []
        for place, folders, names in os.walk(self.root):
            folders[:] = sorted(name for name in folders if not name.startswith(".") and name not in _HEAVY)
            here = os.path.relpath(place, self.root)
            found += _plain(os.path.normpath(os.path.join(here, name)) for name in sorted(names))
            if len(found) >= MOST or monotonic() > until:
                break
        return found[:MOST]

    def _in_folder(self, typed: str) -> Iterator[str]:
        """What lies in the folder whose path is typed, as a shell completes it."""
        folder, beginning = typed[: typed.rfind("/") + 1], typed[typed.rfind("/") + 1 :]
        with suppress(OSError, RuntimeError, ValueError), os.scandir(self.root / Path(folder).expanduser()) as entries:
            for entry in sorted(islice(entries, MOST), key=lambda one: one.name):
                hidden = entry.name.startswith(".") and not beginning.startswith(".")
                if not hidden and entry.name.casefold().startswith(beginning.casefold()):
                    yield from _plain([f"{folder}{entry.name}{'/' if entry.is_dir() else ''}"])


def ranked(paths: Iterable[str], typed: str) -> list[str]:
    """Those that hold what is typed: first where the name begins with it, then the path, then anywhere."""
    wanted = typed.casefold()
    hidden = any(piece.startswith(".") for piece in typed.split("/"))
    found = []
    for path in paths:
        folded = path.casefold()
        if wanted in folded and (hidden or not any(piece.startswith(".") for piece in path.split("/"))):
            name = folded.rpartition("/")[2]
            rank = (not name.startswith(wanted), not folded.startswith(wanted), wanted not in name, len(path), path)
            found.append((rank, path))
    return [path for _, path in sorted(found)]


def _plain(paths: Iterable[str]) -> Iterator[str]:
    """Names that can be written in a line: no control characters, nothing that hides, no quotation mark."""
    return (path for path in paths if safe(path) == path and "\n" not in path and '"' not in path)
