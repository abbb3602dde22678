"""The SQLite behind a database: Python's own, or SQLCipher where the profile is encrypted.

Both look the same from outside: SQLCipher's errors are raised as those of `sqlite3`.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

from memory import sealing

DEFAULT_TIMEOUT = 5.0


def connect(
    path: Path | str, *, mode: str = "", timeout: float = DEFAULT_TIMEOUT, **options: Any
) -> sqlite3.Connection:
    """Opens the database `path` with the key of the profile it lies in. `mode` is one of SQLite's, like ro or rwc.

    Raises Locked where the key is not known.
    """
    key = "" if path == ":memory:" else sealing.of(Path(path)).database_key
    name = f"{Path(path).absolute().as_uri()}?mode={mode}" if mode else str(path)
    if key:
        from memory.store.sealed_driver import connect as connect_sealed

        return connect_sealed(name, key, uri=bool(mode), timeout=timeout, **options)
    made: sqlite3.Connection = sqlite3.connect(name, uri=bool(mode), timeout=timeout, **options)
    return made
