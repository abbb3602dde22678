"""The review of facts by a model: what is said twice becomes one, and of what contradicts each other one ends.

It asks as reconciling does (`memory.distill.reconciling`), about pairs that lie near each other, never about all facts
at once, and what is the user's own is only proposed. A pass looks at a bounded number of facts and the next one goes on
from there.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from pathlib import Path

from memory.consolidate.plan import ABSORB, REFUTE, SUPERSEDE, Operation, named
from memory.distill.reconciling import asking, known, ruling, undecided
from memory.distill.reconciling.asking import Answer
from memory.distill.reconciling.reconcile import resembling
from memory.distill.reconciling.ruling import Question, Ruling
from memory.distill.reconciling.sameness import better
from memory.ports import Clock, LanguageModel, Nearby
from memory.settings import Settings
from memory.store import allowance, consolidations, current, doubts
from memory.store.store import Store
from memory.store.tables import Fact
from memory.types import Kind

LOOKED_AT = 500
"""Facts in one pass."""
CALLS = 5
_AT_ONCE = 50
_SHARING = 20


@dataclass(frozen=True, slots=True)
class Standing:
    """A fact that holds, as it was in `version`."""

    fact: known.Fact
    version: int
    quote: str
    begun: datetime


@dataclass(frozen=True, slots=True)
class Note:
    """What becomes of a pair without any change to its facts; `state` is that of `doubts`."""

    newer: int
    older: int
    kind: str
    state: str


@dataclass(frozen=True, slots=True)
class Findings:
    """`cursor` is where the next review goes on, `remarks` say what was not done and why."""

    operations: tuple[Operation, ...] = ()
    notes: tuple[Note, ...] = ()
    remarks: tuple[str, ...] = ()
    cursor: int | None = None

    @property
    def for_the_user(self) -> int:
        return sum(note.state == doubts.OPEN for note in self.notes)


@dataclass(slots=True)
class Reviewer:
    """`model` and `settings` are asked anew for each review."""

    store: Store
    clock: Clock
    settings: Callable[[], Settings]
    model: Callable[[], LanguageModel | None]
    nearby: Nearby | None = None
    prompts: Path | None = None

    async def review(self) -> Findings:
        """Asks the model and says what is to be done. The calls are booked, nothing else is written."""
        model = self.model()
        if model is None:
            return Findings(remarks=("facts were not reviewed: no model is set",))
        if not model.traits.distils:
            return Findings(remarks=(f"facts were not reviewed: {model.traits.name} is too small for that",))
        looked_at, cursor = await self.store.read(_next)
        seen, questions, skipped = await self._questions(looked_at)
        remarks = (f"facts were compared by words only: {skipped}",) if skipped else ()
        answer = await self._ask(questions, model)
        operations, notes = _decided(questions, answer.rulings, seen)
        return Findings(operations, notes, (*remarks, *answer.notes), cursor)

    async def _questions(self, looked_at: Mapping[int, Standing]) -> tuple[Mapping[int, Standing], list[Question], str]:
        """Each fact beside those of its partition that lie near, those that belong together one after the other.

        Among these may be some that this pass does not look at: they come along.
        """
        pairs: dict[int, list[int]] = {}
        skipped = ""
        for partition, some in _batches(looked_at.values()):
            contents = [one.fact.content for one in some]
            near, skipped = await undecided.neighbours(self.nearby, contents, (partition,))
            for one in some:
                pairs[one.fact.number] = await self.store.read(partial(_beside, one, near.get(one.fact.content, ())))
        others = {other for beside in pairs.values() for other in beside} - looked_at.keys()
        seen = {**looked_at, **await self.store.read(partial(_standing_of, others))}
        return (
            seen,
            _asked(seen, pairs, await self.store.read(partial(_settled, list(seen), self.clock.now()))),
            skipped,
        )

    async def _ask(self, questions: Sequence[Question], model: LanguageModel) -> Answer:
        """Calls until all is asked, the day's calls are used up, or one fails."""
        answer = Answer()
        for at in range(0, len(questions), ruling.MOST):
            if at >= CALLS * ruling.MOST:
                return replace(answer, notes=(*answer.notes, "more is reviewed in later passes"))
            now, bounds = self.clock.now(), self.settings().memory
            ticket = await allowance.take(self.store, bounds, now, ruling.PURPOSE, model.traits.name)
            if ticket.refused:
                return replace(answer, notes=(*answer.notes, ticket.refused))
            one = await asking.ask(model, questions[at : at + ruling.MOST], self.prompts)
            await ticket.spend(one.usage)
            answer = Answer({**answer.rulings, **one.rulings}, (*answer.notes, *one.notes))
            if one.failed:
                return answer
        return answer


# What is looked at


def _next() -> tuple[dict[int, Standing], int]:
    """The facts after the last review's, from the first again where they end."""
    after = consolidations.reviewed_to()
    rows = current.after(after, LOOKED_AT) or current.after(0, LOOKED_AT)
    seen = {row.id: _standing(row) for row in rows}
    return seen, max(seen, default=0) if len(seen) == LOOKED_AT else 0


def _standing(row: Fact) -> Standing:
    return Standing(known.fact(row), row.version, row.quote, row.valid_from or row.created_at)


def _standing_of(numbers: Collection[int]) -> dict[int, Standing]:
    return {row.id: _standing(row) for row in current.of(numbers)}


def _batches(seen: Iterable[Standing]) -> Iterator[tuple[int, list[Standing]]]:
    """The facts of each partition, some at once."""
    homes: dict[int, list[Standing]] = defaultdict(list)
    for one in seen:
        homes[one.fact.partition].append(one)
    for partition, whole in homes.items():
        for start in range(0, len(whole), _AT_ONCE):
            yield partition, whole[start : start + _AT_ONCE]


def _beside(one: Standing, near: undecided.Cosines) -> list[int]:
    """The facts near this one in words or in meaning, where it belongs."""
    content, home = one.fact.content, one.fact.partition
    sharing = [known.fact(row) for row in current.sharing_words(content, _SHARING, (home,))]
    alike = resembling(content, sharing)
    cosines = dict(near)
    far = {row.id: row.content for row in current.of(cosines) if row.id not in alike and row.partition == home}
    close = [
        number for number in cosines if number in far and undecided.near_enough(content, far[number], cosines[number])
    ]
    return [number for number in (*alike, *close) if number != one.fact.number]


def _settled(numbers: Collection[int], at: datetime) -> tuple[frozenset[doubts.Pair], frozenset[int]]:
    """The pairs that need not be asked about, and the facts of which a change was taken back."""
    spared = frozenset(item for kind, item in consolidations.spared(at) if kind == Kind.FACT)
    return doubts.known(numbers), spared


def _asked(
    seen: Mapping[int, Standing],
    pairs: Mapping[int, Sequence[int]],
    settled: tuple[frozenset[doubts.Pair], frozenset[int]],
) -> list[Question]:
    known_pairs, spared = settled
    olds: dict[int, list[int]] = defaultdict(list)
    for one, others in pairs.items():
        for other in others:
            if other not in seen or {one, other} & spared or frozenset((one, other)) in known_pairs:
                continue
            newer, older = sorted((one, other), key=lambda number: (seen[number].begun, number), reverse=True)
            if older not in olds[newer]:
                olds[newer].append(older)
    asked = [number for number in olds if olds[number]]
    group = _groups(asked, olds)
    return [
        Question(
            number,
            seen[number].fact.content,
            seen[number].begun,
            tuple(seen[old].fact for old in olds[number][: undecided.MOST_OLDS]),
        )
        for number in sorted(asked, key=lambda number: (group[number], seen[number].begun, number))
    ]


def _groups(asked: Sequence[int], olds: Mapping[int, Sequence[int]]) -> dict[int, int]:
    """For each fact the smallest number among all that hang together with it."""
    group: dict[int, int] = {}

    def root(number: int) -> int:
        while group.setdefault(number, number) != number:
            number = group[number]
        return number

    for number in asked:
        for old in olds[number]:
            one, other = sorted((root(number), root(old)))
            group[other] = one
    return {number: root(number) for number in asked}


# What becomes of it


def _decided(
    questions: Sequence[Question], rulings: Mapping[int, Ruling], seen: Mapping[int, Standing]
) -> tuple[tuple[Operation, ...], tuple[Note, ...]]:
    operations: list[Operation] = []
    notes: list[Note] = []
    for question in questions:
        found = rulings.get(question.key)
        if found is None:
            continue
        if found.old is None:
            notes += [Note(question.key, old.number, doubts.SAME, doubts.APART) for old in found.apart]
            continue
        made = _made(seen[question.key], seen[found.old.number], found)
        if isinstance(made, Note):
            notes.append(made)
        else:
            operations.append(made)
    return tuple(operations), tuple(notes)


def _made(newer: Standing, older: Standing, found: Ruling) -> Operation | Note:
    """What a ruling does; where it would change what is the user's own, it only asks them."""
    if found.action == "context":
        return Note(newer.fact.number, older.fact.number, doubts.SAME, doubts.BOTH)
    if found.action == "supersede" and not older.fact.own:
        return _operation(SUPERSEDE, older, newer, "ended it")
    if found.action == "doubt" or newer.fact.own or older.fact.own:
        contradicts = found.contradicts or found.action in ("correct", "supersede")
        kind = doubts.CONTRADICT if contradicts else doubts.SAME
        return Note(newer.fact.number, older.fact.number, kind, doubts.OPEN)
    if found.action == "correct":
        return _operation(REFUTE, older, newer, "corrects it")
    richer = found.action == "merge" and better(newer.fact.content, newer.quote, older.fact.content, older.quote)
    loser, winner = (older, newer) if richer else (newer, older)
    return _operation(ABSORB, loser, winner, "says the same")


def _operation(action: str, loser: Standing, winner: Standing, how: str) -> Operation:
    why = f"{named(Kind.FACT, winner.fact.number)} {how}: {winner.fact.content}"
    return Operation(
        action,
        Kind.FACT,
        loser.fact.number,
        loser.version,
        loser.fact.content,
        why,
        twin=(winner.fact.number, winner.version),
    )


def keep(findings: Findings, at: datetime) -> None:
    """Notes the pairs that were judged, and how far the review came. Runs in the store."""
    for note in findings.notes:
        if doubts.both_hold(note.newer, note.older):
            doubts.note(note.newer, note.older, note.kind, note.state, at)
    if findings.cursor is not None:
        consolidations.reviewed(findings.cursor)
