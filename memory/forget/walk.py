"""The files under some folders: plain ones only, and never by a link to somewhere else."""

from __future__ import annotations

import os
import stat
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import BinaryIO


def walk(roots: Iterable[Path], skipped: list[str], without: Collection[Path] = ()) -> Iterator[tuple[Path, Path]]:
    """Every plain file once, in order, after the root under which it was found; folders in `without` are left out.

    A root may be a file itself. What could not be looked at is added to `skipped`, with the reason.
    """
    seen: set[tuple[int, int]] = set()
    for root in roots:
        if not root.is_dir():
            yield from _single(root, skipped, seen)
            continue
        for folder, folders, names in os.walk(root, onerror=lambda error: skipped.append(_reason(error))):
            folders.sort()
            here = _place(folder)
            if here in seen or Path(folder) in without:
                folders.clear()
                continue
            seen.add(here)
            for name in sorted([*names, *(name for name in folders if os.path.islink(os.path.join(folder, name)))]):
                path = Path(folder, name)
                if why := _strange(path):
                    skipped.append(f"{path}: {why}")
                elif not path.is_dir() and _place(path) not in seen:
                    yield root, path


def _single(path: Path, skipped: list[str], seen: set[tuple[int, int]]) -> Iterator[tuple[Path, Path]]:
    if not os.path.lexists(path):
        return
    seen.add(_place(path))
    if why := _strange(path):
        skipped.append(f"{path}: {why}")
    else:
        yield path, path


def _place(path: str | Path) -> tuple[int, int]:
    found = os.lstat(path)
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


def _strange(path: Path) -> str:
    try:
        mode = os.lstat(path).st_mode
    except OSError as error:
        return error.strerror or str(error)
    if stat.S_ISLNK(mode):
        return "a link"
    return "" if stat.S_ISREG(mode) or stat.S_ISDIR(mode) else "no plain file"


def _reason(error: OSError) -> str:
    return f"{error.filename}: {error.strerror}"
