"""What turns text into bytes for the disk and back: encrypted, or as it is."""

from __future__ import annotations

import base64
import os
from binascii import Error as NoBase64
from collections.abc import Iterator
from contextlib import suppress
from functools import cached_property
from typing import Protocol

KEY_BYTES = 32
NONCE_BYTES = 12
OVERHEAD = 64
"""Sealed bytes are at most so many longer than what they hold."""
_MARK = b"HKS1"
_MARK_OF_LINES = base64.b64encode(_MARK)[:5]


class Broken(ValueError):
    """These bytes were not sealed with this key, or are not whole."""


class Seal(Protocol):
    """`seal` and `unseal` are for a whole file, `line` and `unline` for one line of a file that only grows."""

    @property
    def database_key(self) -> str:
        """The key of the profile's database in hexadecimal digits, "" where it has none."""

    def seal(self, data: bytes) -> bytes: ...

    def unseal(self, data: bytes) -> bytes:
        """Raises Broken."""

    def line(self, data: bytes) -> bytes: ...

    def unline(self, line: bytes) -> bytes:
        """Raises Broken."""


class Plain:
    """A profile that is not encrypted."""

    database_key = ""

    def seal(self, data: bytes) -> bytes:
        return data

    unseal = line = unline = seal


PLAIN = Plain()


def new_key() -> bytes:
    return os.urandom(KEY_BYTES)


class Sealed:
    """AES-256-GCM under keys that are derived from the profile's, one for files and one for the database."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    @cached_property
    def database_key(self) -> str:
        return _derived(self._key, b"harken database").hex()

    @cached_property
    def _cipher(self) -> _Cipher:
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM

        return AESGCM(_derived(self._key, b"harken files"))

    def seal(self, data: bytes) -> bytes:
        nonce = os.urandom(NONCE_BYTES)
        return _MARK + nonce + self._cipher.encrypt(nonce, data, _MARK)

    def unseal(self, data: bytes) -> bytes:
        from cryptography.exceptions import InvalidTag

        body = data[len(_MARK) :]
        if not data.startswith(_MARK) or len(body) < NONCE_BYTES:
            raise Broken("not sealed")
        try:
            return self._cipher.decrypt(body[:NONCE_BYTES], body[NONCE_BYTES:], _MARK)
        except InvalidTag as error:
            raise Broken("sealed with another key, or damaged") from error

    def line(self, data: bytes) -> bytes:
        return base64.b64encode(self.seal(data.removesuffix(b"\n"))) + b"\n"

    def unline(self, line: bytes) -> bytes:
        try:
            return self.unseal(base64.b64decode(line.strip(), validate=True))
        except NoBase64 as error:
            raise Broken("not sealed") from error


class _Cipher(Protocol):
    def encrypt(self, nonce: bytes, data: bytes, associated_data: bytes | None) -> bytes: ...

    def decrypt(self, nonce: bytes, data: bytes, associated_data: bytes | None) -> bytes: ...


def unlined(seal: Seal, data: bytes) -> Iterator[bytes]:
    """Those lines of a file that only grows that can be read: each by itself, and a crash may tear the last."""
    for line in data.splitlines():
        with suppress(Broken):
            yield seal.unline(line)


def looks_sealed(begin: bytes) -> bool:
    """Whether a file that begins so was sealed, as a whole or line by line."""
    return begin.startswith((_MARK, _MARK_OF_LINES))


def whole(seal: Seal, data: bytes) -> bytes:
    """What a sealed file says, whichever way it was sealed. Raises Broken."""
    if data.startswith(_MARK):
        return seal.unseal(data)
    return b"".join(line + b"\n" for line in unlined(seal, data))


def _derived(key: bytes, purpose: bytes) -> bytes:
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    return HKDF(SHA256(), KEY_BYTES, salt=None, info=purpose).derive(key)
