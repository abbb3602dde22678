"""Texts that say the same in the same words."""

from __future__ import annotations

import hashlib
import re
from functools import lru_cache

from memory.text.normal import fold

_MARKS = re.compile(r"""[.,;:!?"'`´“”„‘’«»‹›()\[\]{}…。、，！？；：「」『』（）-]+""")


@lru_cache(maxsize=50_000)
def twin_key(content: str) -> str:
    """Two contents with the same key say the same: case, accents, spacing and punctuation make no difference.

    Where there is nothing but punctuation, that is what it says.
    """
    folded = fold(content)
    return " ".join(_MARKS.sub(" ", folded).split()) or folded


def within(part: str, whole: str) -> bool:
    """Whether `whole` holds all that `part` says, in the same words, and that is something."""
    return bool(twin_key(part)) and twin_key(part) in twin_key(whole)


def one_within_other(one: str, other: str) -> bool:
    return within(one, other) or within(other, one)


def twin(content: str) -> str:
    """The key as a hash, for an index: short for a text of any length, and none of its words."""
    return hashlib.sha256(twin_key(content).encode()).hexdigest()
