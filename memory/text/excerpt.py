"""The few words around the place in a text that a search found."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from memory.text.graphemes import first, last
from memory.types import Excerpt

BEFORE, AFTER = 40, 80
LOOKED_THROUGH = 20_000
STEM = 4
"""So many letters of a word are the same in its other forms."""


def excerpt(text: str, words: Sequence[str]) -> Excerpt:
    """One line of `text` around the first of `words`, or else around a word that begins like one of them."""
    text = " ".join(text[:LOOKED_THROUGH].split())
    plain = text.translate({ord(char): _plain(char) for char in set(text)})
    start, end = next(filter(None, (_find(plain, word) for word in words)), (0, 0))
    before, after = text[:start], first(text[end:], AFTER)
    if len(before) > BEFORE:
        before = f"…{last(before, BEFORE).partition(' ')[2] or last(before, BEFORE)}"
    return Excerpt(before, text[start:end], after if end + len(after) == len(text) else f"{after}…")


def _plain(char: str) -> str:
    """One character for one: the base letter, in lower case."""
    return char.lower()[:1] if char.isascii() else unicodedata.normalize("NFD", char)[0].lower()[:1]


def _find(plain: str, word: str) -> tuple[int, int] | None:
    looked_for = "".join(map(_plain, word))
    for pattern in (rf"\b{re.escape(looked_for)}", re.escape(looked_for), rf"\b{re.escape(looked_for[:STEM])}\w*"):
        if found := re.search(pattern, plain):
            return found.span()
    return None
