"""Seeing whether files changed."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path


def snapshot(folder: Path) -> dict[str, str]:
    """Every file under `folder` by the hash of its bytes; SQLite's own -wal and -shm files are left out."""
    return {
        str(path.relative_to(folder)): sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.name.endswith(("-wal", "-shm"))
    }
