"""The index on disk: the file and a stamp beside it, both replaced whole. A damaged file can crash the process."""

from __future__ import annotations

import errno
import hashlib
import json
import logging
import os
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Stamp:
    """What the file must be. `mark` is the highest vector id in it."""

    fingerprint: str
    dimension: int
    count: int
    mark: int
    sha256: str = ""


def path(folder: Path, fingerprint: str) -> Path:
    return folder / f"{fingerprint}.usearch"


def stamp_path(folder: Path, fingerprint: str) -> Path:
    return folder / f"{fingerprint}.json"


def verified(folder: Path, fingerprint: str, dimension: int) -> Stamp | None:
    """The stamp of the file if both are whole and fit, else None; why not is in the log."""
    try:
        table = json.loads(stamp_path(folder, fingerprint).read_text(encoding="utf-8"))
        stamp = Stamp(**table)
        with path(folder, fingerprint).open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
    except FileNotFoundError:
        return None
    except (OSError, ValueError, TypeError) as error:
        log.warning("the vector index is unreadable and is built again: %s", error)
        return None
    if (stamp.sha256, stamp.fingerprint, stamp.dimension) != (digest, fingerprint, dimension):
        log.warning("the vector index is damaged or of another model and is built again")
        return None
    return stamp


def save(index: Any, folder: Path, stamp: Stamp) -> None:
    """Replaces file and stamp. A stop between the two leaves a stamp that does not fit: the next start builds anew."""
    folder.mkdir(parents=True, exist_ok=True)
    target = path(folder, stamp.fingerprint)
    fresh = target.with_suffix(f".{os.getpid()}.tmp")
    try:
        index.save(str(fresh))
        if fresh.stat().st_size != index.serialized_length:  # usearch does not see that its last bytes found no room
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        with fresh.open("rb+") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
            os.fsync(file.fileno())
        os.replace(fresh, target)
        written = json.dumps({**asdict(stamp), "sha256": digest})
        fresh.write_text(written, encoding="utf-8")
        os.replace(fresh, stamp_path(folder, stamp.fingerprint))
    finally:
        fresh.unlink(missing_ok=True)


def drop(folder: Path, fingerprint: str) -> None:
    """Removes file and stamp, where there are any."""
    for place in (path(folder, fingerprint), stamp_path(folder, fingerprint)):
        with suppress(NotADirectoryError):
            place.unlink(missing_ok=True)
