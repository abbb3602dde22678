"""The languages whose turns of phrase the distiller knows, and how it tells them apart."""

from __future__ import annotations

from memory.text.languages.base import Language, Statement
from memory.text.languages.de import GERMAN
from memory.text.languages.en import ENGLISH
from memory.text.languages.es import SPANISH
from memory.text.languages.fr import FRENCH
from memory.text.languages.it import ITALIAN
from memory.text.languages.ja import JAPANESE
from memory.text.languages.pt import PORTUGUESE
from memory.text.languages.zh import CHINESE
from memory.text.normal import fold, straight
from memory.text.scripts import words
from memory.text.stopwords import STOP_WORDS

KNOWN = {
    language.code: language for language in (ENGLISH, GERMAN, FRENCH, SPANISH, PORTUGUESE, ITALIAN, CHINESE, JAPANESE)
}
OTHER = Language(code="", capitals=False)
"""A language without words of ours: only what every script shares is checked."""

_FUNCTION_WORDS = {code: frozenset(fold(word) for word in stop) for code, stop in STOP_WORDS.items()}

_LETTERS = {
    "de": "äöüß",
    "fr": "àâçéèêëîïôœùû",
    "es": "áéíóúñ¿¡",
    "pt": "áâãàçéêíóôõú",
    "it": "àèéìòù",
}
"""Letters with marks: a short sentence may hold no function word that tells its language."""

_BEGINNING = 200
"""So many characters of a text tell its language where function words leave it open."""

__all__ = ["ENGLISH", "GERMAN", "KNOWN", "OTHER", "Language", "Statement", "detect", "function_words"]


def function_words(language: Language) -> frozenset[str]:
    return _FUNCTION_WORDS.get(language.code, frozenset())


def detect(text: str, default: Language = ENGLISH) -> Language:
    """The language of `text` by script, function words and marked letters; `default` where nothing tells."""
    folded = fold(text)
    if any("\u3040" <= char <= "\u30ff" for char in folded):
        return JAPANESE
    letters = [char for char in folded if char.isalpha()]
    if sum("\u4e00" <= char <= "\u9fff" for char in letters) * 2 > len(letters):
        return CHINESE
    if letters and sum(char > "\u024f" for char in letters) * 2 > len(letters):
        return OTHER
    said = words(folded.replace("'", " "))
    marked = {char for char in text.lower() if char > "\x7f"}
    hits = {
        code: sum(word in stop for word in said) + len(marked.intersection(_LETTERS.get(code, "")))
        for code, stop in _FUNCTION_WORDS.items()
    }
    best = max(hits, key=lambda code: hits[code])
    if hits[best] == 0 or hits[best] == hits.get(default.code, 0):
        return default
    level = [code for code in hits if hits[code] == hits[best]]
    return KNOWN.get(next((code for code in level if _states(KNOWN.get(code, OTHER), text)), best), OTHER)


def _states(language: Language, text: str) -> bool:
    """Whether a turn of phrase of the language begins what may be in several: "Me llamo Iker y vivo en Zamora"."""
    said = language.as_stated(straight(text[:_BEGINNING]))
    return any(pattern.search(said) for statement in language.statements for pattern in statement.patterns)
