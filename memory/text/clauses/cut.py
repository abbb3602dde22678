"""Where the clauses of a sentence begin: behind a mark, or at a word that connects."""

from __future__ import annotations

import re
from itertools import pairwise

_BREAK = re.compile(r"(?<=[,;:，；：、—–])|(?=¿)")
_WORD = re.compile(r"(?<=\s)\S")


def cut(sentence: str, *connecting: re.Pattern[str]) -> list[tuple[int, str]]:
    """The clauses with where each begins; they make up the whole sentence."""
    breaks = (match.start() for match in _BREAK.finditer(sentence))
    joined = (
        match.start()
        for match in _WORD.finditer(sentence)
        if any(pattern.match(sentence, match.start()) for pattern in connecting)
    )
    return [(at, sentence[at:end]) for at, end in pairwise(sorted({0, len(sentence), *breaks, *joined}))]
