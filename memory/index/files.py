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

from memory import sealing
from memory.index.native import Native

log = logging.getLogger(__name__)
FOLDER = "vectors"
"""Its name inside the profile's folder."""


@dataclass(frozen=True, slots=True)
class Stamp:
    """What the file must be. `mark` is the highest vector id in it, `graph` says that its graph may be searched."""

    fingerprint: str
    dimension: int
    count: int
    mark: int
    sha256: str = ""
    graph: bool = False


def path(folder: Path, fingerprint: str) -> Path:
    return folder / f"{fingerprint}.usearch"


def stamp_path(folder: Path, fingerprint: str) -> Path:
    return folder / f"{fingerprint}.json"


class Unusable(Exception):
    """Why the file can't be trusted."""


def verified(folder: Path, fingerprint: str) -> Stamp | None:
    """The stamp of the file, None where there is none. Raises Unusable for what is damaged or does not fit together."""
    try:
        stamp = _read_stamp(stamp_path(folder, fingerprint))
        digest = _digest(path(folder, fingerprint), stamp)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise Unusable(error.strerror or str(error)) from error
    except (ValueError, TypeError, RecursionError) as error:
        raise Unusable("its description can't be read") from error
    if (stamp.sha256, stamp.fingerprint) != (digest, fingerprint):
        raise Unusable("its checksum is wrong")
    return stamp


def stamps(folder: Path) -> list[Stamp]:
    """Of all index files in `folder`, as far as their descriptions can be read."""
    found = []
    for place in sorted(folder.glob("*.json")):
        with suppress(OSError, ValueError, TypeError, RecursionError):
            found.append(_read_stamp(place))
    return found


def _read_stamp(place: Path) -> Stamp:
    return Stamp(**json.loads(sealing.of(place).unseal(place.read_bytes())))


def load(index: Native, folder: Path, fingerprint: str) -> None:
    """Takes in the file of `fingerprint`, which was just found to be sound."""
    file = path(folder, fingerprint)
    seal = sealing.of(file)
    index.load(file if seal is sealing.PLAIN else seal.unseal(file.read_bytes()))


def _digest(file: Path, stamp: Stamp) -> str:
    """Over the file and what the stamp says of it: a wrong `mark` would hide vectors."""
    with file.open("rb") as content:
        found = hashlib.file_digest(content, "sha256")
    kind = ("graph",) if stamp.graph else ()
    found.update(repr((stamp.fingerprint, stamp.dimension, stamp.count, stamp.mark, *kind)).encode())
    return found.hexdigest()


def save(index: Native, folder: Path, stamp: Stamp) -> None:
    """Replaces file and stamp. A stop between the two leaves a stamp that does not fit: the next start builds anew."""
    folder.mkdir(exist_ok=True)
    target = path(folder, stamp.fingerprint)
    fresh = target.with_suffix(f".{os.getpid()}.tmp")
    try:
        _write(index, fresh)
        if fresh.stat().st_size < index.bytes_on_disk:  # usearch does not see that its last bytes found no room
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        with fresh.open("rb+") as file:
            os.fsync(file.fileno())
        digest = _digest(fresh, stamp)
        os.replace(fresh, target)
        written = json.dumps({**asdict(stamp), "sha256": digest})
        fresh.write_bytes(sealing.of(fresh).seal(written.encode("utf-8")))
        os.replace(fresh, stamp_path(folder, stamp.fingerprint))
    finally:
        fresh.unlink(missing_ok=True)


def _write(index: Native, fresh: Path) -> None:
    seal = sealing.of(fresh)
    if seal is sealing.PLAIN:
        index.save(fresh)
    else:
        fresh.write_bytes(seal.seal(index.saved()))


def drop(folder: Path, fingerprint: str) -> None:
    """Removes file and stamp, where there are any and that is possible."""
    for place in (path(folder, fingerprint), stamp_path(folder, fingerprint)):
        try:
            place.unlink(missing_ok=True)
        except OSError as error:
            log.warning("%s can't be removed: %s", place.name, error)


def sweep(folder: Path) -> None:
    """Removes what processes that were killed have left half written."""
    for left in folder.glob("*.[0-9]*.tmp"):
        try:
            os.kill(int(left.suffixes[-2][1:]), 0)
        except ProcessLookupError:
            left.unlink(missing_ok=True)
        except (PermissionError, ValueError):
            continue
