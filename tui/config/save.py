"""Changing one value of a `config.toml` without touching the rest of it."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path

from memory.errors import BadInput, StoreFull


def save_value(path: Path, key: str, value: str | int | float | bool) -> None:
    """Set the dotted `key` in the file, which keeps its comments and order and is replaced as a whole.

    Raises `BadInput` when the file is not valid TOML (it is left as it is), `StoreFull` when it can't be written.
    """
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    try:
        text = path.read_text(encoding="utf-8-sig") if path.exists() else ""
        document = tomlkit.parse(text)
        table = document
        *names, last = key.split(".")
        for name in names:
            table = table.setdefault(name, tomlkit.table())
        table[last] = value
        changed = tomlkit.dumps(document)
    except (TOMLKitError, ValueError, TypeError, AttributeError) as error:
        raise BadInput(f"{path} can't be changed ({error})", hint="Correct it in an editor first") from error
    except OSError as error:
        raise StoreFull(f"{path} can't be read ({error.strerror})", hint="Check its permissions") from error
    _replace(path, changed)


def _replace(path: Path, text: str) -> None:
    """Write `text` whole or not at all, through a link to the file it points to."""
    target = path.resolve()
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    except OSError as error:
        raise _not_written(path, error) from error
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            os.chmod(temporary, target.stat().st_mode & 0o777)
        os.replace(temporary, target)
    except OSError as error:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise _not_written(path, error) from error


def _not_written(path: Path, error: OSError) -> StoreFull:
    return StoreFull(f"{path} can't be written ({error.strerror})", hint="Check its permissions and the free space")
