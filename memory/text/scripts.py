"""Words in any script; scripts without spaces are cut into bigrams."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator
from itertools import pairwise

_SPACELESS = (
    (0x0E00, 0x0EFF),  # Thai, Lao
    (0x0F00, 0x0FFF),  # Tibetan
    (0x1000, 0x109F),  # Myanmar
    (0x1100, 0x11FF),  # Hangul jamo: Korean has spaces, but glues particles to its words
    (0x1780, 0x17FF),  # Khmer
    (0x1950, 0x19DF),  # Tai Le, New Tai Lue
    (0x1A20, 0x1AAF),  # Tai Tham
    (0x3005, 0x3007),  # ideographic iteration marks and zero
    (0x3040, 0x30FF),  # Hiragana, Katakana
    (0x3130, 0x318F),  # Hangul compatibility jamo
    (0x31F0, 0x31FF),  # Katakana extensions
    (0x3400, 0x4DBF),  # Han
    (0x4E00, 0x9FFF),
    (0xAA60, 0xAADF),  # Myanmar extended, Tai Viet
    (0xAC00, 0xD7AF),  # Hangul syllables
    (0xF900, 0xFAFF),  # Han compatibility
    (0x20000, 0x3FFFF),
)
_STARTS = tuple(low for low, _ in _SPACELESS)
_SPACELESS_RUN = re.compile(f"[{''.join(f'{chr(low)}-{chr(high)}' for low, high in _SPACELESS)}]+")

_ASCII_WORD = re.compile("[A-Za-z0-9]+")


def spaceless(char: str) -> bool:
    """True for characters of scripts that do not set words apart."""
    code = ord(char)
    if code < 0x0E00:
        return False
    at = bisect_right(_STARTS, code) - 1
    return at >= 0 and code <= _SPACELESS[at][1]


def spaceless_spans(text: str) -> list[tuple[int, int]]:
    """Where `text` is written in a spaceless script: start and end of each stretch."""
    return [match.span() for match in _SPACELESS_RUN.finditer(text)]


def runs(text: str) -> Iterator[tuple[str, bool]]:
    """Runs of word characters, each with whether it is of a spaceless script.

    Word characters are those of the database's tokenizer: letters, numbers, private use, and marks that carry sound.
    """
    begin, kind = -1, False
    for at, char in enumerate(text):
        if char.isascii():
            inside = char.isalnum()
        else:
            category = unicodedata.category(char)
            inside = category[0] in "LN" or category in ("Co", "Mn", "Mc")
            if inside and begin >= 0 and category[0] == "M":
                continue
        new_kind = inside and spaceless(char)
        if begin >= 0 and (not inside or new_kind != kind):
            yield text[begin:at], kind
            begin = -1
        if inside and begin < 0:
            begin, kind = at, new_kind
    if begin >= 0:
        yield text[begin:], kind


def words(text: str) -> list[str]:
    """The words of scripts with spaces, in order."""
    if text.isascii():
        return _ASCII_WORD.findall(text)
    return [run for run, kind in runs(text) if not kind]


def grams(text: str) -> str:
    """Overlapping bigrams of each spaceless run and its last character alone, separated by spaces.

    With the last one in, a single character is the prefix of a gram wherever it stands.
    """
    if not _SPACELESS_RUN.search(text):
        return ""
    return " ".join(gram for run, kind in runs(text) if kind for gram in _bigrams(run))


def query_grams(text: str) -> list[str]:
    """The bigrams to look for; a run of one character is itself."""
    if not _SPACELESS_RUN.search(text):
        return []
    found: list[str] = []
    for run, kind in runs(text):
        if kind:
            pairs = _bigrams(run)
            found.extend(pairs[:-1] or pairs)
    return found


def _bigrams(run: str) -> list[str]:
    starts = [at for at, char in enumerate(run) if not at or unicodedata.category(char)[0] != "M"]
    units = [run[start:end] for start, end in pairwise([*starts, len(run)])]
    return [first + second for first, second in pairwise(units)] + units[-1:]
