"""Encrypted profiles for tests, whose passphrase costs nothing to try."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from memory import sealing

ENCRYPTED = "encrypted"
PASSPHRASE = "correct horse"
on_both = pytest.mark.parametrize("store", ["plain", ENCRYPTED], indirect=True)
"""Marks tests that a plain and an encrypted database have to pass."""


class Known:
    """Holds the secret of every profile."""

    kind = "test"
    wrong = "Not this one"

    def fresh(self, profile: str) -> dict[str, Any]:
        return {}

    def secret(self, profile: str, details: dict[str, Any]) -> bytes:
        return b"k" * 32


def encrypt(profile: Path) -> None:
    """Makes an empty profile an encrypted one and opens it."""
    profile.mkdir(parents=True, exist_ok=True)
    key = sealing.new_key()
    sealing.KeyFile.of(key, Known()).write(profile)
    sealing.opened(profile, key)
