"""What is written and not stored yet: files beside the database, which another program may have locked.

Every window has a file of its own for the conversation it shows, and holds a lock on it. A file that can be locked
was left by a window that is gone, and the next window that shows the conversation takes it over.
"""

from __future__ import annotations

import fcntl
import json
import logging
import os
import threading
import uuid
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from memory import damaged, sealing, wishes
from memory.types import Part, PartSource
from memory.wishes import Wish

log = logging.getLogger(__name__)
FOLDER = "drafts"
"""Its name inside the profile's folder."""
UNFINISHED = ".writing"
"""The end of a file's name while it is written; with a crash it stays behind, and the draft before it counts."""


@dataclass(frozen=True, slots=True)
class Edited:
    """An earlier message that is open to be written anew: no draft, and yet the next key would make one of it."""

    message: str
    text: str


class DraftFile:
    """One window's draft of one conversation. Every method raises OSError where the folder can't be written."""

    def __init__(self, folder: Path, conversation: str) -> None:
        self._conversation = conversation
        self._folder = folder
        self._path = folder / f"{conversation}-{uuid.uuid4().hex[:8]}.json"
        self._lock: int | None = None
        self._writing = threading.Lock()

    @property
    def wish(self) -> Wish | None:
        """What another window was told to forget and could not take out of this draft."""
        return wishes.left(self._path)

    def heeded(self) -> None:
        wishes.heeded(self._path)

    def take_over(self) -> tuple[Part, ...]:
        """What windows that are gone have left of the conversation, the oldest first, a blank line between two.

        What something is still to be forgotten in stays: that comes first.
        """
        free = [path for path in _files(self._folder, self._conversation) if not wishes.left(path)]
        with _claimed(free) as left:
            found = join(one.parts for one in left if one.path.suffix != UNFINISHED)
            if found:
                self._put(found, instead=[one.path.name for one in left])
            for one in left:
                one.path.unlink()
        return found

    def write(self, parts: Sequence[Part], edited: Edited | None = None) -> None:
        """Keeps this and nothing else; without any the file goes. Killed at any moment, the old or the new stays.

        What is `edited` stands here for those who forget alone: nobody takes it over.
        """
        if parts or edited:
            self._put(parts, edited=edited)
            return
        with self._writing:
            self._path.unlink(missing_ok=True)
        self.heeded()
        self.close()

    def _put(self, parts: Sequence[Part], instead: Sequence[str] = (), edited: Edited | None = None) -> None:
        """One thread at a time: a second one would wait for a lock that the first keeps."""
        with self._writing:
            lock, before = _replace(self._path, parts, instead, edited), self._lock
            self._lock = lock
            if before is not None:
                os.close(before)

    def close(self) -> None:
        """Leaves the file to the next window."""
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None


@dataclass(frozen=True, slots=True)
class Left:
    """A draft whose window is gone. `instead` names those it was made of; a kill may have left them beside it."""

    path: Path
    parts: tuple[Part, ...]
    instead: tuple[str, ...] = ()
    edited: Edited | None = None

    def rewrite(self, parts: Sequence[Part]) -> None:
        """Replaces its text, unless a window has taken it over meanwhile; nobody edits in it any more."""
        with _claimed([self.path]) as still:
            if still and parts:
                os.close(_replace(self.path, parts, self.instead))
            elif still:
                self.path.unlink()


@dataclass(frozen=True, slots=True)
class Held:
    """A draft whose window is open: only that can change it. Of a `broken` one nobody else knows what it says."""

    path: Path
    parts: tuple[Part, ...] = ()
    edited: Edited | None = None
    broken: bool = False


def left_behind(folder: Path) -> list[Left]:
    """The drafts of windows that are gone."""
    with _claimed(_files(folder)) as left:
        return left


def held(folder: Path) -> list[Held]:
    """The drafts of open windows, as they are on disk now."""
    found = []
    for path in _files(folder):
        with _claimed([path]) as left:
            if not left and path.suffix != UNFINISHED and (draft := _glance(path)):
                found.append(draft)
    return found


def broken(folder: Path) -> list[Path]:
    """The drafts of open windows that can't be read."""
    return [one.path for one in held(folder) if one.broken]


def _glance(path: Path) -> Held | None:
    try:
        file = os.open(path, os.O_RDONLY)
    except FileNotFoundError:
        return None
    try:
        found = _read(path, file)
        return Held(path, found.parts, found.edited)
    except sealing.Broken:
        return Held(path, broken=True)
    finally:
        os.close(file)


def prepare(folder: Path) -> None:
    """Makes the profile of a first start. Later nobody does: a profile that was moved away may come back."""
    with suppress(OSError):  # each write tells of it
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)


def conversations(folder: Path) -> set[str]:
    """Those that have drafts."""
    return {path.name.partition("-")[0] for path in _files(folder)}


def remove(folder: Path, conversation: str) -> None:
    """The drafts of a conversation that is gone for good, except where a window still shows them."""
    with _claimed(_files(folder, conversation)) as left:
        for one in left:
            one.path.unlink()


def join(drafts: Iterable[Sequence[Part]]) -> tuple[Part, ...]:
    """Several drafts as one, in their order, a blank line between two."""
    joined: list[Part] = []
    for parts in drafts:
        if joined and parts:
            joined.append(Part("\n\n"))
        joined += parts
    return tuple(joined)


def _files(folder: Path, conversation: str = "*") -> list[Path]:
    return [path for ending in ("", UNFINISHED) for path in folder.glob(f"{conversation}-*.json{ending}")]


@contextmanager
def _claimed(paths: Iterable[Path]) -> Iterator[list[Left]]:
    """Those of `paths` that no window holds, the oldest first, locked meanwhile."""
    files: list[tuple[float, Path, int]] = []
    try:
        for path in paths:
            if (file := _lock(path)) is not None:
                files.append((os.fstat(file).st_mtime, path, file))
        found = [draft for _, path, file in sorted(files) if (draft := _read_or_set_aside(path, file))]
        done = {name for one in found if one.path.suffix != UNFINISHED for name in one.instead}
        for one in found:
            if one.path.name in done:
                one.path.unlink(missing_ok=True)
        yield [one for one in found if one.path.name not in done]
    finally:
        for _, _, file in files:
            os.close(file)


def _lock(path: Path) -> int | None:
    """The open file, or None where it belongs to a window or was replaced while it was opened."""
    try:
        file = os.open(path, os.O_RDWR)
    except FileNotFoundError:
        return None
    with suppress(BlockingIOError, FileNotFoundError):
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if os.path.samestat(os.fstat(file), os.stat(path)):
            return file
    os.close(file)
    return None


def _read_or_set_aside(path: Path, file: int) -> Left | None:
    try:
        return _read(path, file)
    except sealing.Broken as error:
        damaged.set_aside(path, error)
        return None


def _read(path: Path, file: int) -> Left:
    """Raises Broken."""
    data = sealing.of(path).unseal(os.pread(file, os.fstat(file).st_size, 0)).decode("utf-8", "replace")
    try:
        draft = json.loads(data)
        parts = tuple(Part("" + text, source=PartSource(source)) for text, source in draft["parts"])
        edited = Edited(*draft["edited"]) if draft.get("edited") else None
        return Left(path, parts, tuple(draft["instead"]), edited)
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        log.warning("a draft can't be read and counts as its bare text: %s", error)
        return Left(path, (Part(data),))


def _replace(path: Path, parts: Sequence[Part], instead: Sequence[str] = (), edited: Edited | None = None) -> int:
    """Writes the file anew in one step; returns it open and locked."""
    path.parent.mkdir(mode=0o700, exist_ok=True)
    new = path.with_name(path.name + UNFINISHED)
    draft = {
        "parts": [[part.text, part.source] for part in parts],
        "instead": list(instead),
        "edited": [edited.message, edited.text] if edited else None,
    }
    file = os.open(new, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600)
    with ExitStack() as failed:
        failed.callback(os.close, file)
        failed.callback(new.unlink, missing_ok=True)
        fcntl.flock(file, fcntl.LOCK_EX)
        with open(file, "wb", closefd=False) as text:
            text.write(sealing.of(path).seal(json.dumps(draft, ensure_ascii=False).encode("utf-8", "replace")))
        new.replace(path)
        failed.pop_all()
    return file
