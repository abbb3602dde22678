"""Which line of a TOML text a key stands on (the standard parser doesn't say)."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator

_HEADER = re.compile(r"\s*\[\[?(?P<key>[^\[].*?)\]\]?\s*(#.*)?$")
_AT_LINE = re.compile(r"\(at line (\d+), column \d+\)")
_LONG_QUOTES = ('"""', "'''")


def line_of(text: str, key: str) -> int | None:
    """The 1-based line that sets the dotted `key`, or of the nearest table above it; None when it is not there."""
    best: tuple[int, int] | None = None
    for number, path in _paths(text):
        if path == key:
            return number
        if key.startswith(f"{path}.") and (best is None or len(path) > best[0]):
            best = len(path), number
    return best[1] if best else None


def line_of_error(error: ValueError, text: str) -> int | None:
    """The line a TOML error is about; the last one where it names only the end of the text."""
    if found := _AT_LINE.search(str(error)):
        return int(found[1])
    return text.count("\n") + 1 if "end of document" in str(error) else None


def _paths(text: str) -> Iterator[tuple[int, str]]:
    table = ""
    closing = ""
    for number, line in enumerate(text.splitlines(), start=1):
        if closing:
            closing = "" if closing in line else closing
            continue
        if header := _HEADER.match(line):
            table = _dotted(header["key"])
            yield number, table
        elif key := _key(line):
            yield number, f"{table}.{key}" if table else key
            closing = next((quotes for quotes in _LONG_QUOTES if line.count(quotes) == 1), "")


def _key(line: str) -> str:
    """The dotted key left of the first `=` that is not inside quotes; "" for other lines."""
    at = line.find("=")
    while at >= 0:
        if key := _dotted(line[:at]):
            return key
        at = line.find("=", at + 1)
    return ""


def _dotted(source: str) -> str:
    try:
        table = tomllib.loads(f"{source} = 0")
    except tomllib.TOMLDecodeError:
        return ""
    names: list[str] = []
    while isinstance(table, dict) and table:
        name, table = next(iter(table.items()))
        names.append(name)
    return ".".join(names)
