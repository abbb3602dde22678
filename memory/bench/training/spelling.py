"""Where the letters that tell a language come from: the model of py3langid, cut down to the languages we tell apart.

`pip install py3langid==0.4.0`, then `python -m memory.bench.training.spelling memory/text/languages/spelling.tsv` makes
the table again. The model's feature at a letter is the longest that ends there, as it is when we look letters up.
"""

from __future__ import annotations

import importlib
import importlib.metadata
import math
import sys
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from memory.text.languages.spelling import LANGUAGES, NEUTRAL, STEP

MOST = 20_000
"""With 12,000 of them a sixth more of short sentences is taken for another language, 30,000 tell no more."""
_LAST_LETTER = "\u024f"


def make() -> str:
    """The table as text: the letters in a row, and how well each language likes them."""
    package = importlib.import_module("py3langid.langid")
    model = package.LanguageIdentifier.from_model_file(package.MODEL_FILE)
    columns = [model.nb_classes.index(code) for code in LANGUAGES]
    rated = []
    for letters, feature in _features(model):
        weights = [float(model.nb_ptc[feature, column]) for column in columns]
        spread = max(weights) - min(weights)
        rated.append((math.exp(max(weights) / 2) * spread, letters, weights))
    best = sorted(rated, key=lambda one: -one[0])[:MOST]
    lines = sorted(f"{letters}\t{_steps(weights)}" for _, letters, weights in best)
    licence = importlib.metadata.distribution("py3langid").read_text("licenses/LICENSE") or ""
    notice = [f"# {line}".rstrip() for line in licence.splitlines()]
    return "\n".join(["# A selection of the model of:", "#", *notice, *lines, ""])


def _features(model: Any) -> Iterator[tuple[str, int]]:
    """Small letters in a row, of Latin script with the spaces around them, and the number of their feature."""
    paths, queue, seen = {0: b""}, deque([0]), set[int]()
    while queue:
        state = queue.popleft()
        row = model.tk_row[state] << 8
        for byte in range(256):
            following = model.tk_nextmove[row + byte]
            if following not in paths:
                paths[following] = paths[state] + bytes([byte])
                queue.append(following)
        feature = model.tk_output[state]
        letters = paths[state].decode("utf-8", errors="replace")
        if feature >= 0 and feature not in seen:
            seen.add(feature)
            if _latin(letters):
                yield letters, feature


def _latin(letters: str) -> bool:
    known = all((char.isalpha() and char <= _LAST_LETTER) or char in " '" for char in letters)
    return known and letters == letters.lower() and any(map(str.isalpha, letters))


def _steps(weights: list[float]) -> str:
    middle = sum(weights) / len(weights)
    return "".join(chr(NEUTRAL + round((weight - middle) / STEP)) for weight in weights)


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(make(), encoding="utf-8")
