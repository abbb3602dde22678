"""The key of an encrypted profile: from its passphrase, which the user types or a file holds, or from the keyring."""

from __future__ import annotations

import os
import sys
import unicodedata
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from importlib.util import find_spec
from pathlib import Path

from memory import sealing
from memory.errors import BadInput, Locked, StoreError, WrongKey
from memory.sealing import SERVICE, Holder, KeyFile, Keyring, Passphrase
from tui.cli.output import complain

FILE_VARIABLE = "HARKEN_PASSPHRASE_FILE"
NEW_FILE_VARIABLE = "HARKEN_NEW_PASSPHRASE_FILE"
TRIES = 3
Asking = Callable[[], AbstractContextManager[object]]
"""Within it the terminal is there for a question."""
PACKAGES = ("sqlcipher3", "cryptography")


def settle(profile: Path) -> None:
    """Ends what an interrupted restore, encryption or decryption of a profile left to do."""
    if not profile.exists() and profile.parent.exists():
        from memory.engine.restoring import settle as put_back

        put_back(profile)
    if sealing.unfinished(profile):
        from memory.engine.encrypting import settle as finish

        finish(profile)


def unlock(profile: Path, name: str = "", asking: Asking = nullcontext) -> Holder | None:
    """Opens an encrypted profile, asking where that is needed; None for one that is not encrypted.

    `name` is that of a profile which lies in a folder of another name.

    Locked where nobody can be asked, WrongKey after the last try, StoreError for what else is in the way.
    """
    check_usable(profile)
    if not sealing.is_sealed(profile):
        return None
    key_file = KeyFile.read(profile)
    holder, key = _found(key_file, name or profile.name, asking)
    sealing.opened(profile, key)
    return holder


def need_no_question(profile: Path) -> None:
    """Locked where a program without a terminal, such as a window in a browser, could not open the profile."""
    check_usable(profile)
    if sealing.is_sealed(profile) and KeyFile.read(profile).kind != Keyring.kind and not _in_file(FILE_VARIABLE):
        raise _nobody_to_ask(profile.name, "In a browser nobody can be asked for its passphrase: let")


def check_usable(profile: Path) -> None:
    """StoreError and its kin where no passphrase could open the profile."""
    sealing.check_key(profile)
    if sealing.is_sealed(profile):
        need_packages()
        KeyFile.read(profile)


def _nobody_to_ask(name: str, way: str) -> Locked:
    return Locked(f"The profile {name} is encrypted", hint=f"{way} {FILE_VARIABLE} name a file with it")


def need_packages() -> None:
    if not all(map(find_spec, PACKAGES)):
        raise StoreError(
            "Encrypted profiles need two more packages", hint="make encrypted, or: pip install 'harken[encrypted]'"
        )


def _found(key_file: KeyFile, name: str, asking: Asking) -> tuple[Holder, bytes]:
    if key_file.kind == Keyring.kind:
        return Keyring(), key_file.key(Keyring())
    if words := _in_file(FILE_VARIABLE):
        return Passphrase(words), key_file.key(Passphrase(words))
    if not sys.stdin.isatty():
        raise _nobody_to_ask(name, "Type its passphrase in a terminal, or let")
    with asking():
        return _asked(key_file, name)


def _asked(key_file: KeyFile, name: str) -> tuple[Holder, bytes]:
    for left in reversed(range(TRIES)):
        holder = Passphrase(_typed(f"Passphrase of the profile {name}: "))
        try:
            return holder, key_file.key(holder)
        except WrongKey as error:
            if not left:
                raise
            complain(f"{error}. Try again")
    raise AssertionError("the last try returns or raises")


def new_passphrase(variable: str) -> Passphrase:
    """The user types it twice, or the file that `variable` names holds it.

    BadInput for an empty one, and where nobody can be asked.
    """
    if words := _in_file(variable):
        return Passphrase(words)
    if not sys.stdin.isatty():
        hint = f"Use a terminal, or let {variable} name a file with the new passphrase"
        raise BadInput("There is nobody to ask for a passphrase", hint=hint)
    words = _typed("New passphrase: ")
    if not words:
        raise BadInput("An empty passphrase protects nothing", hint="Nothing was changed")
    if _typed("Once more: ") != words:
        raise BadInput("These were two different passphrases", hint="Nothing was changed")
    return Passphrase(words)


def _in_file(variable: str) -> str:
    """The first line of the file that `variable` names, "" where it names none."""
    place = os.environ.get(variable)
    if not place:
        return ""
    try:
        line = Path(place).expanduser().read_text(encoding="utf-8").partition("\n")[0].removesuffix("\r")
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is no UTF-8 text"
        raise BadInput(f"The file that {variable} names can't be read: {why}", hint="Correct it") from error
    if not line:
        raise BadInput(f"The file that {variable} names has no passphrase in its first line", hint="Put it there")
    return unicodedata.normalize("NFC", line)


def _typed(question: str) -> str:
    """BadInput where nothing was typed that could be a passphrase: the input has ended, or is no text."""
    from getpass import getpass

    try:
        return unicodedata.normalize("NFC", getpass(question))
    except (EOFError, UnicodeDecodeError) as error:
        raise BadInput("No passphrase was typed", hint="Nothing was changed") from error


def kept_in_keyring(profile: Path) -> str:
    """What the keyring keeps when a profile goes or needs it no longer, as a line; "" for nothing that is known.

    It stays: a backup, or another profile that was restored from one, opens with it alone.
    """
    try:
        key_file = KeyFile.read(profile) if sealing.is_sealed(profile) else None
    except StoreError:
        return ""
    if key_file is None or key_file.kind != Keyring.kind:
        return ""
    return (
        f"The system's keyring keeps its entry {SERVICE}/{key_file.id}: backups made until now, and profiles restored"
        f" from them, need it. Where there are none, `keyring del {SERVICE} {key_file.id}` takes it out"
    )
