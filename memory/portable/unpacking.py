"""A backup, unpacked beside the profiles and put into the place of one as the last step."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import NoReturn

from memory import archive, drafts
from memory.archive import PROFILE, SHARED, Contents
from memory.errors import BadInput, StoreFull
from memory.portable.belongings import CONFIG, Shared
from memory.progress import Told
from memory.replacing import replacement
from memory.store import copies
from memory.store.faults import reason
from memory.store.migrate import one_at_a_time

_STAGE = ".restoring-"
_SWAP = "swap.json"
"""Beside a profile that is about to be put into its place: which one goes aside, and under what name."""
_FILES = (CONFIG, "identity.md", "soul.md")
_FOLDERS = (drafts.FOLDER, "journal", "exports")
_LONGEST = 40
"""So much of a profile's name is in the name of the one that is put aside."""


class Unpacked:
    """`folder` holds the profile and what is shared, as the backup has them."""

    def __init__(self, folder: Path, contents: Contents) -> None:
        self.folder = folder
        self.contents = contents
        self.profile = folder / PROFILE
        self.database = folder / archive.DATABASE

    def check(self, shared: Shared) -> None:
        """BadInput and StoreTooNew for what harken can't use. Settings lose what could run a program."""
        copies.check(self.database)
        for path in (self.profile / CONFIG, self.folder / SHARED / CONFIG):
            with suppress(FileNotFoundError):
                try:
                    path.write_text(shared.keyless(path.read_text(encoding="utf-8")), encoding="utf-8")
                except ValueError as error:
                    raise BadInput("The settings in the backup can't be read", hint="Nothing was changed") from error

    def share(self, shared: Shared) -> tuple[str, ...]:
        """Puts what profiles share where nothing of that name is; what stays as it was here, though it is another.

        StoreFull where that can't be written: the profile is in its place already.
        """
        kept = []
        for path in sorted((self.folder / SHARED).rglob("*")):
            if not path.is_file():
                continue
            place = shared.place(str(path.relative_to(self.folder)))
            try:
                if not place.exists():
                    place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                    shutil.move(path, place)
                elif place.read_bytes() != path.read_bytes():
                    kept.append(str(place))
            except OSError as error:
                raise StoreFull(f"The profile is restored, but {place} can't be written: {reason(error)}") from error
        return tuple(kept)


@contextmanager
def unpacked(path: Path, profiles: Path, accept: Callable[[Contents], object], told: Told) -> Iterator[Unpacked]:
    """Unpacks the backup; what is not taken from there goes. `accept` raises where it is not wanted.

    BadInput, StoreTooNew, StoreFull and NotFound; no profile is touched.
    """
    try:
        profiles.mkdir(mode=0o700, parents=True, exist_ok=True)
        drop_left(profiles)
        with _stage(profiles) as folder:

            def into(contents: Contents) -> Path:
                accept(contents)
                if contents.size > shutil.disk_usage(profiles).free:
                    raise StoreFull(f"{path.name} needs {contents.size // 1024**2} MB", hint="Free some space")
                return folder

            contents = archive.unpack(path, into, told)
            yield Unpacked(folder, contents)
    except OSError as error:
        raise StoreFull(f"{path.name} can't be restored: {reason(error)}", hint="Nothing was changed") from error


@contextmanager
def _stage(profiles: Path) -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix=_STAGE, dir=profiles))
    try:
        with one_at_a_time(folder):
            yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def drop_left(profiles: Path) -> None:
    """Removes what a killed restore has left; the profile that it had put aside only is in its place again.

    What another restore removes just now is gone as well.
    """
    for folder in profiles.glob(f"{_STAGE}*"):
        with suppress(FileNotFoundError), one_at_a_time(folder, wait=False) as free:
            if free:
                _put_back(folder)
                shutil.rmtree(folder, ignore_errors=True)


def _put_back(stage: Path) -> None:
    """Where the new one was put into its place already, nothing is missing: a profile that is not there was deleted."""
    if not (stage / PROFILE).exists():
        return
    try:
        swap = json.loads((stage / _SWAP).read_bytes())
    except (FileNotFoundError, ValueError):
        return
    profile, aside = (stage.parent / swap[place] for place in ("profile", "aside"))
    if aside.exists() and not profile.exists():
        aside.rename(profile)


def holds_anything(profile: Path, database: str) -> bool:
    """Whether a profile has anything of its user's."""
    if any((profile / name).exists() for name in _FILES):
        return True
    if any(entry.is_file() for name in _FOLDERS for entry in (profile / name).glob("*")):
        return True
    return (profile / database).exists() and copies.holds_anything(profile / database)


def refuse(profile: Path) -> NoReturn:
    """There is something already where a backup was to be restored."""
    raise BadInput(
        f"There is already a profile {profile.name}",
        hint="--as NAME restores under another name, --replace puts that profile aside",
    )


def put(new: Path, profile: Path, database: str, at: datetime, *, replace: bool) -> str:
    """Puts a profile's folder into its place; the name of the one of before, where that held anything.

    BadInput where a window has it open, and where it holds something by now that nobody wants to `replace`.
    """
    if not profile.exists():
        new.rename(profile)
        return ""
    held = holds_anything(profile, database)
    if held and not replace:
        refuse(profile)
    aside = _free_name(profile, at)
    swap = json.dumps({"profile": profile.name, "aside": aside.name})
    with copies.alone(profile / database), replacement(new.parent / _SWAP, swap) as noted:
        noted()
        profile.rename(aside)
        try:
            new.rename(profile)
        except OSError:
            aside.rename(profile)
            raise
    if held:
        return aside.name
    shutil.rmtree(aside)
    return ""


def _free_name(profile: Path, at: datetime) -> Path:
    name = f"{profile.name[:_LONGEST]}.before-{at:%Y-%m-%d}"
    number, place = 1, profile.with_name(name)
    while place.exists():
        number += 1
        place = profile.with_name(f"{name}-{number}")
    return place
