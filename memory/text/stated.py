"""What a sentence states of the user, by the turns of phrase of the languages."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain

from memory.text import values
from memory.text.ahead import bearing, clause_around, comes, only_comes, up_to
from memory.text.languages import KNOWN, Language, Statement, detect, function_words
from memory.text.normal import plain, straight
from memory.text.scripts import runs, words
from memory.text.values import Form

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


@dataclass(frozen=True, slots=True)
class Claim:
    """What a statement gives a value to that only one statement can give at a time: name, home, age, employer.

    `form` says how surely the words are such a value, `origin` what was left for it: "from Bergen". `moved_to` is where
    a verb leads that is also used of tools, `name` what the user is called. What is so `beside` another value, or
    only `when` it says, takes the place of none but of what is so at the same times.
    """

    slot: str = ""
    form: Form = Form.NONE
    origin: str = ""
    moved_to: str = ""
    name: str = ""
    beside: bool = False
    when: str = ""


_NOTHING = Claim()
_LESS_SURE = {
    "events": Form.OPEN,
    "entities": Form.OPEN,
    "preferences": Form.NONE,
    "cases": Form.NONE,
    "patterns": Form.NONE,
}
"""A move that a model files elsewhere than under what the user is: to another tool or team, as often as to a home."""


def slot(content: str, category: str = "") -> str:
    """What a statement surely gives a value to; "" where it gives none or leaves that open."""
    found = claim(content, category)
    return found.slot if found.form is Form.SURE and not found.origin and not found.beside else ""


def claimed(content: str, category: str = "") -> str:
    """What a statement gives a value to, for sure or perhaps."""
    found = claim(content, category)
    return found.slot if found.form else ""


def displaces(new: Claim, old: Claim, content: str) -> Form:
    """How surely a value takes the place of the one that the statement `content` gives to the same thing.

    What was moved to from somewhere else than the home that is known may be no home at all: "to Python from Ruby".
    Part of a name is no other name. A second home may outlast a new first one.
    """
    if not new.slot or new.slot != old.slot or (new.beside and not _at_same_times(new, old)):
        return Form.NONE
    if new.origin and not set(words(plain(new.origin))) <= set(words(plain(content))):
        return min(Form.OPEN, new.form) if old.form is Form.SURE and not old.origin else Form.NONE
    known = min(old.form, Form.OPEN) if old.beside or (old.origin and not new.origin) else old.form
    form = min(new.form, known)
    return Form.NONE if form is Form.OPEN and _of_one_name(new.name, old.name) else form


def _at_same_times(new: Claim, old: Claim) -> bool:
    return bool(new.when) and new.when == old.when


def _of_one_name(one: str, other: str) -> bool:
    mine, theirs = set(words(plain(one))), set(words(plain(other)))
    return bool(mine) and (mine <= theirs or theirs <= mine)


@lru_cache(maxsize=20_000)
def claim(content: str, category: str = "") -> Claim:
    """What a statement gives a value to; nothing for others, and for what is over or says no."""
    if len(content) > LONGEST:
        return _NOTHING
    language = detect(content)
    folded = plain(content)
    for known in (language, *(other for other in KNOWN.values() if other is not language)):
        if hits := _hits(content, known):
            match = hits[0][1]
            if _of_another(known, match):
                return _NOTHING
            if known.past.search(folded):
                later = known.by_now.search(match.string)
                return claim(match.string[later.end() :], category) if later else _NOTHING
            return _surest([hit for hit in hits if hit[0].slot], match.string, known, category)
    return _NOTHING


def _surest(hits: Sequence[tuple[Statement, re.Match[str]]], text: str, language: Language, category: str) -> Claim:
    """The first value that is one for sure, else the one that comes nearest to it."""
    found = [
        _claimed(statement, match, language, category)
        for statement in dict.fromkeys(statement for statement, _ in hits)
        for match in _all(statement, text)
        if _holds(language, match)
    ]
    return max(found, key=lambda one: one.form, default=_NOTHING)


def _claimed(statement: Statement, match: re.Match[str], language: Language, category: str) -> Claim:
    form = values.home(statement, match, language) if statement.slot == "home" else values.named(match, language)
    name = match.groupdict().get("self") or match.groupdict().get("name") or ""
    told = plain(match.string)
    at_times, beside = language.at_times.search(told), bool(language.beside.search(told))
    if statement.moves:
        form = min(form, _LESS_SURE.get(category, Form.SURE), Form.OPEN if at_times else Form.SURE)
        return Claim(statement.slot, form, values.origin(match, language), moved_to=name, beside=beside)
    when = at_times[0] if at_times and not statement.once else ""
    called = name if statement.slot in ("name", "nickname") else ""
    return Claim(statement.slot, form, name=called, beside=beside or bool(when), when=when)


def _all(statement: Statement, text: str) -> Iterator[re.Match[str]]:
    return (match for pattern in statement.patterns for match in pattern.finditer(text))


def _holds(language: Language, match: re.Match[str]) -> bool:
    """Whether a turn of phrase stands there as a verb, of what is so already, and without a "not": in it, right before
    it ("ya no vivo en") or at the end.
    """
    before = plain(_CLAUSE.split(match.string[: match.start()])[-1])
    up_to_verb = plain(_CLAUSE.split(match.string[: match.start() + len(match[0].split()[0])])[-1])
    after = plain(values.clause_from(match, match.end())).rstrip(" .")
    return not (
        language.noun.search(up_to_verb)
        or language.denying.search(before)
        or language.negation.search(plain(match[0]))
        or language.denying.search(after)
        or comes(clause_around(match.string, match.start(), match.end(), language), language)
    )


def narrowed(content: str) -> bool:
    """Whether a statement says more than its value, in words that may tell where or when that holds."""
    language = detect(content)
    hits = _hits(content, language)
    if not hits:
        return False
    text, match = hits[0][1].string, hits[0][1]
    rest = words(plain(text[: match.start()])), words(plain(text[match.end() :]))
    return not set(chain(*rest)) <= function_words(language)


@lru_cache(maxsize=20_000)
def planned(content: str) -> bool:
    """Whether a statement tells of nothing but what is still to come."""
    if len(content) > LONGEST or claimed(content):
        return False
    return any(only_comes(content, language) for language in _spoken(content))


def clause_told(content: str) -> str:
    """The clause in which the first turn of phrase of a statement stands, with the time before it: not what somebody
    noticed or said of it ("Yesterday I noticed I'm allergic to wool"); all of `content` where there is none.
    """
    for known in (detect(content), *KNOWN.values()):
        if hits := _hits(content, known):
            match = min((match for _, match in hits), key=lambda match: match.start())
            return up_to(match.string, match.start(), match.end(), known)
    return content


def looks_ahead(content: str) -> bool:
    """Whether something in a statement is still to come."""
    return any(comes(content, language) for language in _spoken(content))


def comes_to(content: str, sentence: str, quote: str) -> bool:
    """Whether `sentence` tells as still to come, where `quote` stands, what `content` tells as so or done."""
    languages = _spoken(sentence)
    if not sentence or looks_ahead(content) or any(comes(content, language) for language in languages):
        return False
    at = straight(sentence).casefold().find(straight(quote).casefold())
    start, end = (0, len(sentence)) if at < 0 or not quote else (at, at + len(quote))
    return any(_comes_there(straight(sentence), start, end, content, language) for language in languages)


def _comes_there(text: str, start: int, end: int, content: str, language: Language) -> bool:
    return comes(clause_around(text, *bearing(text, start, end, content, language), language), language)


def _spoken(text: str) -> set[Language]:
    """The languages that a text may be in: a short one may tell its own by a turn of phrase only, or how it begins."""
    told = {known for known in KNOWN.values() if _hits(text, known)}
    begun = (known for known in KNOWN.values() if known.grammar.main.match(straight(text)))
    return {detect(text), *(told or begun)}


def loses(new: str, old: str) -> bool:
    """Whether `old` says something beside its value, as in "I live in Ghent and keep bees", that `new` does not."""
    beside, told = plain(_beside(old)), plain(new)
    unspaced = [run for run, spaceless in runs(beside) if spaceless]
    return not set(words(beside)) <= set(words(told)) or any(run not in told for run in unspaced)


@lru_cache(maxsize=20_000)
def _beside(content: str) -> str:
    """What is joined to the value, by an "and", as a statement of its own or as a trade; "" where nothing is."""
    language = detect(content)
    hits = _hits(content, language)
    if not hits:
        return ""
    statement, match = hits[0]
    before, after = match.string[: match.start()], match.string[match.end() :]
    company = set(words(plain(before))) & language.kin
    parts = ("" if company else before, after)
    joined = [part for part in parts if language.joining.search(plain(part)) or _other(part, statement, language)]
    return " ".join((match.groupdict().get("trade") or "", *joined)).strip()


def _other(part: str, statement: Statement, language: Language) -> bool:
    """Whether part of a sentence states something else than the rest does."""
    return any(other.slot != statement.slot for other, _ in _hits(part, language))


def _of_another(language: Language, match: re.Match[str]) -> bool:
    """Where verbs have no person, somebody named before the statement may be the one it is about."""
    said, before = match.string[: match.end()], match.string[: match.start()]
    others = any(one in before for one in language.kin) or any(one in said for one in language.third)
    return language.spaceless and others
