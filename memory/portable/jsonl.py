"""JSON Lines: one object a line, the header first."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any, NoReturn

from memory.portable.shape import Record, Unusable

ACTING = "\x7f-\x9f\xad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff0-\ufffb\U000e0000-\U000e0fff"
"""What acts on a terminal that shows the file, or hides in it; JSON itself escapes the first 32."""
_ACTING = re.compile(f"[{ACTING}]")


def write(records: Iterable[Record]) -> Iterator[str]:
    for record in records:
        yield to_json(record) + "\n"


def to_json(value: object) -> str:
    """`value` as JSON on one line, with everything escaped that is no visible text."""
    return _ACTING.sub(_escaped, json.dumps(value, ensure_ascii=False, allow_nan=False))


def _escaped(match: re.Match[str]) -> str:
    return json.dumps(match[0])[1:-1]


def read(lines: Iterable[tuple[int, str]]) -> Iterator[tuple[int, Record | Unusable]]:
    """The objects of a file with the numbers of their lines; a line that is no object is the reason why."""
    for number, line in lines:
        if line.strip():
            try:
                yield number, from_json(line)
            except Unusable as error:
                yield number, error


def from_json(text: str) -> Any:
    try:
        return json.loads(text, parse_constant=_no_number)
    except (ValueError, RecursionError):
        raise Unusable("is not whole JSON") from None


def _no_number(name: str) -> NoReturn:
    raise ValueError(name)
