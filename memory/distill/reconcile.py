"""New against old: what is said again, what is new, and what ends or corrects an older fact."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import lru_cache

from memory.distill import known, over, speech
from memory.distill.candidates import Fact
from memory.distill.stopping import given_up, lacking
from memory.distill.wording import alike, names, numbers, overlap, stems, terms
from memory.text.fuller import keeps_value, says_all
from memory.text.languages import KNOWN, Language, detect
from memory.text.normal import plain
from memory.text.scripts import words
from memory.text.stated import claim, claimed, displaces, looks_ahead, loses, narrowed, planned
from memory.text.twins import twin_key
from memory.text.values import Form
from memory.types import Origin

TWINS = 0.6
"""Word overlap above which two statements may say the same, as in Osaurus's dedup of pinned facts."""
SAME_QUOTE = 0.3
"""The same for two statements that rest on the very same words of the user."""
_JUST_SAID = timedelta(days=1)
"""A "sorry, I meant" is about something said no longer ago."""
_YEAR_DIGITS = 4
_ALIKE = 2
"""So many words in common make a statement that is none of our turns of phrase the same but for one."""
ACTIONS = ("create", "confirm", "supersede", "correct", "merge", "context", "doubt")
"""What a step can do."""


@dataclass(frozen=True, slots=True)
class Step:
    """What to do with one candidate.

    `action` is create, confirm, merge, supersede or correct, and, where a ruling decided (see `ruling`), context or
    doubt; `target` is the known fact it is about, None for create. `apart` are facts it has nothing to do
    with; `contradicts` is for doubt.
    """

    action: str
    fact: Fact
    messages: tuple[int, ...]
    origin: Origin
    at: datetime
    target: int | None = None
    apart: tuple[int, ...] = ()
    contradicts: bool = False


@dataclass(frozen=True, slots=True)
class News:
    """A candidate that may become a fact, with the turns that say it and when they were written.

    `sentence` is what the user said around the quote.
    """

    fact: Fact
    messages: tuple[int, ...]
    origin: Origin
    at: datetime
    sentence: str = ""


def without_twins(news: Sequence[News]) -> list[News]:
    """One of each group that says the same; its evidence is that of all of them."""
    kept: list[News] = []
    for one in news:
        at = next((at for at, other in enumerate(kept) if twins(one.fact, other.fact)), None)
        if at is None:
            kept.append(one)
            continue
        other = kept[at]
        messages = tuple(dict.fromkeys((*other.messages, *one.messages)))
        fact = one.fact if _replaces(one.fact) and not _replaces(other.fact) else other.fact
        kept[at] = News(fact, messages, other.origin, min(other.at, one.at), f"{other.sentence} {one.sentence}".strip())
    return kept


def twins(one: Fact, other: Fact) -> bool:
    """Whether two candidates say the same, of the same words of the user."""
    if same(one.content, other.content):
        return True
    shared_quote = _inside(one.quote, other.quote) or _inside(other.quote, one.quote)
    close = overlap(terms(one.content), terms(other.content)) >= SAME_QUOTE
    return shared_quote and close and not differ(one.content, other.content)


def _fillers(content: str, language: Language) -> frozenset[str]:
    return frozenset(word for match in language.filler.finditer(plain(content)) for word in words(match[0]))


def _replaces(fact: Fact) -> bool:
    return fact.operation in ("correction", "change") and fact.replaces > 0


def _inside(quote: str, other: str) -> bool:
    return bool(twin_key(quote)) and twin_key(quote) in twin_key(other)


def same(one: str, other: str) -> bool:
    """Whether two statements say the same, in nearly the same words; a different name, number or "not" tells apart."""
    if twin_key(one) == twin_key(other):
        return True
    if not stems(one) & stems(other):
        return False
    left, right = said(one), said(other)
    if overlap(left, right) <= TWINS or differ(one, other):
        return False
    return not (over.extra(left, right) and over.extra(right, left))


@lru_cache(maxsize=20_000)
def said(content: str) -> frozenset[str]:
    """The terms of a statement without fillers ("as I said", "you know")."""
    return terms(detect(content).filler.sub(" ", plain(content))) or terms(content)


def says_more(one: str, other: str) -> bool:
    """Whether `one` has content words that `other` has not."""
    return bool(over.extra(terms(one), terms(other)))


def better(one: str, quote: str, other: str, other_quote: str) -> bool:
    """Of two statements that say the same, whether `one` goes on: that which says more, else as the user worded it."""
    if (more := says_more(one, other)) != says_more(other, one):
        return more
    worded, other_worded = _inside(one, quote), _inside(other, other_quote)
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
    return bool(over.extra(mine, terms(other) | theirs) or over.extra(theirs, terms(one) | mine))


def contradict(one: str, other: str) -> bool:
    """Whether they differ, and not only by what one says beside all that the other does, word for word."""
    return not only_adds(one, other) and (differ(one, other) or bool(displaces(claim(one), claim(other), other)))


def only_adds(one: str, other: str) -> bool:
    """Whether one says all that the other does, word for word."""
    return says_all(one, other) or says_all(other, one)


def step(one: News, current: Sequence[known.Fact], offered: Sequence[known.Fact]) -> Step:
    """What to do with one candidate. What a reply names as replaced must have been offered to it.

    What is still to come takes the place of another plan only.
    """
    twin = next((fact for fact in current if _repeats(one.fact.content, fact)), None)
    if twin is not None:
        richer = twin.ours and says_more(one.fact.content, twin.content)
        return _to("merge" if richer else "confirm", one, twin.number)
    if planned(one.fact.content):
        current = [fact for fact in current if planned(fact.content)]
    target = _named(one.fact, current, offered)
    if target is not None and not (one.fact.operation == "change" and of_other_days(one.fact.content, target.content)):
        action = _OPERATIONS[one.fact.operation]
        if action in ("correct", "supersede") and may_not_end(one.fact.content, target, one.fact.category):
            return _doubt(one, target)
        return _to(action, one, target.number)
    older = [(fact, how) for fact in current if (how := _replaced(one, fact))]
    if not older:
        return _to("create", one, None)
    fact, how = min(older, key=_last_to_go)
    return _doubt(one, fact) if how == "doubt" else _to(how, one, fact.number)


def _repeats(content: str, known_one: known.Fact) -> bool:
    """Whether they say the same, or one all that the other does of the same home, name or age.

    What the user wrote takes nothing in: what says more than it stands for itself.
    """
    if same(content, known_one.content) or keeps_value(known_one.content, content):
        return True
    return known_one.ours and keeps_value(content, known_one.content)


def _last_to_go(older: tuple[known.Fact, str]) -> tuple[bool, bool]:
    """Before what is doubtful goes what is not, and before a move, which may be one to a tool, a home that is told."""
    fact, how = older
    return how == "doubt", bool(claim(fact.content, fact.category).moved_to)


_OPERATIONS = {"confirm": "confirm", "correction": "correct", "change": "supersede", "context": "context"}


def rivals(content: str, pool: Sequence[known.Fact]) -> list[int]:
    """Those of `pool` that say the same as `content` or give another value to the same thing."""
    return [
        fact.number
        for fact in pool
        if same(content, fact.content)
        or (claimed(content) and claimed(content) == claimed(fact.content, fact.category))
        or turned(content, fact.content)
        or _perhaps_over(content, fact.content)
        or _near(content, fact.content)
    ]


def resembling(content: str, pool: Sequence[known.Fact]) -> list[int]:
    """Those of `pool` with nearly the same words, whatever they say."""
    mine = said(content)
    return [fact.number for fact in pool if overlap(mine, said(fact.content)) > TWINS]


def _to(action: str, one: News, target: int | None) -> Step:
    return Step(action, one.fact, one.messages, one.origin, one.at, target)


def _doubt(one: News, target: known.Fact) -> Step:
    contradicts = not only_adds(one.fact.content, target.content)
    return replace(_to("doubt", one, target.number), contradicts=contradicts)


def _named(fact: Fact, current: Sequence[known.Fact], offered: Sequence[known.Fact]) -> known.Fact | None:
    """The known fact that the reply names, where that can be: offered, still current, and about the same thing.

    Both in their context can be true only where neither takes the other's place.
    """
    if fact.operation not in _OPERATIONS or not 1 <= fact.replaces <= len(offered):
        return None
    target = offered[fact.replaces - 1]
    if target.number not in {one.number for one in current}:
        return None
    if fact.operation == "confirm":
        return target if overlap(terms(fact.content), terms(target.content)) > SAME_QUOTE else None
    if fact.operation == "context" and _clash(fact, target):
        return None
    return target if same_subject(fact.content, target.content) else None


def same_subject(new: str, old: str) -> bool:
    """A change must keep the people it is about: a dog that moved does not move its owner.

    Both begin with the same name, if with one, and name the same people around the user; and they share a content word
    or a turn of phrase.
    """
    if not same_people(new, old):
        return False
    language = detect(new)
    group = any(one.search(plain(new)) and one.search(plain(old)) for one in language.same)
    return group or bool(_common(terms(new), terms(old)))


def same_people(new: str, old: str) -> bool:
    """Both begin with the same name, if with one, and name the same people around the user."""
    language = detect(new)
    openings = (_opening_name(text, language) for text in (new, old))
    whom = (over.people(text, language.kin) for text in (new, old))
    return len(set(openings)) == 1 and len(set(whom)) == 1


def _opening_name(content: str, language: Language) -> str:
    first = next(iter(words(plain(content))), "")
    return first if any(first in words(name) for name in names(content, language)) else ""


def _common(left: frozenset[str], right: frozenset[str]) -> frozenset[str]:
    return frozenset(word for word in left if any(alike(word, other) for other in right))


def _replaced(one: News, old: known.Fact) -> str:
    """How news by itself, with no word of a model, replaces an older fact: supersede, correct, or "" for not at all.

    What would lose something else that the older fact says is a doubt, for the user to decide; so is a second home
    that a model takes for one beside the first.
    """
    content = one.fact.content
    clash, form = _clash(one.fact, old), _displaces(one.fact, old)
    both_told = form and one.fact.operation == "context" and narrowed(content)
    if both_told or form is Form.OPEN or (form and loses(content, old.content)) or _perhaps_over(content, old.content):
        return "doubt"
    said = one.sentence or content
    if not detect(said, detect(content)).correcting.search(plain(said)):
        return "supersede" if clash else ""
    just_said = any(at is not None and abs(one.at - at) < _JUST_SAID for at in (old.since, old.learnt))
    return "correct" if clash or (just_said and _near(content, old.content)) else ""


def _clash(new: Fact, old: known.Fact) -> bool:
    return _displaces(new, old) is Form.SURE or turned(new.content, old.content)


def _displaces(new: Fact, old: known.Fact) -> Form:
    """How surely both give a value to the same thing: the user's name, home, age or employer."""
    return displaces(claim(new.content, new.category), claim(old.content, old.category), old.content)


def may_not_end(content: str, old: known.Fact, category: str = "") -> bool:
    """Whether no model may end `old` by news: it says more, or tells a name, home, age or employer of which the news
    neither gives another nor says that it is over.
    """
    if not planned(old.content) and _ahead(content, old.content):
        return True
    new, known_one = claim(content, category), claim(old.content, old.category)
    unsaid = known_one.form and displaces(new, known_one, old.content) < Form.SURE and not turned(content, old.content)
    return bool(unsaid) or loses(content, old.content)


def _ahead(content: str, old: str) -> bool:
    """Whether the news is still to come, or that in it which would take the place of the user's home or the like."""
    if planned(content):
        return True
    other_value = bool(claimed(old)) and claimed(content) != claimed(old)
    return other_value and looks_ahead(content) and not over.said(content, detect(content))


def turned(new: str, old: str) -> bool:
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
        how = _special(new, old)
        return how is Form.SURE or (wholly and how is not Form.OPEN)
    if over.extra(mine, theirs) or over.extra(theirs, mine):
        return False
    if _polarity(new, language) != _polarity(old, language):
        return True
    return _other_number(new, old) and not of_other_days(new, old)


def _special(new: str, old: str) -> Form:
    """How surely `old` ends since `new` says in general that it is over."""
    language = _of_both(new, old)
    if not over.said(new, language) or over.said(old, language) or not same_people(new, old):
        return Form.NONE
    return over.special(new, old, language)


def _perhaps_over(new: str, old: str) -> bool:
    """Whether `new` may say that what `old` says is over, wholly or in part."""
    return _special(new, old) is Form.OPEN or over.partly(new, old, _of_both(new, old))


def of_other_days(new: str, old: str) -> bool:
    """Each tells with its own numbers what was so on a day: "today I sanded for 5 hours". Neither ends the other."""
    return numbers(new) != numbers(old) and _of_a_day(new) and _of_a_day(old)


def _of_a_day(content: str) -> bool:
    """A short sentence may not tell its language, so all are looked at."""
    text = plain(content)
    return any(language.that_day.search(text) for language in KNOWN.values())


def _near(new: str, old: str) -> bool:
    """Nearly the same, by turn of phrase or by two words, as a slip of the tongue and its correction are."""
    language = _of_both(new, old)
    told = over.phrases(new, language)
    mine, theirs = over.core(new, language.code), over.core(old, language.code)
    if told != over.phrases(old, language) or (not told and len(_common(mine, theirs)) < _ALIKE):
        return False
    return len(over.extra(mine, theirs)) <= 1 and len(over.extra(theirs, mine)) <= 1


def _of_both(new: str, old: str) -> Language:
    return detect(f"{new} {old}")


def _polarity(content: str, language: Language) -> tuple[bool, ...]:
    return (speech.negated(content, language), *(bool(one.search(plain(content))) for one in language.same[3:4]))


def _other_number(new: str, old: str) -> bool:
    """One number each, and not the same; years and longer numbers tell things apart."""
    mine, theirs = numbers(new), numbers(old)
    return len(mine) == len(theirs) == 1 and mine != theirs and max(map(len, (*mine, *theirs))) < _YEAR_DIGITS
