"""Encrypts a whole profile, decrypts it, or encrypts it anew: no window may have it open."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

from memory import drafts, lent, sealing, wishes
from memory.engine.places import DATABASE_NAME, IDENTITY_NAME, JOURNAL_FOLDER, SOUL_NAME
from memory.errors import StoreError
from memory.index import files as index_files
from memory.sealing import KEY_FILE, LOG_FOLDER, Broken, Holder, KeyFile, Seal, Sealed, switch
from memory.store.faults import translate

_MADE_ANEW = (index_files.FOLDER, lent.FOLDER)
_TEXTS = (IDENTITY_NAME, SOUL_NAME)
_BACKUPS = "*.backup"
_HALF = "*.backup.half"
LINKS = "linked"
"""Here lie the links that encrypted files have replaced: what they point to is as plain as before."""


def encrypt(profile: Path, holder: Holder) -> None:
    """Encrypts a profile, or an encrypted one with a new key, which `holder` unlocks; this process knows it then.

    BadInput where a window has it open, StoreError and its kin; then nothing has changed.
    """
    key = sealing.new_key()
    known = KeyFile.read(profile).id if sealing.is_sealed(profile) else ""
    _convert(profile, Sealed(key), KeyFile.of(key, holder, known))
    sealing.opened(profile, key)


def rewrap(profile: Path, known: Holder, holder: Holder) -> None:
    """From now on `holder` opens the profile instead of `known`; its key stays. WrongKey, StoreError and its kin."""
    before = KeyFile.read(profile)
    try:
        KeyFile.of(before.key(known), holder, before.id).write(profile)
    except OSError as error:
        raise translate(error, profile / KEY_FILE) from error


def decrypt(profile: Path) -> None:
    """Makes an encrypted profile, whose key is known, a plain one. Raises like `encrypt`."""
    _convert(profile, sealing.PLAIN, None)
    sealing.close(profile)


def _convert(profile: Path, new: Seal, key_file: KeyFile | None) -> None:
    try:
        switch.finish(profile)
        sealing.check_key(profile)
        old = sealing.of(profile)
        with ExitStack() as stack:
            stack.enter_context(switch.alone(profile))
            fresh = stack.enter_context(switch.prepared(profile))
            _databases(profile, fresh, old, new)
            _texts(profile, fresh, old, new)
            if key_file is not None:
                (fresh / KEY_FILE).write_text(key_file.text, encoding="utf-8")
            if old is sealing.PLAIN:
                _keep_links(profile, fresh)
            put = [str(path.relative_to(fresh)) for path in fresh.rglob("*") if path.is_file()]
            gone = _gone(profile, stays_encrypted=key_file is not None)
            switch.switch(profile, put, [str(path.relative_to(profile)) for path in gone])
    except (OSError, sqlite3.Error) as error:
        raise translate(error, profile / DATABASE_NAME) from error


def _databases(profile: Path, fresh: Path, old: Seal, new: Seal) -> None:
    """The database and its copies from before an update."""
    from memory.store import recrypt

    for path in (profile / DATABASE_NAME, *profile.glob(_BACKUPS)):
        if path.is_file():
            with recrypt.only(path, old.database_key) as connection:
                recrypt.copy(connection, fresh / path.name, new.database_key)


def _texts(profile: Path, fresh: Path, old: Seal, new: Seal) -> None:
    """What is not sealed as its profile was stays as it is: harken did not write it."""
    for path in _sealed(profile):
        try:
            data = _again(path, old, new)
        except Broken:
            continue
        target = fresh / path.relative_to(profile)
        target.parent.mkdir(mode=0o700, exist_ok=True)
        target.write_bytes(data)
        state = path.stat()
        os.utime(target, ns=(state.st_atime_ns, state.st_mtime_ns))


def _keep_links(profile: Path, fresh: Path) -> None:
    for path in [path for path in fresh.iterdir() if (profile / path.name).is_symlink()]:
        (fresh / LINKS).mkdir(mode=0o700, exist_ok=True)
        (fresh / LINKS / path.name).symlink_to((profile / path.name).resolve())


def behind_links(profile: Path) -> dict[str, Path]:
    """The files that were behind a link of that name when the profile was encrypted, and are plain still."""
    return {link.name: link.resolve() for link in _links(profile) if link.exists()}


def _links(profile: Path) -> list[Path]:
    return sorted(path for path in (profile / LINKS).glob("*") if path.is_symlink())


def _again(path: Path, old: Seal, new: Seal) -> bytes:
    data = path.read_bytes()
    if _grows(path):
        return b"".join(new.line(line + b"\n") for line in sealing.unlined(old, data))
    return new.seal(old.unseal(data))


def _grows(path: Path) -> bool:
    return path.parent.name in (JOURNAL_FOLDER, LOG_FOLDER) or path.name.endswith(wishes.ENDING)


def _sealed(profile: Path) -> Iterator[Path]:
    """The files whose text harken writes and reads through the seal."""
    for folder in (drafts.FOLDER, JOURNAL_FOLDER, LOG_FOLDER):
        yield from (path for path in (profile / folder).glob("*") if path.is_file())
    yield from (profile / name for name in _TEXTS if (profile / name).is_file())


def _gone(profile: Path, *, stays_encrypted: bool) -> Iterator[Path]:
    """What is made anew, or has no place any more."""
    folders = _MADE_ANEW if stays_encrypted else (*_MADE_ANEW, LOG_FOLDER)
    for folder in folders:
        yield from (path for path in (profile / folder).rglob("*") if path.is_file())
    yield from profile.glob(_HALF)
    yield from (path for end in ("-wal", "-shm") if (path := profile / f"{DATABASE_NAME}{end}").exists())
    if not stays_encrypted:
        yield profile / KEY_FILE
        yield from _links(profile)


def left_plain(profile: Path) -> list[str]:
    """The files of an encrypted profile that anybody can read: settings, exports, and what harken did not write."""
    written = {*_sealed(profile), *profile.glob(_BACKUPS), *profile.glob(f"{DATABASE_NAME}*"), profile / KEY_FILE}
    written |= {path for folder in _MADE_ANEW for path in (profile / folder).rglob("*")} | set(_links(profile))
    found = (path for path in sorted(profile.rglob("*")) if path.is_file() and path not in written)
    return [str(path.relative_to(profile)) for path in found]


def settle(profile: Path) -> None:
    """Ends what a kill has broken off. StoreError and its kin, also while another process is at it."""
    try:
        switch.finish(profile)
    except OSError as error:
        raise translate(error, profile / DATABASE_NAME) from error


def check_settled(profile: Path) -> None:
    """StoreError where a profile that was just opened was converted meanwhile: what is written to it would be lost."""
    known = sealing.of(profile) is not sealing.PLAIN
    if switch.unfinished(profile) or sealing.is_sealed(profile) != known:
        raise StoreError(f"The profile {profile.name} was just encrypted or decrypted", hint="Start harken again")
