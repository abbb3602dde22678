"""Changing one value of a TOML file of the user's without touching the rest of it."""

from __future__ import annotations

from collections.abc import Callable, MutableMapping
from pathlib import Path
from typing import Any

from memory.errors import BadInput, StoreFull
from memory.replacing import replacement

BYTE_ORDER_MARK = "\ufeff"
MANY_LINES = ('"""', "'''")


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


def change_text(path: Path, key: str, change: Callable[[str], str]) -> None:
    """Change the text at the dotted `key`. Raises like `save_value`."""

    def put(document: MutableMapping[str, Any]) -> None:
        *names, last = key.split(".")
        table = document
        for name in names:
            table = table[name]
        table[last] = _written_as(table[last], change(table[last]))

    _change(path, put)


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
        text = path.read_bytes().decode("utf-8") if path.exists() else ""
        document = tomlkit.parse(text.removeprefix(BYTE_ORDER_MARK).replace("\r\n", "\n"))
        edit(document)
        changed = _as_written(text, tomlkit.dumps(document))
    except (TOMLKitError, ValueError, TypeError, AttributeError) as error:
        raise BadInput(f"{path} can't be changed ({error})", hint="Correct it in an editor first") from error
    except OSError as error:
        raise StoreFull(f"{path} can't be read ({error.strerror})", hint="Check its permissions") from error
    if changed == text:
        return
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with replacement(path, changed) as put_in_place:
            put_in_place()
    except OSError as error:
        raise StoreFull(
            f"{path} can't be written ({error.strerror})", hint="Check its permissions and the free space"
        ) from error


def _as_written(before: str, text: str) -> str:
    """`text` with the mark at its beginning and the ends of lines that an editor gave to the file."""
    mark = BYTE_ORDER_MARK if before.startswith(BYTE_ORDER_MARK) else ""
    return mark + (text.replace("\n", "\r\n") if "\r\n" in before else text)


def _written_as(old: object, value: str | int | float | bool) -> Any:
    """The value; a text takes as many lines in the file as it has where the one before did."""
    import tomlkit
    from tomlkit.items import String

    written = old.as_string() if isinstance(old, String) else ""
    if not isinstance(value, str) or not written.startswith(MANY_LINES):
        return value
    several = tomlkit.string(value, multiline=True)
    begun_below = written[3:].startswith("\n") and not value.startswith("\n")
    return tomlkit.value('"""\n' + several.as_string()[3:]) if begun_below else several
