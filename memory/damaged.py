"""Files of a profile that can't be read: they are set aside under another name, and told of until they go."""

from __future__ import annotations

import logging
from contextlib import suppress
from pathlib import Path

log = logging.getLogger(__name__)
ENDING = ".damaged"


def set_aside(path: Path, why: object) -> None:
    log.warning("%s can't be read and is set aside: %s", path.name, why)
    with suppress(FileNotFoundError):
        path.rename(path.with_name(path.name + ENDING))


def within(folder: Path) -> list[Path]:
    return sorted(folder.glob(f"*{ENDING}"))


def told(path: Path) -> str:
    """What a user hears of it."""
    return f"An unfinished text of yours or a half reply can't be read, and is kept as {path}"


def told_of_open(path: Path) -> str:
    """The same of what a window still holds and writes anew."""
    return f"An unsent text of an open window can't be read on the disk: {path}"


HINT_FOR_OPEN = "Write on in that window: the file is made anew with the next letter"
HINT = "Put its backup there, or delete it: nothing else is missing"
