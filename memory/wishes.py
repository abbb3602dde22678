"""The wish to forget something in a file that belongs to a window which is open: left beside the file.

Who holds the file heeds it, or whoever finds the file when its window is gone. A wish says what is to go, so it never
stands longer than that does.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

ENDING = ".forget"


def leave(path: Path, needles: Sequence[str]) -> None:
    """Asks the holder of `path` to forget `needles`."""
    wish = os.open(_beside(path), os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    try:
        os.write(wish, f"{json.dumps(list(needles))}\n".encode("ascii"))
    finally:
        os.close(wish)


def left(path: Path) -> tuple[str, ...]:
    """What is to be forgotten in `path`; a line half written does not count yet."""
    try:
        lines = _beside(path).read_text(encoding="ascii", errors="replace").splitlines()
    except (FileNotFoundError, NotADirectoryError):
        return ()
    needles: list[str] = []
    for line in lines:
        with suppress(ValueError, TypeError):
            needles += json.loads(line)
    return tuple(needles)


def heeded(path: Path) -> None:
    """`path` says it no more."""
    _beside(path).unlink(missing_ok=True)


def standing(folder: Path) -> bool:
    """Whether anything in `folder` is still to be forgotten."""
    return any(_all(folder))


def drop_strays(folder: Path) -> None:
    """Wishes whose file is gone."""
    for wish in _all(folder):
        if not wish.with_name(wish.name.removesuffix(ENDING)).exists():
            wish.unlink(missing_ok=True)


def _all(folder: Path) -> Iterator[Path]:
    return folder.glob(f"*{ENDING}")


def _beside(path: Path) -> Path:
    return path.with_name(path.name + ENDING)
