"""Changing one value of a `config.toml` without touching the rest of it."""

from __future__ import annotations

from collections.abc import Callable, MutableMapping
from pathlib import Path
from typing import Any

from memory.errors import BadInput, StoreFull
from memory.replacing import replacement


def save_value(path: Path, key: str, value: str | int | float | bool) -> None:
    """Set the dotted `key` in the file, which keeps its comments and order and is replaced as a whole.

    Raises `BadInput` when the file is not valid TOML (it is left as it is), `StoreFull` when it can't be written.
    """
    import tomlkit

    def put(document: MutableMapping[str, Any]) -> None:
        *names, last = key.split(".")
        table = document
        for name in names:
            table = table.setdefault(name, tomlkit.table())
        table[last] = _written_as(table.get(last), value)

    _change(path, put)


def _written_as(old: object, value: str | int | float | bool) -> Any:
    """The value; a text takes as many lines in the file as it has where the one before did."""
    import tomlkit
    from tomlkit.items import String

    written = old.as_string() if isinstance(old, String) else ""
    if not isinstance(value, str) or not written.startswith(('"""', "'''")):
        return value
    several = tomlkit.string(value, multiline=True)
    begun_below = written[3:].startswith(("\n", "\r\n")) and not value.startswith("\n")
    return tomlkit.value('"""\n' + several.as_string()[3:]) if begun_below else several


def drop_value(path: Path, key: str) -> None:
    """Take the dotted `key` out of the file, where it is in it. Raises like `save_value`."""

    def drop(document: MutableMapping[str, Any]) -> None:
        *names, last = key.split(".")
        table = document
        for name in names:
            table = table.get(name, {})
        if last in table:
            del table[last]

    _change(path, drop)


def _change(path: Path, edit: Callable[[MutableMapping[str, Any]], None]) -> None:
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    try:
        text = path.read_text(encoding="utf-8-sig") if path.exists() else ""
        document = tomlkit.parse(text)
        edit(document)
        changed = tomlkit.dumps(document)
    except (TOMLKitError, ValueError, TypeError, AttributeError) as error:
        raise BadInput(f"{path} can't be changed ({error})", hint="Correct it in an editor first") from error
    except OSError as error:
        raise StoreFull(f"{path} can't be read ({error.strerror})", hint="Check its permissions") from error
    if changed == text:
        return
    try:
        with replacement(path, changed) as put_in_place:
            put_in_place()
    except OSError as error:
        raise StoreFull(
            f"{path} can't be written ({error.strerror})", hint="Check its permissions and the free space"
        ) from error
