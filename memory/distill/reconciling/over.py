"""What ends by being said to be over: it itself, what is more special, or one of several things."""

from __future__ import annotations

import re
from functools import lru_cache

from memory.distill.reconciling.stopping import lacking, one_verb, stopped
from memory.distill.sentences.wording import among, extra, names, numbers, terms
from memory.text.languages import KNOWN, OTHER, Language
from memory.text.languages.base import words as listed
from memory.text.normal import plain
from memory.text.scripts import words
from memory.text.stated import claimed
from memory.text.twins import twin_key
from memory.text.values import Form

_OTHER_THINGS = listed(
    "table ice water beach street field oat almond soy soya peanut coconut goat mountain motor guinea video board card "
    "computer electric herbal ginger root"
)
"""Before the name of a thing they make another of it: who plays no tennis may play table tennis."""
_MEASURE = re.compile("(?:了|过|過)?(?:[一二两兩三四五六七八九十几幾\\d]+[只隻个個条條辆輛台匹头頭位套])|(?<=住)在")
_POLITE_END = re.compile("(?:い?ます|い?ました|い?ません|い?ない|いる|です|る)(?=[。!！]?$)")
_ME_OR_NOW = {
    language.code: re.compile(f"(?:{'|'.join(sorted(language.me, key=len, reverse=True))})[はもがの]?|^もう")
    for language in KNOWN.values()
    if language.spaceless
}


def people(content: str, kin: frozenset[str]) -> frozenset[str]:
    """The people around the user that a statement names."""
    folded = f" {twin_key(content)} "
    return frozenset(word for word in kin if (f" {word} " in folded if word.isascii() else word in folded))


@lru_cache(maxsize=20_000)
def core(content: str, code: str) -> frozenset[str]:
    """What a statement is about: its terms without numbers, fillers, "not" and words of liking and disliking."""
    language = KNOWN.get(code, OTHER)
    text = plain(content)
    if language.spaceless:
        text = _ME_OR_NOW[code].sub(" ", _POLITE_END.sub("", _MEASURE.sub("", text)))
    for cue in (language.filler, language.correcting, language.negation, *language.same[2:4]):
        text = cue.sub(" ", text)
    told = frozenset(word for word in terms(text) if not numbers(word)) - language.frame
    return told | _letters(content, language)


def _letters(content: str, language: Language) -> frozenset[str]:
    """Capital letters that tell things apart: "vitamin D"."""
    return frozenset(name for name in names(content, language) if len(name) == 1)


def phrases(content: str, language: Language) -> set[int]:
    text = plain(content)
    return {at for at, group in enumerate(language.same) if group.search(text)}


def said(content: str, language: Language) -> bool:
    return bool(language.over.search(plain(content)))


def special(new: str, old: str, language: Language) -> Form:
    """How surely `old` ends with what `new` says is over in general: "an old Volvo" with "no Volvo any more".

    For sure where it only describes what is over, or says more of a home or an employer; else the user may say, as
    where only one kind of it is over: "I drink coffee" with "no black coffee any more".
    """
    mine, theirs = _over(new, language), core(old, language.code)
    shared = phrases(new, language) & phrases(old, language)
    mine -= {word for word in stopped(new, language) if not any(one_verb(word, other) for other in theirs)}
    if _one_kind(new, mine, theirs):
        apart = phrases(new, language) and phrases(old, language) and not shared
        return Form.NONE if apart or _denied(old, language) else Form.OPEN
    told = shared or (len(mine) > 1 and not phrases(new, language) and not phrases(old, language))
    if not mine or lacking(mine, theirs) or not told or _denied(old, language) or theirs & _OTHER_THINGS - mine:
        return Form.NONE
    return Form.SURE if _describes(old, lacking(theirs, mine), mine) else Form.OPEN


def _denied(content: str, language: Language) -> bool:
    """Says "not", and is no mere dislike."""
    return bool(language.negation.search(language.same[3].sub(" ", plain(content))))


def _over(content: str, language: Language) -> frozenset[str]:
    """What is over, without the words that say so: "no longer", "keinen … mehr"."""
    text = plain(content)
    if language.spaceless:
        return core(text, language.code)
    for match in language.over.finditer(text):
        text = text.replace(match[0], f" {' '.join(match[0].split()[1:-1])}", 1)
    return core(text, language.code) | _letters(content, language)


def _one_kind(new: str, mine: frozenset[str], theirs: frozenset[str]) -> bool:
    """Whether `new` says all that is known, and describes it more closely."""
    row, more = list(words(plain(new))), lacking(mine, theirs)
    said_all = bool(theirs) and not lacking(theirs, mine)
    return said_all and any(word in more and _before(row, at, more, theirs) for at, word in enumerate(row))


def _describes(content: str, more: frozenset[str], what: frozenset[str]) -> bool:
    row = list(words(plain(content)))
    if claimed(content) in ("home", "employer"):
        told = [word in more for word in row if word in more or among(word, what)]
        return told == sorted(told)
    return all(word not in more or _before(row, at, more, what) for at, word in enumerate(row))


def _before(row: list[str], at: int, more: frozenset[str], what: frozenset[str]) -> bool:
    """Whether the word stands right before what it describes."""
    after = next((word for word in row[at + 1 :] if word not in more), "")
    return any(one_verb(after, one) for one in what)


def partly(new: str, old: str, language: Language) -> bool:
    """Whether `new` says that one of several things is over which `old` says together."""
    parts = language.joining.split(plain(old))
    if len(parts) == 1 or not said(new, language) or said(old, language):
        return False
    mine, whom, told = core(new, language.code), people(new, language.kin), phrases(new, language)
    for part in parts:
        theirs, whose = core(part, language.code), phrases(part, language) or phrases(old, language)
        more = extra(theirs, mine)
        about_it = more != theirs and _describes(part, more, mine) and people(part, language.kin) == whom
        if about_it and (not told or not whose or told & whose):
            return True
    return False
