"""Changing one value of a `config.toml` without touching the rest of it."""

from __future__ import annotations

from pathlib import Path

from memory.errors import BadInput, StoreFull
from memory.replacing import replacement


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
    try:
        with replacement(path, changed) as put_in_place:
            put_in_place()
    except OSError as error:
        raise StoreFull(
            f"{path} can't be written ({error.strerror})", hint="Check its permissions and the free space"
        ) from error
