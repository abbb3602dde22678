"""The places of what was learnt from certain messages, whatever it says. Quotes of it elsewhere are found by words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from functools import partial

from memory.forget.learnt import Learnt
from memory.forget.matching import folded
from memory.forget.place import Change, RowPlace, Scope
from memory.store import conversations, facts, graph, messages, signals
from memory.store.hits import chunked
from memory.store.tables import (
    Activity,
    ConsolidationStep,
    Fact,
    FactSource,
    Injection,
    InjectionItem,
    Message,
    Signal,
)
from memory.text.normal import fold
from memory.text.phrase import Phrase
from memory.types import Kind, Role


class LearntPlace(RowPlace):
    """A place that knows by itself what goes, and finds nothing once that is gone."""

    def __init__(self, learnt: Learnt) -> None:
        self._learnt = learnt


class Evidence(LearntPlace):
    """Facts that rest on other messages too stay and lose these, and the quote that stands in these alone.

    Of a fact with words from these alone, what others said before it comes back.
    """

    name = "facts"

    def changes(self, scope: Scope) -> Iterator[Change]:
        for fact, older in self._learnt.before.items():
            if Fact.select().where(Fact.id == fact).exists():
                yield Change("facts that are told again as they were before", partial(_tell_again, older, fact))
        for fact, lost in self._learnt.shared.items():
            if lost.isdisjoint(facts.sources(fact)):
                continue
            yield Change("facts that others say too: they stay and lose this source", partial(_lose, fact, lost))


def _tell_again(older: int, fact: int) -> None:
    row, taken = Fact.get_by_id(fact), Fact.get_by_id(older)
    Fact.update(
        valid_to=row.valid_to, end_known_at=row.end_known_at, superseded_by=row.superseded_by, pinned=row.pinned
    ).where(Fact.id == older).execute()
    place = facts.conversation_of(facts.sources(older))
    facts.searched(taken, place)


def _lose(number: int, lost: frozenset[int]) -> None:
    row = Fact.get_by_id(number)
    FactSource.delete().where(FactSource.fact == number, FactSource.message.in_(list(lost))).execute()
    left = facts.sources(number)
    ours = row.method == "remembered"
    quoted = _quoted(row.quote, lost) and not _quoted(row.quote, left) and not (ours and row.quote == row.content)
    Fact.update(source_count=max(1, len(left) + ours), quote="" if quoted else row.quote).where(
        Fact.id == number
    ).execute()
    facts.dated(number)


def _quoted(quote: str, numbers: Iterable[int]) -> bool:
    said = fold(quote)
    return bool(said) and any(said in fold(message.text) for message in messages.records(list(numbers)))


class Entries(LearntPlace):
    """What the ledger keeps of these turns; which memories they got, and their scores, stay."""

    name = "ledger"

    def changes(self, scope: Scope) -> Iterator[Change]:
        for piece in chunked(self._learnt.turns):
            for row in Injection.select().where(Injection.message.in_(piece), Injection.forgotten == 0):
                yield Change("records of what memory gave", partial(_clear_entry, row))


def _clear_entry(row: Injection) -> None:
    legs = [[*leg[:-1], ""] for leg in row.legs]
    Injection.update(block="", query="", rule="", legs=legs, forgotten=True).where(Injection.id == row.id).execute()
    InjectionItem.update(text="", reason="").where(InjectionItem.injection == row.id).execute()


class Runs(LearntPlace):
    """Details of the background runs over these sessions."""

    name = "log"

    def changes(self, scope: Scope) -> Iterator[Change]:
        for row in self._rows():
            clear = Activity.update(detail="").where(Activity.id == row.id)
            yield Change("lines in the log of background work", clear.execute)

    def _rows(self) -> Iterator[Activity]:
        told = Activity.select(Activity.id).where(Activity.detail != "")
        if self._learnt.conversation is not None:
            yield from told.where(Activity.conversation == self._learnt.conversation)
            return
        for piece in chunked(sorted(self._learnt.sessions)):
            yield from told.where(Activity.session.in_(piece))


class Unlearnt(LearntPlace):
    """Turns that wait to be learnt from: nothing is learnt from them any more, by no window."""

    name = "turns"

    def changes(self, scope: Scope) -> Iterator[Change]:
        for piece in chunked(self._learnt.turns):
            for row in Signal.select(Signal.id).where(Signal.message.in_(piece), Signal.state != signals.DONE):
                done = Signal.update(state=signals.DONE).where(Signal.id == row.id)
                yield Change("turns that wait to be learnt from", done.execute)


class Passes(LearntPlace):
    """What a pass removed and could bring back: without these sources, or not at all where it has no others."""

    name = "undo"

    def changes(self, scope: Scope) -> Iterator[Change]:
        for step in ConsolidationStep.select().where(ConsolidationStep.taken_back == 0):
            sources = set(step.before.get("sources", ()))
            alone = bool(sources) and sources <= self._learnt.messages
            if alone or (step.kind == Kind.EPISODE and self._holds(step)):
                yield Change("what could be taken back", step.delete_instance)
            elif lost := sources & self._learnt.messages:
                kept = {**step.before, "sources": sorted(sources - lost)}
                rewrite = ConsolidationStep.update(before=kept).where(ConsolidationStep.id == step.id)
                yield Change("sources of what could be taken back", rewrite.execute)

    def _holds(self, step: ConsolidationStep) -> bool:
        session = step.before.get("row", {}).get("session_id")
        here = step.conversation is not None and step.conversation == self._learnt.conversation
        return here or session in self._learnt.sessions


class Names(LearntPlace):
    """People and things that are known from here alone."""

    name = "entities"

    def changes(self, scope: Scope) -> Iterator[Change]:
        for number in sorted(self._referred_to()):
            if self._referring(number) <= self._going:
                yield Change("people and things", partial(graph.remove, number))
        for number in self._only_named():
            yield Change("people and things", partial(graph.remove, number))

    @property
    def _going(self) -> set[tuple[str, int]]:
        going = {Kind.FACT: self._learnt.facts, Kind.EPISODE: self._learnt.episodes}
        going[Kind.RELATION] = self._learnt.relations
        return {(str(kind), number) for kind, numbers in going.items() for number in numbers}

    def _referred_to(self) -> set[int]:
        return {entity.id for kind, number in self._going for entity in graph.mentioned(kind, number)}

    def _referring(self, number: int) -> set[tuple[str, int]]:
        relations = {(str(Kind.RELATION), relation) for relation in graph.relations_of(number)}
        return relations.union(graph.mentions(number))

    def _only_named(self) -> list[int]:
        """Those that no memory refers to, where only these messages name them."""
        left = {number: Phrase(fold(name)) for number, name in graph.loose()}
        named: set[int] = set()
        elsewhere: set[int] = set()
        for message, text in messages.texts() if left else ():
            plain = folded(text)
            said = {number for number, name in left.items() if name.found_in(plain)}
            (named if message in self._learnt.messages else elsewhere).update(said)
        return sorted(named - elsewhere)


class Hidden(RowPlace):
    """The conversation itself, and forks of it, once all their messages go."""

    name = "conversations"

    def __init__(self, learnt: Learnt, conversation: int, at: datetime) -> None:
        self._learnt = learnt
        self._conversation = conversation
        self._at = at

    def changes(self, scope: Scope) -> Iterator[Change]:
        forks = {messages.home(message)[1] for message in self._learnt.turns}
        for number in sorted(forks | {self._conversation}):
            users = Message.select(Message.id).where(Message.conversation == number, Message.role == Role.USER)
            whole = {row.id for row in users} <= self._learnt.messages
            if whole and conversations.get(number).deleted_at is None:
                itself = number == self._conversation
                what = "the conversation itself" if itself else "conversations that are copies of it"
                yield Change(what, partial(conversations.delete, number, self._at))


def places(learnt: Learnt) -> tuple[RowPlace, ...]:
    return tuple(kind(learnt) for kind in (Evidence, Entries, Runs, Unlearnt, Passes, Names))
