"""`key.json` in an encrypted profile: its key, wrapped by a passphrase or by a secret in the system's keyring."""

from __future__ import annotations

import base64
import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from memory.errors import Locked, StoreError, StoreTooNew, WrongKey
from memory.replacing import replacement
from memory.sealing.holders import Holder
from memory.sealing.seal import Broken, Sealed

KEY_FILE = "key.json"
LOG_FOLDER = "logs"
"""An encrypted profile has a log of its own, which is encrypted with it."""
FORMAT = 1
_PAGE_BYTES, _EVERY_BYTE, _HEADER = 4096, 256, b"SQLite format 3\0"


def is_sealed(profile: Path) -> bool:
    return (profile / KEY_FILE).exists()


def check_key(profile: Path) -> None:
    """Locked where a database of the profile is encrypted and the file with its key is gone."""
    path = profile / KEY_FILE
    for database in () if is_sealed(profile) else profile.glob("*.sqlite"):
        if _noise(database):
            raise Locked(
                f"{path} is missing: {database.name} is encrypted, and without its key nobody can read it",
                hint="Put that file back from a backup, or restore one as a whole; nothing was changed",
            )


def _noise(file: Path) -> bool:
    """Whether a file looks encrypted: then its first page has no header and misses no byte."""
    try:
        with file.open("rb") as opened:
            page = opened.read(_PAGE_BYTES)
    except OSError:
        return False
    return len(set(page)) == _EVERY_BYTE and not page.startswith(_HEADER)


@dataclass(frozen=True, slots=True)
class KeyFile:
    """`id` names the profile in the keyring, `kind` says who holds what unwraps the key, `details` what that needs."""

    id: str
    kind: str
    details: dict[str, Any]
    wrapped: str

    @classmethod
    def of(cls, key: bytes, holder: Holder, profile: str = "") -> KeyFile:
        """Wraps `key` anew for `holder`."""
        name = profile or os.urandom(16).hex()
        details = holder.fresh(name)
        wrapped = Sealed(holder.secret(name, details)).seal(key)
        return cls(name, holder.kind, details, base64.b64encode(wrapped).decode())

    @classmethod
    def read(cls, profile: Path) -> KeyFile:
        """The one of a profile. StoreError where it can't be used: without it nothing of the profile can be read."""
        path = profile / KEY_FILE
        try:
            table = json.loads(path.read_text(encoding="utf-8"))
            if (made := table.pop("format")) > FORMAT:
                raise StoreTooNew(f"{path} was written by a newer harken (format {made})", hint="Update harken")
            return cls(**table)
        except OSError as error:
            raise StoreError(f"{path} can't be read ({error.strerror})", hint="Check its rights") from error
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            raise StoreError(
                f"{path} is damaged", hint="Put it back from a backup: without it nothing opens"
            ) from error

    def write(self, profile: Path) -> None:
        """Replaces the one of a profile as a whole. OSError."""
        with replacement(profile / KEY_FILE, self.text) as put_in_place:
            put_in_place()

    @property
    def text(self) -> str:
        return json.dumps({"format": FORMAT, **asdict(self)}, indent=2) + "\n"

    def key(self, holder: Holder) -> bytes:
        """The profile's key. WrongKey where `holder` does not fit, StoreError for a damaged file."""
        try:
            return Sealed(holder.secret(self.id, self.details)).unseal(base64.b64decode(self.wrapped))
        except Broken as error:
            raise WrongKey(holder.wrong, hint="Nothing was changed") from error
        except (ValueError, TypeError, KeyError, OverflowError) as error:
            raise StoreError(f"{KEY_FILE} is damaged ({error})", hint="Put it back from a backup") from error
