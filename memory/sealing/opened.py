"""The profiles whose key this process knows. A file of an encrypted profile can't be touched before that."""

from __future__ import annotations

import errno
from io import BytesIO
from pathlib import Path
from typing import BinaryIO

from memory.errors import Locked
from memory.sealing.key_file import KEY_FILE
from memory.sealing.seal import PLAIN, Broken, Seal, Sealed, looks_sealed, whole

_seals: dict[Path, Sealed] = {}


def opened(profile: Path, key: bytes) -> None:
    """From now on the files of `profile` are read and written with `key`."""
    _seals[profile.resolve()] = Sealed(key)


def close(profile: Path) -> None:
    """Forgets the key."""
    _seals.pop(profile.resolve(), None)


def close_all() -> None:
    _seals.clear()


def of(path: Path) -> Seal:
    """The seal of the profile in which `path` lies, whether it is there yet or not. Locked while its key is missing."""
    there = path.resolve()
    for folder in (there, *there.parents):
        if seal := _seals.get(folder):
            return seal
        if (folder / KEY_FILE).exists():
            raise Locked(f"The profile {folder.name} is encrypted", hint="harken asks for its passphrase at the start")
    return PLAIN


def readable(path: Path, file: BinaryIO) -> BinaryIO:
    """The open `file` at its beginning, or what it says where it is sealed. OSError where it can't be unsealed."""
    sealed = looks_sealed(file.read(8))
    file.seek(0)
    if not sealed:
        return file
    try:
        return BytesIO(whole(of(path), file.read()))
    except Broken as error:
        raise OSError(errno.EIO, str(error), str(path)) from error
