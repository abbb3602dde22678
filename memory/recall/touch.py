"""Whether a text itself has to do with a question, apart from the turns around it."""

from __future__ import annotations

from memory.text.normal import fold
from memory.text.query import content
from memory.text.scripts import query_grams, words

NEAR = 0.35
"""A cosine from which two short texts share a subject, whatever their words (MiniLM; unrelated ones reach 0.2)."""
_STEM = 5


def subject(question: str) -> frozenset[str]:
    """What a question is about: the stems of its content words, and pairs of characters where no spaces part words."""
    folded = fold(content(question))
    return _stems(folded) | frozenset(query_grams(folded))


def touches(text: str, asked: frozenset[str], cosine: float | None) -> bool:
    """True where `text` shares a word of `asked` or lies near it in meaning."""
    if cosine is not None and cosine >= NEAR:
        return True
    folded = fold(text)
    seen = {stem for stem in asked if stem in folded}
    return any(len(stem) == 2 for stem in seen) or bool(seen and seen & _stems(folded))


def _stems(folded: str) -> frozenset[str]:
    return frozenset(word[:_STEM] for word in words(folded) if len(word) > 1)
