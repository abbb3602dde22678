"""harken profile encrypt, decrypt and key"""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from memory import sealing
from memory.errors import BadInput, NotFound
from memory.sealing import Holder, KeyFile, Keyring
from tui.cli.documents import tell
from tui.cli.output import complain
from tui.cli.unlocking import (
    FILE_VARIABLE,
    NEW_FILE_VARIABLE,
    kept_in_keyring,
    need_packages,
    new_passphrase,
    settle,
    unlock,
)
from tui.paths import checked_profile, find_paths

NO_WAY_BACK = {
    "passphrase": "Without its passphrase nobody can read the profile again, harken neither: there is no way back",
    "keyring": "Without its entry in the system's keyring nobody can read the profile again: there is no way back",
}
OPENS = {"passphrase": "The passphrase", "keyring": "The system's keyring"}


def encrypt(args: Namespace) -> int:
    from memory.engine.encrypting import behind_links, left_plain
    from memory.engine.encrypting import encrypt as convert

    profile = _profile(args.name)
    if sealing.is_sealed(profile):
        raise BadInput(f"The profile {args.name} is encrypted", hint=f"harken profile key {args.name} changes its key")
    need_packages()
    complain(NO_WAY_BACK["keyring" if args.keyring else "passphrase"])
    convert(profile, Keyring() if args.keyring else new_passphrase(FILE_VARIABLE))
    left = left_plain(profile)
    links = behind_links(profile)
    also = f". Still plain: {', '.join(left)}" if left else ""
    also += "".join(
        f". {name} was a link: {there} is still plain, delete it unless something else needs it"
        for name, there in links.items()
    )
    plain = [*left, *map(str, links.values())]
    return _tell(args, f"The profile {args.name} is encrypted{also}", encrypted=True, plain=plain)


def decrypt(args: Namespace) -> int:
    from memory.engine.encrypting import decrypt as convert

    profile = _encrypted(args.name)
    unlock(profile)
    kept = kept_in_keyring(profile)
    convert(profile)
    _complain_of(kept)
    return _tell(args, f"The profile {args.name} is not encrypted any more", encrypted=False)


def change(args: Namespace) -> int:
    """Another passphrase, the keyring instead of it, or a new key under all of them."""
    from memory.engine.encrypting import encrypt as convert
    from memory.engine.encrypting import rewrap

    profile = _encrypted(args.name)
    before = KeyFile.read(profile)
    if before.kind == Keyring.kind and not (args.passphrase or args.new_key):
        raise BadInput("The keyring holds the key of this profile", hint="Add --passphrase or --new-key")
    kept = kept_in_keyring(profile)
    known = unlock(profile)
    assert known is not None
    holder = _holder(args, known)
    if args.new_key:
        convert(profile, holder)
    else:
        rewrap(profile, known, holder)
    if holder.kind != Keyring.kind:
        _complain_of(kept)
    done = f"The profile {args.name} is encrypted anew. " if args.new_key else ""
    return _tell(args, f"{done}{OPENS[holder.kind]} opens it now", encrypted=True, key=holder.kind)


def _holder(args: Namespace, known: Holder) -> Holder:
    if args.keyring:
        return Keyring()
    if args.new_key and not args.passphrase:
        return known
    return new_passphrase(NEW_FILE_VARIABLE)


def _profile(name: str) -> Path:
    profile = find_paths().profile(checked_profile(name))
    if not profile.is_dir():
        raise NotFound(f"There is no profile {name}", hint="harken profile list shows them")
    settle(profile)
    sealing.check_key(profile)
    return profile


def _encrypted(name: str) -> Path:
    profile = _profile(name)
    if not sealing.is_sealed(profile):
        raise BadInput(f"The profile {name} is not encrypted", hint=f"harken profile encrypt {name} does that")
    return profile


def _complain_of(line: str) -> None:
    if line:
        complain(line)


def _tell(args: Namespace, line: str, **facts: object) -> int:
    return tell({"name": args.name, **facts}, line, json=args.json)
