"""Which texts say a thing that is to be forgotten, and what is left of them without it.

A needle is a folded text: the user's words, or a forgotten statement. A sentence says it when the needle stands in it,
or at least three quarters of its content words do (every one of up to three). Words that lie in two neighbouring
sentences count as well; in distant ones they don't.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import ceil

from memory.text.content import content_words
from memory.text.normal import fold
from memory.text.phrase import Phrase
from memory.text.scripts import spaceless

SHARE = 0.75
_FEW = 8
_START_LETTERS = 4
"""Shorter than any word that may be found as the beginning of a longer one."""
_WORD = re.compile(r"\w+")
_END = re.compile(r"[.!?…]+[\"'”’»)]*\s+|[。！？]+[”’」』）]*\s*|\n\s*")


@dataclass(frozen=True, slots=True)
class _Needle:
    """`span` is how many sentences the phrase has itself; without one of the `keys` too few of its words are there.

    A text that says it has a word that begins with one of `starts`; "" is any.
    """

    text: str
    phrase: Phrase
    words: tuple[Phrase, ...]
    keys: tuple[str, ...]
    starts: frozenset[str]
    span: int

    def said_in(self, folded: str) -> bool:
        if self.phrase.found_in(folded):
            return True
        least = ceil(SHARE * len(self.words))
        # A text has not more different words than letters: of a long needle most sentences are told by that.
        if len(self.words) < 2 or len(folded) < least:
            return False
        # The plain search first: many needles are looked for in every text there is.
        if not any(key in folded for key in self.keys):
            return False
        return sum(word.found_in(folded) for word in self.words) >= least


class Matcher:
    """Finds and cuts what the needles say."""

    def __init__(self, needles: Sequence[str]) -> None:
        self._needles = [_needle(needle) for needle in dict.fromkeys(map(fold, needles)) if needle]
        self._by_start: dict[str, list[_Needle]] = {}
        for needle in self._needles:
            for start in needle.starts:
                self._by_start.setdefault(start, []).append(needle)

    def _said_in(self, plain: str) -> list[_Needle]:
        """The needles that the whole of a folded text says; of many, only those are looked for that share a word."""
        if len(self._needles) <= _FEW:
            return [needle for needle in self._needles if needle.said_in(plain)]
        starts = {"", *(word[:_START_LETTERS] for word in _WORD.findall(plain))}
        near = dict.fromkeys(needle for start in starts for needle in self._by_start.get(start, ()))
        return [needle for needle in near if needle.said_in(plain)]

    def says(self, text: str) -> bool:
        return bool(self._marked(text))

    def said_by(self, text: str) -> frozenset[str]:
        """Those of the needles that `text` says."""
        plain = folded(text)
        return frozenset(one.text for one in self._said_in(plain) if Matcher((one.text,)).says(text))

    def cut(self, text: str) -> str:
        """`text` without the sentences that say it; the same text where none does."""
        while marked := self._marked(text):  # those that become neighbours may say it together
            text = "".join(piece for at, piece in enumerate(sentences(text)) if at not in marked).strip()
        return text

    def _marked(self, text: str) -> set[int]:
        """The numbers of the sentences that say it."""
        plain = folded(text)
        said = self._said_in(plain)
        if not said:
            return set()
        pieces = [folded(piece) for piece in sentences(text)]
        found: set[int] = set()
        for size in sorted({1, 2, *(needle.span + extra for needle in said for extra in (0, 1))}):
            for at in range(len(pieces) - size + 1):
                window = range(at, at + size)
                # A sentence that says it alone is enough: its neighbours stay.
                if found.isdisjoint(window) and any(
                    needle.said_in(" ".join(pieces[at : at + size])) for needle in said
                ):
                    found.update(window)
        return found


@lru_cache(maxsize=16)
def matcher(needles: tuple[str, ...]) -> Matcher:
    return Matcher(needles)


def says(text: str, needles: Sequence[str]) -> bool:
    """Whether `text` says what one of `needles` does."""
    return matcher(tuple(needles)).says(text)


def cut(text: str, needles: Sequence[str]) -> str:
    """`text` without the sentences that say what one of `needles` does."""
    return matcher(tuple(needles)).cut(text)


def sentences(text: str) -> list[str]:
    """`text` in pieces that end with a sentence or a line; joined again they are the text."""
    ends = [match.end() for match in _END.finditer(text)]
    return [text[start:end] for start, end in zip([0, *ends], [*ends, len(text)], strict=True) if start < end]


def saying(text: str, says: Callable[[str], bool]) -> list[str]:
    """The sentences of `text` that say something, or where only two together do, those."""
    pieces = sentences(text)
    return list(filter(says, pieces)) or [one + two for one, two in pairwise(pieces) if says(one + two)]


def _needle(text: str) -> _Needle:
    words = tuple(map(Phrase, content_words(text)))
    # Of so many words at least one is there where enough of all are; long ones are rare.
    least = len(words) - ceil(SHARE * len(words)) + 1
    keys = tuple(sorted((word.literal for word in words), key=len, reverse=True)[:least])
    phrase = Phrase(text)
    starts = frozenset(map(_start, (phrase.literal, *keys)))
    return _Needle(text, phrase, words, keys, starts, len(sentences(text)))


def _start(literal: str) -> str:
    """How the longest word of it begins; "" where no spaces set words apart."""
    longest = max(_WORD.findall(literal), key=len, default="")
    return "" if any(map(spaceless, longest)) else longest[:_START_LETTERS]


def folded(text: str) -> str:
    """`fold`, quickly where there is nothing to fold but case and spaces: whole histories go through here."""
    return " ".join(text.lower().split()) if text.isascii() else fold(text)
