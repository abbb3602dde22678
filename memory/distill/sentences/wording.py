"""Sentences, words, names and numbers of a text, as the checks of the distiller compare them."""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import lru_cache

from memory.text.languages import ENGLISH, GERMAN, Language, detect, function_words
from memory.text.languages.base import words as listed
from memory.text.normal import fold, plain, straight
from memory.text.scripts import query_grams, runs, words

_BREAK = re.compile(r"(?<=[.!?…])\s+|(?<=[。！？])|\n+")
_SHORT_MONTH = "(?:Jan|Feb|Mär|Apr|Jun|Jul|Aug|Sept?|Okt|Nov|Dez)"
_MONTH = re.compile(
    r"(?:Januar|Jänner|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember)\b"
    rf"|{_SHORT_MONTH}\."
)
_DAY = re.compile(r"\b\d\d?\.$")
_ORDINAL = re.compile(r"\b(?:im|am|zum|vom|der|die|den|dem) \d\d?\.$", re.IGNORECASE)
_DATE = re.compile(rf"\b\d\d?\. {_SHORT_MONTH}\.$")
_INSIDE = re.compile(
    r"\b(?i:e\.g|i\.e|z\.b|u\.a|d\.h|p\. ?ej|bzw|vs|evtl|ggf|inkl|incl)\.$|(?<![\w'’.])[a-z]\.$|(?<![\w'’])[A-HJ-Z]\.$"
)
"""An abbreviation that more follows, and initials."""
_TITLE = re.compile(
    r"\b(?:prof|profa|dr|dra|mrs?|ms|mmes?|mlle|hr|fr|sr|sra|srta|dott|sig|avv|ing|st|ste)\.$", re.IGNORECASE
)
_COUNTED = re.compile(
    r"(?:(?<=\w )no|\b(?:nr|núm|ca|approx|\w*str|vol|jg|jan|feb|mar|apr|jun|jul|aug|sept?|oct|okt|nov|dec|dez))\.$",
    re.IGNORECASE,
)
_MAYBE_LAST = re.compile(
    r"\b(?:etc|usw|p\.m|a\.m|inc|ltd|corp|co|u\.s|d\.c|st|str|ca|mind|ene|abr|ago|dic)\.$", re.IGNORECASE
)
_NEAR = 60
"""So many characters on both sides of a full stop tell what it ends."""
_OPENERS = (
    function_words(GERMAN)
    | function_words(ENGLISH)
    | GERMAN.me
    | listed("danach davor morgen gestern leider deshalb trotzdem ausserdem vielleicht hoffentlich")
)
"""What begins a sentence of its own after a number."""
_NUMBER = re.compile(r"\d+(?:[.,:/-]\d+)*")
_TOKEN = re.compile(r"[^\W_][\w'-]*")
_SPELT = (
    "two zwei deux dos dois duas due 二 两 兩|three drei trois tres tre 三|four vier quatre cuatro quatro quattro 四|"
    "five funf cinq cinco cinque 五|six sechs seis 六|seven sieben sept siete sete sette 七|"
    "eight acht huit ocho oito otto 八|nine neun neuf nueve nove 九|ten zehn dix diez dez dieci 十|"
    "eleven elf onze undici|twelve zwolf douze doce doze dodici"
)
_VALUE = {word: str(value) for value, group in enumerate(_SPELT.split("|"), 2) for word in group.split()}
_ASSERTED = {
    "en": "two three four five six seven eight nine ten eleven twelve",
    "de": "zwei drei vier funf sechs sieben acht neun zehn elf zwolf",
    "fr": "deux trois quatre cinq six sept huit dix onze douze",
    "es": "dos tres cuatro cinco seis siete ocho nueve diez doce",
    "pt": "dois duas tres quatro cinco seis sete oito nove dez onze doze",
    "it": "due tre quattro cinque sette otto nove dieci undici dodici",
}
"""What is a number in one language only, and nothing else in it: no "sei", no "neuf"."""
_PAIRS = listed(
    "twice both couple pair twin twins beide beiden beides paar zwillinge zweimal jumeaux jumelles paire ambos ambas "
    "par pareja gemelos gemelas mellizos gemeos gemeas casal entrambi entrambe coppia paio gemelli gemelle"
)
"""Two of something, in a word that is no number."""
_STEM = 4
_HALF = 0.6
"""The part of the longer word that two forms of one word share at least."""


def sentences(text: str) -> list[str]:
    """The sentences of `text` in any script, as they are written, without the empty ones."""
    found, start = [], 0
    for gap in _BREAK.finditer(text):
        if not _goes_on(text, start, gap.start(), gap.end()):
            found.append(text[start : gap.start()].strip())
            start = gap.end()
    return [piece for piece in (*found, text[start:].strip()) if piece]


def _goes_on(text: str, start: int, stop: int, after: int) -> bool:
    """Whether a full stop ends no sentence."""
    if text[stop:after] != " ":
        return False
    before, rest = text[max(start, stop - _NEAR) : stop], text[after : after + _NEAR]
    opener = next(iter(words(plain(rest))), "") in _OPENERS
    return _abbreviated(before, rest, opener) or _of_a_date(before, rest, opener)


def _abbreviated(before: str, rest: str, opener: bool) -> bool:
    """Whether a full stop is that of an abbreviation inside a sentence: "Prof. Kim", "approx. 40", "z. B."."""
    small = rest[:1].islower()
    return bool(
        _INSIDE.search(before)
        or (_TITLE.search(before) and (small or not opener))
        or (_COUNTED.search(before) and rest[:1].isdigit())
        or (_MAYBE_LAST.search(before) and small)
    )


def _of_a_date(before: str, rest: str, opener: bool) -> bool:
    """Whether a full stop is that of a German ordinal or month: "im 3. Stock", "am 12. Okt. in Linz"."""
    if _DATE.search(before):
        return rest[:1].islower()
    if _DAY.search(before) and _MONTH.match(rest):
        return True
    return bool(_ORDINAL.search(before)) and rest[:1].isupper() and not opener and detect(before + rest) is GERMAN


@lru_cache(maxsize=20_000)
def terms(text: str) -> frozenset[str]:
    """What a text is about: words without those that carry nothing, and pairs of characters of spaceless scripts."""
    language = detect(text)
    idle = function_words(language) | language.frame
    folded = plain(text)
    return frozenset(word for word in words(folded) if word not in idle and len(word) > 1) | frozenset(
        query_grams(folded)
    )


@lru_cache(maxsize=20_000)
def stems(text: str) -> frozenset[str]:
    """The beginnings of the terms of `text`: texts that share none have no word in common, in any form."""
    return frozenset(word[:_STEM] for word in terms(text))


def alike(left: str, right: str) -> bool:
    """Whether two words may be forms of one: the same, or with a long common beginning."""
    if left == right:
        return True
    shared = next(
        (at for at, (a, b) in enumerate(zip(left, right, strict=False)) if a != b), min(len(left), len(right))
    )
    return shared >= _STEM and shared >= _HALF * max(len(left), len(right))


def among(word: str, others: Collection[str]) -> bool:
    """Whether a form of the word is one of `others`."""
    return any(alike(word, other) for other in others)


def common(left: Collection[str], right: Collection[str]) -> frozenset[str]:
    """The words of `left` that are among `right` in some form."""
    return frozenset(word for word in left if among(word, right))


def extra(left: Collection[str], right: Collection[str]) -> frozenset[str]:
    """The words of `left` that are not among `right` in any form."""
    return frozenset(word for word in left if not among(word, right))


def overlap(left: frozenset[str], right: frozenset[str]) -> float:
    """Jaccard of two term sets, forms of one word taken as the same."""
    if not left or not right:
        return 0.0
    shared = len(common(left, right))
    return shared / (len(left) + len(right) - shared) if shared < len(left) + len(right) else 1.0


def numbers(text: str) -> frozenset[str]:
    """The numbers of a text as digits, spelt ones too; separators make no difference."""
    folded = plain(text)
    digits = {re.sub(r"\D", "", found).lstrip("0") or "0" for found in _NUMBER.findall(folded)}
    parts = {part.lstrip("0") or "0" for found in _NUMBER.findall(folded) for part in re.findall(r"\d+", found)}
    spelt = {_VALUE[word] for word in words(folded) if word in _VALUE}
    signs = {_VALUE[char] for run, spaceless in runs(folded) if spaceless for char in run if char in _VALUE}
    return frozenset(digits | parts | spelt | signs)


def stated_numbers(text: str) -> frozenset[str]:
    """The numbers a statement asserts: only those written with digits."""
    return frozenset(
        part.lstrip("0") or "0" for found in _NUMBER.findall(plain(text)) for part in re.findall(r"\d+", found)
    )


def unsaid_numbers(content: str, said: str, language: Language) -> frozenset[str]:
    """The numbers that a statement asserts, in digits or words, and that do not stand in what was said."""
    spelling = " ".join(_ASSERTED.get(code, "") for code in (language.code, detect(content).code))
    spelt = listed(spelling).intersection(words(plain(content)))
    given = numbers(said) | ({"2"} if _PAIRS & set(words(plain(said))) else frozenset())
    return (stated_numbers(content) | {_VALUE[word] for word in spelt}) - given


def names(text: str, language: Language) -> frozenset[str]:
    """Folded proper names: capitals inside a sentence, and at its start where a verb follows at once.

    Where nouns are capitalised as well (German), these are among them. Katakana words count as names.
    """
    idle = function_words(language) | language.frame
    found: set[str] = set()
    for sentence in sentences(straight(text)):
        tokens = [token[0].removesuffix("'s") for token in _TOKEN.finditer(sentence)]
        for at, token in enumerate(tokens):
            folded = fold(token)
            forms = {folded, *folded.split("'")}
            loud = not at or (len(token) > 1 and token.isupper())
            if not token[0].isupper() or forms & (language.frame | language.me) or (loud and folded in idle):
                continue
            if at or (len(tokens) > 1 and _tells(fold(tokens[1]), language)):
                found.add(folded)
    return frozenset(found) | frozenset(re.findall(r"[\u30a1-\u30fa\u30fc]{2,}", straight(text)))


def _tells(word: str, language: Language) -> bool:
    """Whether a word may be the verb right after a subject."""
    return word in language.frame or word in _COPULAS or any(group.search(word) for group in language.same)


_COPULAS = listed("is was has had will ist hat war est a es era tiene tem e ha")
