"""What a forget looked for, as keyed hashes: the same texts are found again, and nobody can read which they were.

A print is made of a needle and says the same as `memory.forget.matching` says of it: three quarters of its content
words in one sentence or in neighbouring ones, words whole or, long ones, at the beginning of longer ones.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from math import ceil
from typing import Any

from memory.forget.matching import SHARE, folded, sentences
from memory.text.content import content_words
from memory.text.normal import fold
from memory.text.phrase import LONG_WORD
from memory.text.scripts import query_grams, spaceless, words

Print = Mapping[str, Any]
"""`words` are hashes, of which `least` must be there; the needle had `span` sentences."""
Whole = tuple[tuple[str, ...], int, int]
Hash = Callable[[str], str]
_LONGEST = 32
_MOST_KNOWN = 200_000
_ASCII_WORD = re.compile("[a-z0-9]+")


def prints(needles: Iterable[str], keyed: Hash) -> list[Print]:
    """One print for each needle that has any words."""
    made = (_print(fold(needle), keyed) for needle in dict.fromkeys(needles))
    return [one for one in made if one["words"]]


def _print(needle: str, keyed: Hash) -> Print:
    """Of a needle with fewer than two words of its own all words count, as the whole phrase would."""
    content = content_words(needle)
    alone = len(content) < 2
    hashes = {keyed(_of_needle(word)) for word in (_words(needle) if alone else content)}
    least = len(hashes) if alone else ceil(SHARE * len(hashes))
    return {"words": sorted(hashes), "least": least, "span": len(sentences(needle))}


def whole(one: Print) -> Whole:
    """A print as what can be compared."""
    return tuple(one["words"]), one["least"], one["span"]


class Prints:
    """Tells which texts say what the prints were made of."""

    def __init__(self, made: Sequence[Print], keyed: Hash) -> None:
        self._prints = made
        self._whole = set(map(whole, made))
        self._keyed = keyed
        self._known: dict[str, set[str]] = {}
        self._strange: set[str] = set()
        """Words that are in no print: nearly all there are, and each is hashed once only."""
        self._having: dict[str, list[int]] = defaultdict(list)
        for number, one in enumerate(made):
            for word in one["words"]:
                self._having[word].append(number)

    def of(self, text: str) -> bool:
        """Whether one was made of just this text."""
        return not self._whole.isdisjoint(map(whole, prints([text], self._keyed)))

    def says(self, text: str) -> bool:
        hits = self._hits(text)
        return bool(hits) and self._says(text, self._said(hits))

    def _says(self, text: str, said: list[int]) -> bool:
        """Whether it does in sentences that stand together; as a whole it says the prints `said`."""
        pieces = [self._hits(piece) for piece in sentences(text)] if said else []
        sizes = {1, 2, *(self._prints[number]["span"] + extra for number in said for extra in (0, 1))}
        return any(
            self._said(frozenset[str]().union(*pieces[at : at + size]))
            for size in sorted(sizes)
            for at in range(max(min(1, len(pieces)), len(pieces) - size + 1))
        )

    def _said(self, hits: frozenset[str]) -> list[int]:
        counts = Counter(number for word in hits for number in self._having[word])
        return [number for number, count in counts.items() if count >= self._prints[number]["least"]]

    def _hits(self, text: str) -> frozenset[str]:
        """The hashes of words of the prints that stand in `text`."""
        if len(self._strange) > _MOST_KNOWN:
            self._strange.clear()
        found: set[str] = set()
        for word in _words(folded(text)) - self._strange:
            if word not in self._known:
                hits = self._having.keys() & set(map(self._keyed, _in_text(word)))
                if not hits:
                    self._strange.add(word)
                    continue
                self._known[word] = hits
            found |= self._known[word]
        return frozenset(found)


def _words(folded_text: str) -> set[str]:
    if folded_text.isascii():
        return set(_ASCII_WORD.findall(folded_text))
    return {*words(folded_text), *query_grams(folded_text)}


def _of_needle(word: str) -> str:
    if len(word) < LONG_WORD or spaceless(word[0]):
        return f"whole {word}"
    return f"start {word.removesuffix('s')[:_LONGEST]}"


def _in_text(word: str) -> list[str]:
    """All that a word of a needle may be to be found in this one."""
    if spaceless(word[0]):
        return [f"whole {piece}" for piece in (word, *word)]
    starts = range(LONG_WORD - 1, min(len(word), _LONGEST) + 1)
    return [f"whole {word}", *(f"start {word[:end]}" for end in starts)]
