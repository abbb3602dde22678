"""Near duplicates among many texts, without comparing each with each.

Two sets that share nine tenths of their union share an element among the rarest tenth of each (the prefix filter of
Bayardo, Ma and Srikant, "Scaling up all pairs similarity search", 2007). So only texts that share one of these are
compared, and none is missed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

from memory.text.shingles import shingles

NINE_TENTHS = (9, 10)

Marks = frozenset[str]


def absorbed(texts: Sequence[tuple[int, str]], kept: Collection[int] = ()) -> dict[int, int]:
    """Which texts a text before them says again, by number: the first stands for those after it.

    What is in `kept` always stands. Taking an absorbed text away changes nothing for the others.
    """
    marks = {number: shingles(text) for number, text in texts}
    counts = Counter(mark for one in marks.values() for mark in one)
    standing: dict[str, list[int]] = {}
    found: dict[int, int] = {}
    for number, _ in texts:
        rare = _rarest(marks[number], counts)
        near = dict.fromkeys(other for mark in rare for other in standing.get(mark, ()))
        twin = min((one for one in near if _alike(marks[number], marks[one])), key=list(near).index, default=None)
        if twin is not None and number not in kept:
            found[number] = twin
            continue
        for mark in rare:
            standing.setdefault(mark, []).append(number)
    return found


def _rarest(marks: Marks, counts: Counter[str]) -> list[str]:
    share, whole = NINE_TENTHS
    least = -(-share * len(marks) // whole)
    return sorted(marks, key=lambda mark: (counts[mark], mark))[: len(marks) - least + 1]


def _alike(left: Marks, right: Marks) -> bool:
    share, whole = NINE_TENTHS
    shared = len(left & right)
    return bool(shared) and whole * shared >= share * (len(left) + len(right) - shared)
