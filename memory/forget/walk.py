"""The files under some folders: plain ones only, and never by a link to somewhere else."""

from __future__ import annotations

import os
import stat
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import BinaryIO


def walk(roots: Iterable[Path], skipped: list[str], without: Collection[Path] = ()) -> Iterator[tuple[Path, Path]]:
    """Every plain file once, in order, after the root under which it was found; folders in `without` are left out.

    A root may be a file itself. What could not be looked at is added to `skipped`, with the reason; what goes while
    this walks is gone and left out.
    """
    seen: set[tuple[int, int]] = set()
    for root in roots:
        if not root.is_dir():
            if plain := _plain(root, skipped):
                seen.add(_place(plain))
                yield root, root
            continue
        for folder, folders, names in os.walk(root, onerror=lambda error: _note(error, skipped)):
            folders.sort()
            here = _look(Path(folder), skipped)
            if here is None or _place(here) in seen or Path(folder) in without:
                folders.clear()
                continue
            seen.add(_place(here))
            for name in sorted([*names, *(name for name in folders if os.path.islink(os.path.join(folder, name)))]):
                path = Path(folder, name)
                if (plain := _plain(path, skipped)) and _place(plain) not in seen:
                    yield root, path


def _plain(path: Path, skipped: list[str]) -> os.stat_result | None:
    found = _look(path, skipped)
    if found is None or stat.S_ISREG(found.st_mode):
        return found
    skipped.append(f"{path}: {'a link' if stat.S_ISLNK(found.st_mode) else 'no plain file'}")
    return None


def _look(path: Path, skipped: list[str]) -> os.stat_result | None:
    try:
        return os.lstat(path)
    except OSError as error:
        _note(error, skipped)
        return None


def _note(error: OSError, skipped: list[str]) -> None:
    if not isinstance(error, FileNotFoundError):
        skipped.append(f"{error.filename}: {error.strerror}")


def _place(found: os.stat_result) -> tuple[int, int]:
    return found.st_dev, found.st_ino


def opened(path: Path) -> BinaryIO:
    """A plain file for reading. OSError for anything else, also where it has become that meanwhile."""
    return os.fdopen(handle(path), "rb")


def handle(path: Path) -> int:
    """The descriptor of a plain file; see `opened`."""
    found = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    if not stat.S_ISREG(os.fstat(found).st_mode):
        os.close(found)
        raise OSError(0, "no plain file", str(path))
    return found
