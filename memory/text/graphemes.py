"""Cutting a text without splitting what a reader sees as one character."""

from __future__ import annotations

import unicodedata

_JOINER = "\u200d"
_SKIN_TONES = range(0x1F3FB, 0x1F400)
_TAGS = range(0xE0020, 0xE0080)
_FLAG_LETTERS = range(0x1F1E6, 0x1F200)


def first(text: str, most: int) -> str:
    """The beginning of `text`, at most so many characters."""
    end = min(max(most, 0), len(text))
    while 0 < end < len(text) and _splits(text, end):
        end -= 1
    return text[:end]


def last(text: str, most: int) -> str:
    """The end of `text`, at most so many characters."""
    start = max(len(text) - max(most, 0), 0)
    while start < len(text) and _splits(text, start):
        start += 1
    return text[start:]


def _splits(text: str, at: int) -> bool:
    if not 0 < at < len(text):
        return False
    before, after = text[at - 1], text[at]
    if before == _JOINER or after == _JOINER or unicodedata.category(after) in ("Mn", "Mc", "Me"):
        return True
    if ord(after) in _SKIN_TONES or ord(after) in _TAGS or (before == "\r" and after == "\n"):
        return True
    return ord(after) in _FLAG_LETTERS and _letters_before(text, at) % 2 == 1


def _letters_before(text: str, at: int) -> int:
    start = at
    while start > 0 and ord(text[start - 1]) in _FLAG_LETTERS:
        start -= 1
    return at - start
