"""What a sentence states of the user, by the turns of phrase of the languages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from memory.text.languages import KNOWN, Language, Statement, detect
from memory.text.normal import plain, straight
from memory.text.scripts import words

_GREETING = 12
"""So many characters may stand before a statement that opens a sentence: "Hi there, I'm ..."."""
LONGEST = 500
"""A longer text is more than one statement, and looking through all of it would take too long."""


def matching(sentence: str, language: Language) -> tuple[Statement, tuple[str, ...]] | None:
    """The first turn of phrase that `sentence` holds, in its language and then in the others, with the names in it."""
    for known in (language, *(other for other in KNOWN.values() if other is not language)):
        hits = _hits(sentence, known)
        if hits:
            return hits[0][0], tuple(dict.fromkeys(filter(None, (match.groupdict().get("name") for _, match in hits))))
    return None


def _hits(sentence: str, language: Language) -> list[tuple[Statement, re.Match[str]]]:
    text = language.as_stated(straight(sentence))
    return [
        (statement, match)
        for statement in language.statements
        for pattern in statement.patterns
        if (match := pattern.search(text))
    ]


def says_of_the_user(clause: str, language: Language) -> bool:
    """Whether the subject of the first turn of phrase in `clause` is the user, in so many words."""
    hits = _hits(clause, language)
    return bool(hits) and language.subject in words(plain(hits[0][1][0]))


def opens(clause: str, language: Language) -> bool:
    """Whether `clause` begins with a statement of the user and supposes nothing."""
    if len(clause) > LONGEST or language.hypothetical.search(plain(clause)) or language.asking.search(plain(clause)):
        return False
    return any(match.start() <= _GREETING for _, match in _hits(clause, language))


_CLAUSE = re.compile(r"[,;:，；：、—–]")


@lru_cache(maxsize=20_000)
def slot(content: str) -> str:
    """What a statement gives a value to that only one statement can give at a time: name, home, age, employer.

    "" for others, and for what is over, holds beside another, or says no.
    """
    if len(content) > LONGEST:
        return ""
    language = detect(content)
    folded = plain(content)
    for known in (language, *(other for other in KNOWN.values() if other is not language)):
        if hits := _hits(content, known):
            statement, match = hits[0]
            if known.beside.search(folded) or _of_another(known, match):
                return ""
            if known.past.search(folded):
                later = known.by_now.search(match.string)
                return slot(match.string[later.end() :]) if later else ""
            return statement.slot if any(_holds(known, one) for one in _all(statement, match.string)) else ""
    return ""


def _all(statement: Statement, text: str) -> Iterator[re.Match[str]]:
    return (match for pattern in statement.patterns for match in pattern.finditer(text))


def _holds(language: Language, match: re.Match[str]) -> bool:
    """Whether a turn of phrase stands there without a "not", in it or right before it: "ya no vivo en"."""
    before = plain(_CLAUSE.split(match.string[: match.start()])[-1])
    return not (language.denying.search(before) or language.negation.search(plain(match[0])))


def loses(new: str, old: str) -> bool:
    """Whether `old` says something beside its value, as in "I live in Ghent and keep bees", that `new` does not."""
    return not set(words(plain(_beside(old)))) <= set(words(plain(new)))


@lru_cache(maxsize=20_000)
def _beside(content: str) -> str:
    """What is joined to the value, by an "and" before or after it; "" where nothing is."""
    language = detect(content)
    hits = _hits(content, language)
    if not hits:
        return ""
    match = hits[0][1]
    before, after = match.string[: match.start()], match.string[match.end() :]
    company = set(words(plain(before))) & language.kin
    return " ".join(part for part in ("" if company else before, after) if language.joining.search(plain(part)))


def _of_another(language: Language, match: re.Match[str]) -> bool:
    """Where verbs have no person, somebody named before the statement may be the one it is about."""
    said, before = match.string[: match.end()], match.string[: match.start()]
    others = any(one in before for one in language.kin) or any(one in said for one in language.third)
    return language.spaceless and others
