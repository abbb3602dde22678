"""What news ends of what is known, may end, and may not."""

from __future__ import annotations

from memory.distill.reconciling import known, over
from memory.distill.reconciling.stopping import given_up, lacking
from memory.distill.sentences import speech
from memory.distill.sentences.wording import common, extra, names, numbers, terms
from memory.text.languages import KNOWN, Language, detect
from memory.text.normal import plain
from memory.text.scripts import words
from memory.text.stated import claim, claimed, displaces, looks_ahead, loses, planned
from memory.text.values import Form

_YEAR_DIGITS = 4
_ALIKE = 2
"""So many words in common make a statement that is none of our turns of phrase the same but for one."""


def undoes(new: str, old: str) -> bool:
    """Whether `new` says the opposite of `old`, that it is over, or another number of the same."""
    language = _of_both(new, old)
    mine, theirs = over.core(new, language.code), over.core(old, language.code)
    if not mine or not theirs or over.people(new, language.kin) != over.people(old, language.kin):
        return False
    ends, ended = over.said(new, language), over.said(old, language)
    if ends != ended:
        if ends and given_up(new, old, language):
            return True
        rest = lacking(theirs, mine) if ends else lacking(mine, theirs)
        told = over.phrases(new, language), over.phrases(old, language)
        wholly = not rest and (not all(told) or bool(told[0] & told[1]))
        how = _in_general(new, old)
        return how is Form.SURE or (wholly and how is not Form.OPEN)
    if extra(mine, theirs) or extra(theirs, mine):
        return False
    if _polarity(new, language) != _polarity(old, language):
        return not _of_one_only(new, old)
    return _other_number(new, old) and not of_other_days(new, old)


def may_not_end(content: str, old: known.Fact, category: str = "") -> bool:
    """Whether no model may end `old` by news: it says more, or tells a name, home, age or employer of which the news
    neither gives another nor says that it is over.
    """
    if not planned(old.content) and _ahead(content, old.content):
        return True
    new, known_one = claim(content, category), claim(old.content, old.category)
    unsaid = known_one.form and displaces(new, known_one, old.content) < Form.SURE and not undoes(content, old.content)
    return bool(unsaid) or loses(content, old.content)


def perhaps_over(new: str, old: str) -> bool:
    """Whether `new` may say that what `old` says is over, wholly or in part."""
    return _in_general(new, old) is Form.OPEN or over.partly(new, old, _of_both(new, old))


def near(new: str, old: str) -> bool:
    """Nearly the same, by turn of phrase or by two words, as a slip of the tongue and its correction are."""
    language = _of_both(new, old)
    told = over.phrases(new, language)
    mine, theirs = over.core(new, language.code), over.core(old, language.code)
    if told != over.phrases(old, language) or (not told and len(common(mine, theirs)) < _ALIKE):
        return False
    return len(extra(mine, theirs)) <= 1 and len(extra(theirs, mine)) <= 1


def of_other_days(new: str, old: str) -> bool:
    """Each tells with its own numbers what was so on a day: "today I sanded for 5 hours". Neither ends the other."""
    return numbers(new) != numbers(old) and _of_a_day(new) and _of_a_day(old)


def same_subject(new: str, old: str) -> bool:
    """A change must keep the people it is about: a dog that moved does not move its owner.

    Both begin with the same name, if with one, and name the same people around the user; and they share a content word
    or a turn of phrase.
    """
    if not same_people(new, old):
        return False
    language = detect(new)
    group = any(one.search(plain(new)) and one.search(plain(old)) for one in language.same)
    return group or bool(common(terms(new), terms(old)))


def same_people(new: str, old: str) -> bool:
    """Both begin with the same name, if with one, and name the same people around the user."""
    language = detect(new)
    openings = (_opening_name(text, language) for text in (new, old))
    whom = (over.people(text, language.kin) for text in (new, old))
    return len(set(openings)) == 1 and len(set(whom)) == 1


def _in_general(new: str, old: str) -> Form:
    """How surely `old` ends since `new` says in general that it is over."""
    language = _of_both(new, old)
    if not over.said(new, language) or over.said(old, language) or not same_people(new, old):
        return Form.NONE
    return over.special(new, old, language)


def _ahead(content: str, old: str) -> bool:
    """Whether the news is still to come, or that in it which would take the place of the user's home or the like."""
    if planned(content):
        return True
    other_value = bool(claimed(old)) and claimed(content) != claimed(old)
    return other_value and looks_ahead(content) and not over.said(content, detect(content))


def _opening_name(content: str, language: Language) -> str:
    first = next(iter(words(plain(content))), "")
    return first if any(first in words(name) for name in names(content, language)) else ""


def _of_a_day(content: str) -> bool:
    """A short sentence may not tell its language, so all are looked at."""
    text = plain(content)
    return any(language.that_day.search(text) for language in KNOWN.values())


def _of_both(new: str, old: str) -> Language:
    return detect(f"{new} {old}")


def _polarity(content: str, language: Language) -> tuple[bool, ...]:
    return (speech.negated(content, language), *(bool(one.search(plain(content))) for one in language.same[3:4]))


def _of_one_only(new: str, old: str) -> bool:
    """Whether one of them only holds at an hour or up to a number: "I don't drink coffee after 3 pm"."""
    mine, theirs = numbers(new), numbers(old)
    return bool(mine) != bool(theirs) and any(len(number) < _YEAR_DIGITS for number in mine | theirs)


def _other_number(new: str, old: str) -> bool:
    """One number each, and not the same; years and longer numbers tell things apart."""
    mine, theirs = numbers(new), numbers(old)
    return len(mine) == len(theirs) == 1 and mine != theirs and max(map(len, (*mine, *theirs))) < _YEAR_DIGITS
