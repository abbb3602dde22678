"""Whether two statements say the same, or one of them more, or what the other can't say."""

from __future__ import annotations

from functools import lru_cache

from memory.distill.candidates import Fact
from memory.distill.sentences import speech
from memory.distill.sentences.wording import extra, names, numbers, overlap, stems, terms
from memory.text.fuller import says_all
from memory.text.languages import Language, detect
from memory.text.normal import plain
from memory.text.scripts import words
from memory.text.stated import claim, displaces
from memory.text.twins import one_within_other, twin_key, within

TWINS = 0.6
"""Word overlap above which two statements may say the same, as in Osaurus's dedup of pinned facts."""
SAME_QUOTE = 0.3
"""The same for two statements that rest on the very same words of the user."""


def same(one: str, other: str) -> bool:
    """Whether two statements say the same, in nearly the same words; a different name, number or "not" tells apart."""
    if twin_key(one) == twin_key(other):
        return True
    if not stems(one) & stems(other):
        return False
    left, right = said(one), said(other)
    if overlap(left, right) <= TWINS or differ(one, other):
        return False
    return not (extra(left, right) and extra(right, left))


@lru_cache(maxsize=20_000)
def said(content: str) -> frozenset[str]:
    """The terms of a statement without fillers ("as I said", "you know")."""
    return terms(detect(content).filler.sub(" ", plain(content))) or terms(content)


def says_more(one: str, other: str) -> bool:
    """Whether `one` has content words that `other` has not."""
    return bool(extra(terms(one), terms(other)))


def better(one: str, quote: str, other: str, other_quote: str) -> bool:
    """Of two statements that say the same, whether `one` goes on: that which says more, else as the user worded it."""
    if (more := says_more(one, other)) != says_more(other, one):
        return more
    worded, other_worded = within(one, quote), within(other, other_quote)
    if worded != other_worded:
        return worded
    return len(terms(one)) > len(terms(other))


def differ(one: str, other: str) -> bool:
    """Another name, number, "not" or liking: the two can't say the same."""
    language = detect(one)
    if numbers(one) != numbers(other) or speech.negated(one, language) != speech.negated(other, language):
        return True
    if any(bool(group.search(plain(one))) != bool(group.search(plain(other))) for group in language.same[2:4]):
        return True
    mine, theirs = names(one, language) - _fillers(one, language), names(other, language) - _fillers(other, language)
    return bool(extra(mine, terms(other) | theirs) or extra(theirs, terms(one) | mine))


def contradict(one: str, other: str) -> bool:
    """Whether they differ, and not only by what one says beside all that the other does, word for word."""
    return not only_adds(one, other) and (differ(one, other) or bool(displaces(claim(one), claim(other), other)))


def only_adds(one: str, other: str) -> bool:
    """Whether one says all that the other does, word for word."""
    return says_all(one, other) or says_all(other, one)


def twins(one: Fact, other: Fact) -> bool:
    """Whether two candidates say the same, of the same words of the user."""
    if same(one.content, other.content):
        return True
    close = overlap(terms(one.content), terms(other.content)) >= SAME_QUOTE
    return one_within_other(one.quote, other.quote) and close and not differ(one.content, other.content)


def _fillers(content: str, language: Language) -> frozenset[str]:
    return frozenset(word for match in language.filler.finditer(plain(content)) for word in words(match[0]))
