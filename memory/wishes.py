"""The wish to forget something in a file that belongs to a window which is open: left beside the file.

Who holds the file heeds it, or whoever finds the file when its window is gone. A wish says what is to go, so it never
stands longer than that does.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from memory import sealing

ENDING = ".forget"


@dataclass(frozen=True, slots=True)
class Wish:
    """What is to be forgotten: all that says one of `needles`, and the messages of these ids."""

    needles: tuple[str, ...] = ()
    messages: tuple[str, ...] = ()


def leave(path: Path, needles: Sequence[str], messages: Sequence[str] = ()) -> None:
    """Asks the holder of `path` to forget `needles` and `messages`."""
    wish = os.open(_beside(path), os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    try:
        os.write(wish, sealing.of(path).line(f"{json.dumps([list(needles), list(messages)])}\n".encode("ascii")))
    finally:
        os.close(wish)


def left(path: Path) -> Wish | None:
    """What is to be forgotten in `path`, None for nothing; a line half written does not count yet."""
    try:
        data = _beside(path).read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return None
    found = [wish for line in sealing.unlined(sealing.of(path), data) if (wish := _read(line))]
    needles = tuple(needle for wish in found for needle in wish.needles)
    return Wish(needles, tuple(message for wish in found for message in wish.messages)) if found else None


def _read(line: bytes) -> Wish | None:
    with suppress(ValueError, TypeError):
        needles, messages = json.loads(line)
        return Wish(tuple(needles), tuple(messages))
    return None


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
