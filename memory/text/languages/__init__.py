"""The languages whose turns of phrase the distiller knows, and how it tells them apart."""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from math import log

from memory.text.languages.base import Language, Statement
from memory.text.languages.de import GERMAN
from memory.text.languages.en import ENGLISH
from memory.text.languages.es import SPANISH
from memory.text.languages.fr import FRENCH
from memory.text.languages.it import ITALIAN
from memory.text.languages.ja import JAPANESE
from memory.text.languages.pt import PORTUGUESE
from memory.text.languages.spelling import LANGUAGES, likeness
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
_SHARED = Counter(word for code in LANGUAGES for word in _FUNCTION_WORDS[code])
"""In how many of the languages a function word is one."""

_BEGINNING = 200
"""So many characters of a text tell its language."""
_WORD_TELLS = 2.0
"""What a function word adds for each time that fewer languages have it."""
_SPOKEN_BEFORE, _ENGLISH, _LIKELY = 4.0, 1.0, 4.0
"""So much further from the most likely language may be the one spoken before, English where nothing was, or one whose
grammar counts as well."""
_STATED = 6.0
"""So much nearer comes a language in which the text is a turn of phrase."""
_RARE = 3.0
"""So much further from it is a language whose turns of phrase we do not know."""
_NAMED = 3
"""So many more Latin letters than signs may stand in a sentence that is Chinese for sure."""
_JAPANESE = re.compile("[\u3040-\u30ff]")
_CHINESE = re.compile(
    "[我你您她它们們这這那的了吗嗎呢吧没沒很哪谁誰什么麼还還对對说說个個岁歲爱愛欢歡养養过過给給让讓从從为為]"
)
"""Signs that stand in most Chinese sentences, and in Japanese ones beside kana only."""

__all__ = [
    "CHINESE",
    "ENGLISH",
    "GERMAN",
    "KNOWN",
    "OTHER",
    "Language",
    "Statement",
    "detect",
    "function_words",
    "likely",
]


def function_words(language: Language) -> frozenset[str]:
    return _FUNCTION_WORDS.get(language.code, frozenset())


def detect(text: str, before: Language | None = None) -> Language:
    """The language of `text`; where little tells, that of what was said `before`, else English."""
    return likely(text, before)[0]


def likely(text: str, before: Language | None = None) -> tuple[Language, ...]:
    """The languages that `text` may be in, the likeliest first: a short one often tells no single one."""
    letters = [char for char in fold(text) if char.isalpha()]
    if any(map(_JAPANESE.match, letters)):
        return (JAPANESE,)
    han, small = sum("\u4e00" <= char <= "\u9fff" for char in letters), _written_small(text)
    chinese = _CHINESE.search(text)
    if han and han * (_NAMED if chinese else 1) >= small:
        return (JAPANESE if before is JAPANESE and not chinese else CHINESE,)
    if sum(char > "\u024f" for char in letters) * 2 > len(letters):
        return (OTHER,)
    return tuple(KNOWN.get(code, OTHER) for code in _in_latin(text[:_BEGINNING], before.code if before else ""))


def _written_small(text: str) -> int:
    """How many letters the words have that are no names, where words are set apart."""
    return sum(len(word) for word in words(text) if word[0].islower())


@lru_cache(maxsize=20_000)
def _in_latin(text: str, before: str) -> tuple[str, ...]:
    said = words(straight(text).lower().replace("'", " "))
    if not any(map(str.isalpha, said)):
        return (before or ENGLISH.code,)
    votes = dict(likeness(said))
    for word in map(fold, said):
        for code in LANGUAGES if word in _SHARED else ():
            votes[code] += (word in _FUNCTION_WORDS[code]) * _WORD_TELLS * log((1 + len(LANGUAGES)) / _SHARED[word])
    votes = {code: vote - (code not in KNOWN) * _RARE for code, vote in votes.items()}
    if before in votes:
        votes[before] += _SPOKEN_BEFORE
    elif not before:
        votes[ENGLISH.code] += _ENGLISH
    near = [code for code in votes if votes[code] > max(votes.values()) - _STATED - _LIKELY]
    if len(near) > 1:
        votes |= {code: votes[code] + _STATED for code in near if code in KNOWN and _states(KNOWN[code], text)}
    ordered = sorted(votes, key=lambda code: -votes[code])
    return tuple(code for code in ordered if votes[code] > votes[ordered[0]] - _LIKELY)


def _states(language: Language, text: str) -> bool:
    """Whether a turn of phrase of the language is in it: "Me llamo Iker y vivo en Zamora"."""
    said = language.as_stated(straight(text))
    return any(pattern.search(said) for statement in language.statements for pattern in statement.patterns)
