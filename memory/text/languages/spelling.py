"""Which language a text is spelt in: how usual its letters are in a row, for languages in Latin letters.

The table comes from the model of py3langid (`memory/bench/training/spelling.py` makes it).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files

LANGUAGES = ("en", "de", "fr", "es", "pt", "it", "nl", "sv")
NEUTRAL, STEP = 79, 0.25
"""The character that says nothing of a language, and what the next one adds to the logarithm of its chance."""
_LONGEST = 5


def likeness(words: Sequence[str]) -> Mapping[str, float]:
    """By language the logarithm of how likely the words (in small letters) are spelt so, less what all share."""
    table, text = _table(), f" {' '.join(words)} "
    found: Counter[str] = Counter()
    for end in range(1, len(text) + 1):
        pieces = (text[start:end] for start in range(max(0, end - _LONGEST), end))
        found.update([piece] if (piece := next((one for one in pieces if one in table), "")) else ())
    times = [(table[piece], STEP * math.log1p(count)) for piece, count in found.items()]
    return {
        code: sum((ord(steps[at]) - NEUTRAL) * weight for steps, weight in times) for at, code in enumerate(LANGUAGES)
    }


@cache
def _table() -> Mapping[str, str]:
    """How well each language likes letters in a row; read when the first text is looked at."""
    lines = files(__package__).joinpath("spelling.tsv").read_text(encoding="utf-8").splitlines()
    return dict(line.split("\t") for line in lines if not line.startswith("#"))
