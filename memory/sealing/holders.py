"""Who holds the secret that unwraps a profile's key."""

from __future__ import annotations

import base64
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Protocol

from memory.errors import StoreError, WrongKey
from memory.sealing.seal import KEY_BYTES

SERVICE = "harken"
"""Under this name, and the profile's own id, the keyring keeps the secret."""
_SALT_BYTES = 16
_COST, _BLOCK, _LANES = 2**17, 8, 1
_DEAREST = 2**20
"""More memory (1 GB) no file may ask for."""


class Holder(Protocol):
    @property
    def kind(self) -> str: ...

    @property
    def wrong(self) -> str:
        """What is told where it does not fit."""

    def fresh(self, profile: str) -> dict[str, Any]:
        """Gets ready for a new wrapping; what the file is to keep of it."""

    def secret(self, profile: str, details: dict[str, Any]) -> bytes:
        """The secret for the profile with this id. WrongKey where there is none."""


class Passphrase:
    """Words that the user knows, made slow to guess by scrypt."""

    kind = "passphrase"
    wrong = "This is not the profile's passphrase"

    def __init__(self, words: str) -> None:
        self._words = words

    def fresh(self, profile: str) -> dict[str, Any]:
        salt = base64.b64encode(os.urandom(_SALT_BYTES)).decode()
        return {"salt": salt, "n": _COST, "r": _BLOCK, "p": _LANES}

    def secret(self, profile: str, details: dict[str, Any]) -> bytes:
        from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

        cost, block, lanes = (int(details[name]) for name in ("n", "r", "p"))
        if cost > _DEAREST or block > _BLOCK or lanes > _LANES:
            raise ValueError("its passphrase would cost too much memory")
        salt = base64.b64decode(details["salt"])
        return Scrypt(salt, KEY_BYTES, n=cost, r=block, p=lanes).derive(self._words.encode())


class Keyring:
    """A random secret in the system's keyring."""

    kind = "keyring"
    wrong = "The key in the system's keyring is not the profile's"

    def fresh(self, profile: str) -> dict[str, Any]:
        with _told() as keyring:
            if not keyring.get_password(SERVICE, profile):
                keyring.set_password(SERVICE, profile, base64.b64encode(os.urandom(KEY_BYTES)).decode())
        return {}

    def secret(self, profile: str, details: dict[str, Any]) -> bytes:
        with _told() as keyring:
            kept = keyring.get_password(SERVICE, profile)
        if not kept:
            raise WrongKey("The system's keyring has no key for this profile", hint=f"Its entry is {SERVICE}/{profile}")
        return base64.b64decode(kept)


@contextmanager
def _told() -> Iterator[Any]:
    """The keyring; what goes wrong with it as a StoreError."""
    try:
        import keyring
        from keyring.errors import KeyringError
    except ImportError as error:
        raise StoreError("The keyring's support is not installed", hint="pip install 'harken[keyring]'") from error
    try:
        yield keyring
    except KeyringError as error:
        raise StoreError(
            f"The system's keyring can't be used ({error})", hint="Unlock it, or use a passphrase"
        ) from error
