"""The languages whose turns of phrase the distiller knows, and how it tells them apart."""

from __future__ import annotations

from memory.distill.languages.base import Language, Statement
from memory.distill.languages.de import GERMAN
from memory.distill.languages.en import ENGLISH
from memory.distill.languages.es import SPANISH
from memory.distill.languages.fr import FRENCH
from memory.distill.languages.it import ITALIAN
from memory.distill.languages.ja import JAPANESE
from memory.distill.languages.pt import PORTUGUESE
from memory.distill.languages.zh import CHINESE
from memory.text.normal import fold
from memory.text.scripts import words
from memory.text.stopwords import STOP_WORDS

KNOWN = {
    language.code: language for language in (ENGLISH, GERMAN, FRENCH, SPANISH, PORTUGUESE, ITALIAN, CHINESE, JAPANESE)
}
OTHER = Language(code="", capitals=False)
"""A language without words of ours: only what every script shares is checked."""

_FUNCTION_WORDS = {code: frozenset(fold(word) for word in stop) for code, stop in STOP_WORDS.items()}

__all__ = ["ENGLISH", "KNOWN", "OTHER", "Language", "Statement", "detect", "function_words"]


def function_words(language: Language) -> frozenset[str]:
    return _FUNCTION_WORDS.get(language.code, frozenset())


def detect(text: str, default: Language = ENGLISH) -> Language:
    """The language of `text` by script and function words; `default` where nothing tells."""
    folded = fold(text)
    if any("\u3040" <= char <= "\u30ff" for char in folded):
        return JAPANESE
    letters = [char for char in folded if char.isalpha()]
    if sum("\u4e00" <= char <= "\u9fff" for char in letters) * 2 > len(letters):
        return CHINESE
    if letters and sum(char > "\u024f" for char in letters) * 2 > len(letters):
        return OTHER
    said = words(folded.replace("'", " "))
    hits = {code: sum(word in stop for word in said) for code, stop in _FUNCTION_WORDS.items()}
    best = max(hits, key=lambda code: hits[code])
    if hits[best] == 0 or hits[best] == hits.get(default.code, 0):
        return default
    return KNOWN.get(best, OTHER)
