"""Writes an export: for its user alone, whole or not at all, and never over another file unasked."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from memory.errors import BadInput, StoreFull
from memory.store.faults import reason


def write_new(path: Path, pieces: Iterable[str], *, overwrite: bool) -> None:
    """Writes `pieces` as UTF-8; see `new_file`."""
    with new_file(path, overwrite=overwrite) as file:
        for piece in pieces:
            file.write(piece.encode())


@contextmanager
def new_file(path: Path, *, overwrite: bool) -> Iterator[BinaryIO]:
    """The file to write; killed at any moment, there is the old file or none, or the whole new one."""
    _refuse_existing(path, overwrite)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    except OSError as error:
        raise _unwritable(path, error) from error
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        _put(temporary, path, overwrite)
    except OSError as error:
        raise _unwritable(path, error) from error
    finally:
        temporary.unlink(missing_ok=True)


def _put(temporary: Path, path: Path, overwrite: bool) -> None:
    if not overwrite:
        try:
            os.link(temporary, path)
            return
        except FileExistsError:
            _refuse_existing(path, overwrite)
        except OSError:  # a file system without links
            _refuse_existing(path, overwrite)
    os.replace(temporary, path)


def _refuse_existing(path: Path, overwrite: bool) -> None:
    if not overwrite and (path.exists() or path.is_symlink()):
        raise BadInput(f"{path} is already there", hint="Give another name, or add --force to write over it")


def _unwritable(path: Path, error: OSError) -> StoreFull:
    return StoreFull(f"{path} can't be written: {reason(error)}", hint="Or give another place")
