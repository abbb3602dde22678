"""New against old: what is said again, what is new, and what ends or corrects an older fact."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from memory.distill.candidates import Fact
from memory.distill.reconciling import known
from memory.distill.reconciling.ending import may_not_end, near, of_other_days, perhaps_over, same_subject, undoes
from memory.distill.reconciling.sameness import SAME_QUOTE, TWINS, only_adds, said, same, says_more, twins
from memory.distill.sentences.wording import overlap, terms
from memory.text.fuller import keeps_value
from memory.text.languages import detect
from memory.text.normal import plain
from memory.text.stated import claim, claimed, displaces, loses, narrowed, planned
from memory.text.values import Form
from memory.types import Origin

_JUST_SAID = timedelta(days=1)
"""A "sorry, I meant" is about something said no longer ago."""
ACTIONS = ("create", "confirm", "supersede", "correct", "merge", "context", "doubt")
"""What a step can do."""
_OPERATIONS = {"confirm": "confirm", "correction": "correct", "change": "supersede", "context": "context"}


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


def rivals(content: str, pool: Sequence[known.Fact]) -> list[int]:
    """Those of `pool` that say the same as `content` or give another value to the same thing."""
    return [
        fact.number
        for fact in pool
        if same(content, fact.content)
        or (claimed(content) and claimed(content) == claimed(fact.content, fact.category))
        or undoes(content, fact.content)
        or perhaps_over(content, fact.content)
        or near(content, fact.content)
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


def _replaced(one: News, old: known.Fact) -> str:
    """How news by itself, with no word of a model, replaces an older fact: supersede, correct, or "" for not at all.

    What would lose something else that the older fact says is a doubt, for the user to decide; so is a second home
    that a model takes for one beside the first.
    """
    content = one.fact.content
    clash, form = _clash(one.fact, old), _displaces(one.fact, old)
    both_told = form and one.fact.operation == "context" and narrowed(content)
    if both_told or form is Form.OPEN or (form and loses(content, old.content)) or perhaps_over(content, old.content):
        return "doubt"
    said = one.sentence or content
    if not detect(said, detect(content)).correcting.search(plain(said)):
        return "supersede" if clash else ""
    just_said = any(at is not None and abs(one.at - at) < _JUST_SAID for at in (old.since, old.learnt))
    return "correct" if clash or (just_said and near(content, old.content)) else ""


def _clash(new: Fact, old: known.Fact) -> bool:
    return _displaces(new, old) is Form.SURE or undoes(new.content, old.content)


def _displaces(new: Fact, old: known.Fact) -> Form:
    """How surely both give a value to the same thing: the user's name, home, age or employer."""
    return displaces(claim(new.content, new.category), claim(old.content, old.category), old.content)


def _replaces(fact: Fact) -> bool:
    return fact.operation in ("correction", "change") and fact.replaces > 0
