"""Whether a text itself has to do with a question, apart from the turns around it."""

from __future__ import annotations

from memory.text.normal import fold
from memory.text.query import content
from memory.text.scripts import query_grams, words

NEAR = 0.35
"""A cosine from which two short texts share a subject, whatever their words (MiniLM; unrelated ones reach 0.2)."""
_STEM = 5
_AROUND = 16
"""So far a place is looked at: a letter beyond the stem would do, were there no marks on letters."""


def subject(question: str) -> frozenset[str]:
    """What a question is about: the stems of its content words, and pairs of characters where no spaces part words."""
    folded = fold(content(question))
    return _stems(folded) | frozenset(query_grams(folded))


def touches(text: str, asked: frozenset[str], cosine: float | None) -> bool:
    """True where `text` shares a word of `asked` or lies near it in meaning."""
    if cosine is not None and cosine >= NEAR:
        return True
    folded = fold(text)
    return any(_stands_in(folded, stem) or (len(stem) == 2 and stem in folded) for stem in asked)


def _stands_in(folded: str, stem: str) -> bool:
    """Whether a word of the text has this stem; only the places that could be are cut into words."""
    at = folded.find(stem)
    while at >= 0:
        if stem in _stems(folded[max(0, at - 1) : at + _AROUND]):
            return True
        at = folded.find(stem, at + 1)
    return False


def _stems(folded: str) -> frozenset[str]:
    return frozenset(word[:_STEM] for word in words(folded) if len(word) > 1)
