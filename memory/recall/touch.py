"""Whether a text itself has to do with a question, apart from the turns around it."""

from __future__ import annotations

from dataclasses import dataclass

from memory.text.normal import fold
from memory.text.query import content, parse
from memory.text.scripts import query_grams, words

NEAR = 0.35
"""A cosine from which two short texts share a subject, whatever their words (MiniLM; unrelated ones reach 0.2)."""
_STEM = 5


@dataclass(frozen=True, slots=True)
class Subject:
    """What a question is about: `stems` of words, and `pieces` of text that no tokenizer keeps, as `C++`.

    Among the stems are pairs of characters where no spaces part words.
    """

    stems: frozenset[str]
    pieces: frozenset[str]


def subject(question: str) -> Subject:
    """The stems of a question's content words, its symbols, and the beginnings it gives as `prefix*`."""
    folded = fold(content(question))
    pieces = frozenset(map(fold, parse(question).substrings))
    return Subject(_stems(folded) | frozenset(query_grams(folded)), pieces)


def touches(text: str, asked: Subject, cosine: float | None) -> bool:
    """True where `text` shares a word of `asked` or lies near it in meaning."""
    if cosine is not None and cosine >= NEAR:
        return True
    folded = fold(text)
    seen = {stem for stem in asked.stems if stem in folded}
    return (
        any(len(stem) == 2 for stem in seen)
        or bool(seen and seen & _stems(folded))
        or any(piece in folded for piece in asked.pieces)
    )


def _stems(folded: str) -> frozenset[str]:
    return frozenset(word[:_STEM] for word in words(folded) if len(word) > 1)
