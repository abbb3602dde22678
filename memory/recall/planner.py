"""Chooses what goes into the block: the best of a section, no twins, nothing the conversation holds, in the budget."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, tzinfo

from memory.ports import TokenCounter
from memory.recall import block
from memory.recall.fuse import Candidate
from memory.store import ids
from memory.text.shingles import jaccard, shingles
from memory.types import Item, Kind

MMR_LAMBDA = 0.85
TWIN = 0.8
MAX_CHARS = {Kind.FACT: 600, Kind.EPISODE: 1200, Kind.TURN: 1200}
CUT_SHOWN = 8
OVER = "over the budget"
COMPARED_CHARS = 400

Marks = Mapping[tuple[str, int], frozenset[str]]


@dataclass(frozen=True, slots=True)
class Limits:
    """At most `items`, none below `share` of the best one's score, none further than `within` below it."""

    items: int
    share: float = 0.0
    within: float = float("inf")


@dataclass(frozen=True, slots=True)
class Context:
    """What is in the context already: turns by number, facts that always are, and the turns behind each fact.

    `names` are those of the partitions. A day is one of `zone`, None the computer's.
    """

    held: frozenset[int] = frozenset()
    pinned: frozenset[int] = frozenset()
    sources: Mapping[int, frozenset[int]] = field(default_factory=dict)
    names: Mapping[int, str] = field(default_factory=dict)
    zone: tzinfo | None = UTC


@dataclass(frozen=True, slots=True)
class Plan:
    items: tuple[Item, ...] = ()
    cut: tuple[Item, ...] = ()
    block: str = ""
    tokens: int = 0


@dataclass(frozen=True, slots=True)
class Course:
    """Candidates that compete with each other for their own places."""

    candidates: Sequence[Candidate]
    limits: Limits


def plan(
    candidates: Sequence[Candidate], limits: Limits, context: Context, counter: TokenCounter, budget_tokens: int
) -> Plan:
    """Fills the block from `candidates` alone."""
    return plan_courses([Course(candidates, limits)], context, counter, budget_tokens)


def plan_courses(courses: Sequence[Course], context: Context, counter: TokenCounter, budget_tokens: int) -> Plan:
    """Fills the block course by course, best first, skipping what does not fit; says why of each that is left out.

    The block's tokens never exceed `budget_tokens`.
    """
    marks = {one.key: shingles(one.hit.text[:COMPARED_CHARS]) for course in courses for one in course.candidates}
    filling = _Filling(counter, budget_tokens, context, marks)
    for course in courses:
        _serve(course, filling, marks)
    return filling.done()


def _serve(course: Course, filling: _Filling, marks: Marks) -> None:
    limits, before = course.limits, len(filling.entries)
    fresh = [one for one in course.candidates if not filling.knows(one)]
    best = max((one.score for one in course.candidates), default=0.0)
    least = max(best - limits.within, limits.share * best if limits.share else float("-inf"))
    order = _Diverse(fresh, {one.key: marks[one.key] for one in fresh})
    while order.left:
        if len(filling.entries) - before >= limits.items:
            filling.cut(order.left.pop(0), "others are closer")
        elif (candidate := order.next()).score < least:
            filling.cut(candidate, "not close enough")
        else:
            filling.offer(candidate)


def refused(candidates: Sequence[Candidate], context: Context, counter: TokenCounter, reason: str) -> Plan:
    """Nothing goes in; the nearest are shown with the reason."""
    shown = candidates[:CUT_SHOWN]
    return Plan(
        cut=tuple(_item(one, counter.count(_alone(_entry(one, context.zone))), reason, context) for one in shown)
    )


class _Diverse:
    """Maximal marginal relevance (Carbonell and Goldstein 1998) with likeness by shingles."""

    def __init__(self, candidates: Sequence[Candidate], marks: Marks) -> None:
        self.left = list(candidates)
        self._marks = marks
        self._likeness = dict.fromkeys(marks, 0.0)

    def next(self) -> Candidate:
        chosen = max(self.left, key=self._relevance)
        self.left.remove(chosen)
        mark = self._marks[chosen.key]
        for one in self.left:
            self._likeness[one.key] = max(self._likeness[one.key], jaccard(self._marks[one.key], mark))
        return chosen

    def _relevance(self, one: Candidate) -> float:
        return MMR_LAMBDA * one.score - (1 - MMR_LAMBDA) * self._likeness[one.key]


class _Filling:
    """The block as it grows."""

    def __init__(self, counter: TokenCounter, budget_tokens: int, context: Context, marks: Marks) -> None:
        self.entries: list[block.Line] = []
        self._counter = counter
        self._budget = budget_tokens
        self._tokens = counter.count(f"{block.FRAME}\n")
        self._context = context
        self._marks = marks
        self._items: list[Item] = []
        self._cut: list[Item] = []
        self._taken: list[Candidate] = []

    def knows(self, candidate: Candidate) -> bool:
        """It is in the block already."""
        return any(one.key == candidate.key for one in self._taken)

    def offer(self, candidate: Candidate) -> None:
        reason = self._objection(candidate)
        entry = _entry(candidate, self._context.zone)
        tokens = self._cost(entry)
        if not reason and self._tokens + tokens > self._budget:
            reason = OVER
        if reason:
            self.cut(candidate, reason)
            return
        self._tokens += tokens
        self.entries.append(entry)
        self._taken.append(candidate)
        self._items.append(_item(candidate, tokens, "", self._context))

    def cut(self, candidate: Candidate, reason: str) -> None:
        if len(self._cut) < CUT_SHOWN:
            self._cut.append(_item(candidate, self._cost(_entry(candidate, self._context.zone)), reason, self._context))

    def done(self) -> Plan:
        """The block and what it holds. Counted as a whole once more: a tokenizer may join lines its own way."""
        while (text := block.render(self.entries)) and self._counter.count(text) > self._budget:
            self.entries.pop()
            self._cut.insert(0, replace(self._items.pop(), reason=OVER))
        return Plan(tuple(self._items), tuple(self._cut), text, self._counter.count(text) if text else 0)

    def _cost(self, entry: block.Line) -> int:
        """Tokens of its line, and of the heading where it is the first of its day."""
        day = entry.when.date()
        known = any(one.when.date() == day for one in self.entries)
        return self._counter.count(f"{block.line(entry)}\n" if known else _alone(entry))

    def _objection(self, candidate: Candidate) -> str:
        kind, number = candidate.key
        sources = self._context.sources.get(number, frozenset()) if kind == Kind.FACT else frozenset()
        if kind == Kind.TURN and number in self._context.held:
            return "already in the conversation"
        if sources and sources <= self._context.held:
            return "already in the conversation"
        if kind == Kind.FACT and number in self._context.pinned:
            return "always in the context"
        return self._repeats(candidate, sources)

    def _repeats(self, candidate: Candidate, sources: frozenset[int]) -> str:
        for other in self._taken:
            if self._says(other, candidate) or (other.hit.kind == Kind.TURN and other.hit.item in sources):
                return f"{_id(other)} says it"
            if jaccard(self._marks[candidate.key], self._marks[other.key]) >= TWIN:
                return f"nearly the same as {_id(other)}"
        return ""

    def _says(self, fact: Candidate, turn: Candidate) -> bool:
        kinds = (fact.hit.kind, turn.hit.kind)
        return kinds == (Kind.FACT, Kind.TURN) and turn.hit.item in self._context.sources.get(fact.hit.item, ())


def _id(candidate: Candidate) -> str:
    return ids.show(candidate.hit.kind, candidate.hit.item)


def _shown(candidate: Candidate) -> str:
    text = candidate.hit.text
    most = MAX_CHARS.get(Kind(candidate.hit.kind), 600)
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def _entry(candidate: Candidate, zone: tzinfo | None) -> block.Line:
    hit = candidate.hit
    by = {Kind.EPISODE: "talk", Kind.TURN: hit.role}
    return block.Line(_id(candidate), _shown(candidate), hit.created_at.astimezone(zone), by.get(Kind(hit.kind), ""))


def _alone(entry: block.Line) -> str:
    return f"{block.heading(entry.when.date())}\n{block.line(entry)}\n"


def _item(candidate: Candidate, tokens: int, reason: str, context: Context) -> Item:
    return Item(
        id=_id(candidate),
        kind=Kind(candidate.hit.kind),
        text=_shown(candidate),
        score=round(candidate.score, 4),
        tokens=tokens,
        lexical=candidate.lexical and round(candidate.lexical, 4),
        dense=candidate.dense and round(candidate.dense, 4),
        when=candidate.hit.created_at,
        reason=reason,
        partition=context.names.get(candidate.hit.partition, ""),
    )
