"""Known names in a message: whole words, in any script."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from memory.text.scripts import spaceless

_MIN_LETTERS = 3
_MIN_SPACELESS = 2


def named(folded: str, names: frozenset[str]) -> list[str]:
    """Those of the folded `names` that stand in the folded text, longest first, none inside another word.

    Scripts without spaces have no word ends; there a name of two characters or more is looked for as it is.
    """
    pattern = _pattern(names)
    return [] if pattern is None else list(dict.fromkeys(match[0] for match in pattern.finditer(folded)))


@lru_cache(maxsize=8)
def _pattern(names: frozenset[str]) -> re.Pattern[str] | None:
    parts = [_bounded(name) for name in sorted(names, key=lambda name: (-len(name), name)) if _usable(name)]
    return re.compile("|".join(parts)) if parts else None


def _usable(name: str) -> bool:
    return len(name) >= (_MIN_SPACELESS if _all_spaceless(name) else _MIN_LETTERS)


def _bounded(name: str) -> str:
    return re.escape(name) if _all_spaceless(name) else rf"(?<!\w){re.escape(name)}(?!\w)"


def _all_spaceless(text: Iterable[str]) -> bool:
    return all(spaceless(char) for char in text)
