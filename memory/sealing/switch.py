"""Puts the files of a profile in place of others, all or none, whenever it is killed.

They are made ready in a folder inside the profile. A plan, written last, decides: with it the rest is done by whoever
comes next, without it the folder goes. The files that are replaced are overwritten first.
"""

from __future__ import annotations

import fcntl
import json
import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from memory.errors import StoreError
from memory.replacing import replacement

FOLDER = "converting"
_PLAN = "plan.json"
_BLOCK = 1024 * 1024


def unfinished(profile: Path) -> bool:
    return (profile / FOLDER).is_dir()


def finish(profile: Path) -> None:
    """Ends what a kill has broken off, forwards or back. StoreError while another process is at it; OSError."""
    if unfinished(profile):
        with alone(profile):
            _settle(profile)


@contextmanager
def alone(profile: Path) -> Iterator[None]:
    """One process at a time; the lock goes with it."""
    handle = os.open(profile, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise StoreError(
            f"Another harken is at work on the whole profile {profile.name}", hint="Wait for its end and try again"
        ) from None
    else:
        yield
    finally:
        os.close(handle)


@contextmanager
def prepared(profile: Path) -> Iterator[Path]:
    """The folder for the new files, at the same places as in the profile. Only `alone`.

    It goes afterwards, unless it was decided and could not be ended: then it holds what the profile misses.
    """
    folder = profile / FOLDER
    folder.mkdir(mode=0o700)
    try:
        yield folder
    finally:
        if not (folder / _PLAN).exists():
            _drop(folder)


def switch(profile: Path, put: Sequence[str], remove: Sequence[str]) -> None:
    """Puts the prepared files `put` in place and removes others. Only within `prepared`; OSError."""
    folder = profile / FOLDER
    for name in put:
        _sync(folder / name)
        _sync((folder / name).parent)
    with replacement(folder / _PLAN, _Plan(tuple(put), tuple(remove)).text) as decide:
        decide()
    _sync(folder)
    _settle(profile)


@dataclass(frozen=True, slots=True)
class _Plan:
    put: tuple[str, ...]
    remove: tuple[str, ...]

    @property
    def text(self) -> str:
        return json.dumps({"put": self.put, "remove": self.remove, "sum": self._sum})

    @property
    def _sum(self) -> str:
        return sha256(json.dumps((self.put, self.remove)).encode()).hexdigest()

    @classmethod
    def read(cls, path: Path) -> _Plan:
        """StoreError for a damaged one: by another plan files would be lost."""
        try:
            table = json.loads(path.read_bytes())
            plan = cls(tuple(table["put"]), tuple(table["remove"]))
            sound = table["sum"] == plan._sum
        except (ValueError, TypeError, KeyError):
            sound = False
        if not sound:
            raise StoreError(
                f"An encryption or decryption was broken off, and can't be ended: {path} is damaged",
                hint=f"Nothing was changed now. Keep a copy of {path.parent.parent}, then move the folder {FOLDER} out:"
                " if the profile does not open as before, restore a backup",
            )
        return plan


def _settle(profile: Path) -> None:
    folder = profile / FOLDER
    if (folder / _PLAN).exists():
        plan = _Plan.read(folder / _PLAN)
        for name in plan.put:
            if (folder / name).exists():
                _erase(profile / name)
                (profile / name).parent.mkdir(mode=0o700, exist_ok=True)
                os.replace(folder / name, profile / name)
        for name in plan.remove:
            _erase(profile / name)
            (profile / name).unlink(missing_ok=True)
        _sync(profile)
    _drop(folder)


def _drop(folder: Path) -> None:
    """Removes what was prepared, which may be the plain text of an encrypted profile; the plan first: it is done."""
    (folder / _PLAN).unlink(missing_ok=True)
    for path in folder.rglob("*"):
        with suppress(OSError):  # it goes all the same, as do the others
            _erase(path)
    shutil.rmtree(folder, ignore_errors=True)  # what stays goes at the next start


def _erase(path: Path) -> None:
    """Overwrites the bytes of a file; of a link nothing."""
    if path.is_symlink() or not path.is_file():
        return
    with path.open("rb+") as file:
        left = path.stat().st_size
        while left > 0:
            left -= file.write(bytes(min(_BLOCK, left)))
        file.flush()
        os.fsync(file.fileno())


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
