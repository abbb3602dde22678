"""Known names in a message: whole words, in any script.

A message is short and a memory is not: the message is cut into all pieces that could be a name, and these are looked
up.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from itertools import chain, islice

from memory.text.normal import fold
from memory.text.scripts import spaceless_spans

MOST_WORDS, MOST_SIGNS, MOST_CHARS = 6, 12, 80
"""A longer name is not looked for; signs are characters of scripts without spaces."""
MOST_PHRASES = 8000
_MIN_LETTERS = 3
_MIN_SPACELESS = 2
_APOSTROPHES = str.maketrans("’‘ʼ`´", "'''''")
_START = re.compile(r"(?<!\w)(?=[^\w\s]?\w)")
_END = re.compile(r"(?:(?<=\w)|(?<=\w[^\w\s])|(?<=\w[^\w\s][^\w\s]))(?!\w)")
"""A name may begin with one mark and end with two: `.net`, `c++`, `acme inc.`"""


def plain(text: str) -> str:
    """The folded text with straight apostrophes."""
    return fold(text).translate(_APOSTROPHES)


def named(folded: str, names: Collection[str]) -> list[str]:
    """Those of the folded `names` that stand in the folded text, by their place, longest first, none inside a word.

    Scripts without spaces have no word ends; there a name of two characters or more is looked for as it is.
    """
    if not names:
        return []
    places = phrases(folded)
    return sorted((name for name in names if name in places), key=lambda name: (places[name], -len(name)))


def phrases(folded: str) -> dict[str, int]:
    """Every piece of the folded text that could be a name, with its first place; of very long texts the short ones."""
    found: dict[str, int] = {}
    for phrase, at in islice(chain(_of_words(folded), _of_signs(folded)), MOST_PHRASES):
        found.setdefault(phrase, at)
    return found


def _of_words(folded: str) -> Iterator[tuple[str, int]]:
    """Pieces from the start of a word to the end of one, those of one word first."""
    starts = [(match.start(), folded.count(" ", 0, match.start())) for match in _START.finditer(folded)]
    ends: dict[int, list[int]] = {}
    for match in _END.finditer(folded):
        ends.setdefault(folded.count(" ", 0, match.start()), []).append(match.start())
    for more in range(MOST_WORDS):
        for start, word in starts:
            for end in ends.get(word + more, ()):
                if _MIN_LETTERS <= end - start <= MOST_CHARS:
                    yield folded[start:end], start


def _of_signs(folded: str) -> Iterator[tuple[str, int]]:
    """Pieces of what is written without spaces, short ones first."""
    spans = spaceless_spans(folded)
    for size in range(_MIN_SPACELESS, MOST_SIGNS + 1):
        for start, end in spans:
            for at in range(start, end - size + 1):
                yield folded[at : at + size], at
