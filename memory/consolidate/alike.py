"""Near duplicates among many texts, without comparing each with each.

Two sets that share nine tenths of their union share some elements among the rarest tenth of each and as many more (the
prefix filter of Bayardo, Ma and Srikant, "Scaling up all pairs similarity search", 2007; with several, Wang, Li and
Feng, "Can we beat the prefix filtering?", 2012). So only texts that share these are compared, and none is missed. Each
element is a number, so that a large memory takes little of the computer's.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from itertools import chain
from typing import TypeAlias

from memory.text.shingles import shingles

NINE_TENTHS = (9, 10)
SOME = 8
"""Shared rare elements before texts are compared: texts in one language share a few by chance."""

Marks: TypeAlias = "array[int]"


def absorbed(texts: Sequence[tuple[int, str]], kept: Collection[int] = ()) -> dict[int, int]:
    """Which texts a text before them says again, by number: the first stands for those after it.

    What is in `kept` always stands. Taking an absorbed text away changes nothing for the others.
    """
    marks, counts = _numbered(text for _, text in texts)
    standing: dict[int, list[int]] = {}
    found: dict[int, int] = {}
    for place, (number, _) in enumerate(texts):
        rare = _rarest(marks[place], counts)
        sharing = Counter(chain.from_iterable(standing.get(mark, ()) for mark in rare))
        some = min(SOME, _least(marks[place]))
        near = sorted(other for other, shared in sharing.items() if shared >= some)
        twin = _first_alike(marks, place, near)
        if twin is not None and number not in kept:
            found[number] = texts[twin][0]
            continue
        for mark in rare:
            standing.setdefault(mark, []).append(place)
    return found


def _numbered(texts: Iterable[str]) -> tuple[list[Marks], Marks]:
    """The shingles of each text as numbers, and how many texts have each."""
    numbers: dict[str, int] = {}
    counts = array("I")
    marks = []
    for text in texts:
        own = array("I", [numbers.setdefault(mark, len(numbers)) for mark in sorted(shingles(text))])
        counts.extend([0] * (len(numbers) - len(counts)))
        for number in own:
            counts[number] += 1
        marks.append(own)
    return marks, counts


def _rarest(marks: Marks, counts: Marks) -> list[int]:
    return sorted(marks, key=lambda mark: (counts[mark], mark))[: len(marks) - _least(marks) + SOME]


def _least(marks: Marks) -> int:
    """So many a text shares with one that says it again."""
    share, whole = NINE_TENTHS
    return -(-share * len(marks) // whole)


def _first_alike(marks: Sequence[Marks], place: int, others: Sequence[int]) -> int | None:
    own = frozenset(marks[place])
    return next((other for other in others if _alike(own, marks[other])), None)


def _alike(left: frozenset[int], right: Marks) -> bool:
    """Whether nine tenths are shared; where one is too long for that, nothing is compared."""
    share, whole = NINE_TENTHS
    if not left or whole * min(len(left), len(right)) < share * max(len(left), len(right)):
        return False
    shared = len(left.intersection(right))
    return whole * shared >= share * (len(left) + len(right) - shared)
