"""What one stops doing and what one does are one verb in two forms: "I stopped smoking", "I smoke"."""

from __future__ import annotations

import re

from memory.distill.sentences.wording import alike
from memory.text.languages import CHINESE, Language, detect
from memory.text.normal import plain
from memory.text.scripts import words

_DOING = ("ing", "are", "ere", "ire", "ar", "er", "ir", "re", "en")
"""Endings of a verb after one that says it stops."""
_FORMS = ("", "e", "o", "s", "t", "es")
_DOUBLED = re.compile(r"([bdgmnprt])\1$")
_PERSON = 3
"""So many letters at most tell the person of a verb, or that it is one: "smok-e", "fum-o"."""
_SHORTEST_STEM = 3
_GIVEN_UP = re.compile(
    "(?P<ja>[^はがをも、。]{1,10}?)[をは](?:やめ|辞め|止め)|把(?P<ba>[^，。]{1,3})给?戒|戒(?:掉)?了?(?P<zh>[^，。了掉]{1,3})"
)
_CONSUMING = {"zh": "[抽吸喝吃]", "ja": "を?(?:吸|飲|食)"}


def lacking(left: frozenset[str], right: frozenset[str]) -> frozenset[str]:
    """The words of `left` of which `right` holds none, in any form."""
    return frozenset(word for word in left if not any(one_verb(word, other) for other in right))


def one_verb(word: str, other: str) -> bool:
    return alike(word, other) or _does(word, other) or _does(other, word)


def stopped(content: str, language: Language) -> set[str]:
    """The verbs right behind one that says they stop: "dejé de comer carne"."""
    text = plain(content)
    behind = (text[match.end() :].split()[:1] for match in language.over.finditer(text))
    return {word for first in behind for word in first if _stems(word)}


def sought(content: str) -> str:
    """`content` with the forms of the verbs that it says are over, for a search by words."""
    language = detect(content)
    if not language.over.search(plain(content)):
        return content
    doing = (stem for word in words(plain(content)) for stem in _stems(word))
    return " ".join([content, *(f"{stem}{ending}" for stem in doing for ending in _FORMS)])


def given_up(new: str, old: str, language: Language) -> bool:
    """Whether `old` tells of what `new` gives up, where the verbs share no sign: タバコをやめました, 我戒烟了."""
    found = _GIVEN_UP.search(plain(new))
    if not language.spaceless or found is None or language.negation.search(plain(old)):
        return False
    thing = found["ja"] or found["ba"] or found["zh"]
    for word in (*sorted(language.me, key=len, reverse=True), "は", "も", "もう"):
        thing = thing.removeprefix(word)
    consuming = _CONSUMING[language.code]
    told = f"{consuming}{re.escape(thing)}" if language is CHINESE else f"{re.escape(thing)}{consuming}"
    return bool(thing) and re.search(told, plain(old)) is not None


def _does(doing: str, word: str) -> bool:
    return any(word.startswith(stem) and len(word) - len(stem) <= _PERSON for stem in _stems(doing))


def _stems(doing: str) -> list[str]:
    cut = (_DOUBLED.sub(r"\1", doing.removesuffix(ending)) for ending in _DOING if doing.endswith(ending))
    return [stem for stem in cut if len(stem) >= _SHORTEST_STEM]
