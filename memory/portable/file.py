"""Writes an export: for its user alone, whole or not at all, and never over another file unasked."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from secrets import token_hex
from typing import BinaryIO

from memory.errors import BadInput, StoreFull
from memory.store.faults import reason

_OPEN = Path("/proc/self/fd")


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
        with _unnamed(path) as (file, written):
            yield file
            file.flush()
            os.fsync(file.fileno())
            _put(written, path, overwrite)
    except OSError as error:
        raise _unwritable(path, error) from error


@contextmanager
def _unnamed(path: Path) -> Iterator[tuple[BinaryIO, Path]]:
    """A file in the folder of `path`, and where it is until it gets its name.

    Where the system has files without any name, a kill leaves nothing of it.
    """
    hidden = None
    try:
        handle = os.open(path.parent, os.O_TMPFILE | os.O_WRONLY, 0o600)
        written = _OPEN / str(handle)
    except (AttributeError, OSError):
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        written = hidden = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            yield file, written
    finally:
        if hidden is not None:
            hidden.unlink(missing_ok=True)


def _put(written: Path, path: Path, overwrite: bool) -> None:
    if not overwrite:
        try:
            _link(written, path)
            return
        except FileExistsError:
            _refuse_existing(path, overwrite)
        except OSError:  # a file system without links
            _refuse_existing(path, overwrite)
    if written.parent == _OPEN:
        hidden = path.with_name(f".{path.name}.{token_hex(4)}")
        _link(written, hidden)
        written = hidden
    os.replace(written, path)


def _link(written: Path, path: Path) -> None:
    """Only where folders are given, the file behind an entry of `/proc` is linked and not the entry."""
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.link(written, path.name, src_dir_fd=folder, dst_dir_fd=folder, follow_symlinks=True)
    finally:
        os.close(folder)


def _refuse_existing(path: Path, overwrite: bool) -> None:
    if not overwrite and (path.exists() or path.is_symlink()):
        raise BadInput(f"{path} is already there", hint="Give another name, or add --force to write over it")


def _unwritable(path: Path, error: OSError) -> StoreFull:
    return StoreFull(f"{path} can't be written: {reason(error)}", hint="Or give another place")
