"""Finds what a forget takes, and what to look for. Changes nothing."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from memory.errors import BadInput, NotFound
from memory.forget import apart, forked, origin
from memory.forget.belonging import evidence, messages_that_say, other_relations, own_words, spread, unsaid_elsewhere
from memory.forget.learnt import Learnt, of_conversation, of_message, of_span
from memory.forget.matching import matcher, sentences
from memory.forget.prints import Prints
from memory.ports import Erasable
from memory.store import episodes, facts, graph, identity, ids, messages, narrative, records
from memory.store.hits import chunked
from memory.store.tables import (
    Episode,
    Fact,
    Identity,
)
from memory.store.tombstones import GONE
from memory.text.content import content_words
from memory.text.normal import fold
from memory.text.scripts import words
from memory.text.stopwords import STOP_WORDS, language_of
from memory.types import About, Forgettable, Kind, Record, Trace

_MOST_TOGETHER = 5


@dataclass(frozen=True, slots=True)
class Found:
    """`needles` are what to look for, folded; `said_by` the user's messages that say it, whether they go or not.

    `stones` are the texts for tombstones, each with the messages that must not bring it back; `places` those that only
    this forget has; `copied` tells of copies in forks.
    """

    targets: tuple[Record, ...] = ()
    needles: tuple[str, ...] = ()
    said_by: tuple[int, ...] = ()
    stones: tuple[tuple[str, frozenset[int]], ...] = ()
    places: tuple[Erasable, ...] = ()
    copied: tuple[Trace, ...] = ()

    def rows(self, always: Sequence[Erasable]) -> tuple[Erasable, ...]:
        """All places in the database; its own come first, while everything they look at is still there."""
        return (*self.places, *always)


def find(query: Forgettable, *, with_turns: bool, at: datetime, elsewhere: Sequence[str] = ()) -> Found:
    """Everything that forgetting `query` would take `at` this time; `elsewhere` are texts outside the database.

    NotFound for what there is not, BadInput for words that say nothing and a span without time.
    """
    if isinstance(query, About):
        return _about(query.name, with_turns, elsewhere)
    if not isinstance(query, str):
        return _learnt(of_span(query), with_turns, elsewhere, at)
    named = ids.parse(query)
    if named is not None and named[0] == "conversation":
        return _learnt(of_conversation(named[1]), with_turns, elsewhere, at)
    if named is not None and named[0] == "message":
        return _message(named[1], query, with_turns, elsewhere)
    if named is None:
        targets, needles = _by_words(query)
    else:
        targets = _FINDERS.get(named[0], _relation)(named[1], query.strip())
        needles = _looked_for(targets)
    if len(content_words(query)) > 1 or named is not None:
        needles += own_words(targets, needles, elsewhere)
    return _found(targets, needles, with_turns, said=[] if named else [query], whole=named is not None)


def again(targets: list[Record], looked_for: Prints) -> Found:
    """What a forget took that named just these rows, and of which only the prints of what it looked for are left."""
    told = [sentence for record in targets for sentence in sentences(record.text) if looked_for.says(sentence)]
    maybe = [*map(fold, _said(targets)), *(phrase for sentence in told for phrase in _phrases(sentence))]
    maybe += [few for text in _said(targets) for few in apart.narrowed(text)]
    needles = [text for text in dict.fromkeys(maybe) if looked_for.of(text)]
    return _found(targets, needles, with_turns=False, said=[], whole=True)


def _phrases(sentence: str) -> Iterator[str]:
    """The words of a sentence one by one, and those that stand together."""
    yield from content_words(sentence)
    spaced = words(fold(sentence))
    for size in range(1, min(_MOST_TOGETHER, len(spaced)) + 1):
        yield from (" ".join(spaced[at : at + size]) for at in range(len(spaced) - size + 1))


def _message(number: int, query: str, with_turns: bool, elsewhere: Sequence[str]) -> Found:
    """The message, and the facts and relations that rest on it alone, or have words from it alone."""
    learnt = of_message(number)
    told, others = _facts_of(learnt), [*elsewhere, *_told_before(learnt)]
    said = _rows(Kind.TURN, sorted(learnt.messages, key=lambda one: (one != number, one)))
    targets = [*said, *told, *_rows(Kind.RELATION, learnt.relations)]
    mixed = [one for one in told if not learnt.elsewhere.isdisjoint(facts.sources(ids.number(one.id, Kind.FACT)))]
    needles = _looked_for([one for one in targets if one not in mixed])
    needles += unsaid_elsewhere(_looked_for(mixed), targets, learnt.messages, others)
    needles += own_words(targets, needles, others)
    found = _found(targets, needles, with_turns, said=[], whole=True)
    copied = tuple(forked.elsewhere(learnt, messages.home(number)[1]))
    return replace(found, places=(origin.Evidence(learnt),), copied=copied)


def _found(targets: list[Record], needles: list[str], with_turns: bool, *, said: list[str], whole: bool) -> Found:
    """What says `needles` belongs to it; the texts `said` get tombstones too, and so do `whole` episodes."""
    said_by = frozenset(messages_that_say(matcher(tuple(needles))) | evidence(targets))
    if with_turns:
        known = {record.id for record in targets}
        targets = [*targets, *(turn for turn in _turns(said_by) if turn.id not in known)]
    stones = [*_stones(targets, said_by, whole), *((text, said_by) for text in said)]
    return Found(tuple(targets), tuple(needles), tuple(sorted(said_by)), tuple(stones))


def _stones(targets: Iterable[Record], said_by: frozenset[int], by_id: bool) -> Iterator[tuple[str, frozenset[int]]]:
    for record in targets:
        messages = frozenset(ids.number(message, "message") for message in record.evidence)
        if record.kind not in (Kind.EPISODE, Kind.TURN):
            yield f"{record.text} {record.quote}", messages | said_by
        elif by_id or record.kind is Kind.TURN:
            yield record.text, messages


def _turns(numbers: Collection[int]) -> list[Record]:
    """The messages that are still there to be forgotten."""
    return [record for record in _rows(Kind.TURN, sorted(numbers)) if record.text != GONE]


def _learnt(learnt: Learnt, with_turns: bool, elsewhere: Sequence[str], at: datetime) -> Found:
    """What was learnt from certain messages. What is said elsewhere too stays there: it is not looked for."""
    targets = [*_facts_of(learnt), *_rows(Kind.EPISODE, learnt.episodes)]
    targets += _rows(Kind.RELATION, learnt.relations)
    elsewhere = [*elsewhere, *_told_before(learnt)]
    needles = unsaid_elsewhere(_looked_for(targets), targets, learnt.messages, elsewhere)
    turns = _turns(learnt.turns) if with_turns else []
    going = learnt.messages if with_turns else ()
    rare = [*targets, *spread(turns, learnt)] if with_turns else targets
    needles += own_words(rare, needles, [*elsewhere, *other_relations(targets)], going)
    stones = _stones([*targets, *turns], frozenset(learnt.turns), by_id=True)
    places: list[Erasable] = [*origin.places(learnt)]
    if with_turns and learnt.conversation is not None:
        places.append(origin.Hidden(learnt, learnt.conversation, at))
    copied = forked.told(learnt, with_turns=with_turns)
    return Found((*targets, *turns), tuple(needles), learnt.turns, tuple(stones), tuple(places), tuple(copied))


def _facts_of(learnt: Learnt) -> list[Record]:
    """The facts that go, with their evidence as far as it does not stay."""
    staying = {ids.show("message", number) for number in learnt.elsewhere}
    found = _rows(Kind.FACT, learnt.facts)
    return [replace(one, evidence=tuple(said for said in one.evidence if said not in staying)) for one in found]


def _told_before(learnt: Learnt) -> list[str]:
    """What holds again, in other words, without the facts that go."""
    return [facts.get(older).content for older in learnt.before.values()]


def learnt_from(conversation: int) -> list[Record]:
    """The facts and digests that rest on a conversation alone."""
    learnt = of_conversation(conversation)
    return [*_rows(Kind.FACT, learnt.facts), *_rows(Kind.EPISODE, learnt.episodes)]


def _about(name: str, with_turns: bool, elsewhere: Sequence[str]) -> Found:
    """All that names a person or thing, or is known to be about it."""
    bearers = graph.bearers(name)
    if not bearers:
        raise NotFound(f"Memory knows nobody and nothing called {name.strip()!r}", hint="Forget by words instead")
    if len(bearers) > 1:
        called = ", ".join(one.name for one in bearers)
        raise BadInput(f"{name.strip()} may be any of these: {called}", hint="Give one of these names")
    row = bearers[0]
    names = [fold(one) for one in graph.names(row.id) if _says_something(one)]
    if not names:
        raise BadInput(f"The name {row.name} says too little to forget by", hint="Give the ids of memories, like f12")
    said = matcher(tuple(names))
    linked = {number for kind, number in graph.mentions(row.id) if kind == Kind.FACT}
    about = (fact for fact in Fact.select() if fact.id in linked or said.says(fact.content) or said.says(fact.quote))
    targets = facts.records(list(about))
    targets += _beside_facts(said.says)
    targets += _rows(Kind.RELATION, graph.relations_of(row.id))
    theirs = messages_that_say(said) | evidence(targets)
    needles = [*names, *unsaid_elsewhere(_looked_for(targets), targets, theirs, elsewhere)]
    needles += own_words(targets, needles, [*elsewhere, *other_relations(targets)])
    return _found(targets, needles, with_turns, said=names, whole=False)


def _by_words(query: str) -> tuple[list[Record], list[str]]:
    if not _says_something(query):
        raise BadInput("These words say too little to forget by", hint="Name the thing, or give an id like f12")
    needle = fold(query)
    named = _facts_that_say(query)
    alike, others = apart.beside(named)
    targets = facts.records(named)
    targets += _beside_facts(matcher((needle,)).says)
    needles = apart.told_apart(_said(targets), others)
    return [*targets, *facts.records(alike)], [needle, *needles]


def _facts_that_say(*texts: str) -> list[Fact]:
    said = matcher(tuple(map(fold, texts)))
    return [row for row in Fact.select() if said.says(row.content) or said.says(row.quote)]


def _says_something(text: str) -> bool:
    """Whether it is more than function words. Mia is one in Italian alone: the facts that say it tell the language."""
    known = set(words(fold(text)))
    if not known or not known <= STOP_WORDS[language_of(known)]:
        return bool(fold(text))
    told = [words(fold(row.content)) for row in _facts_that_say(text)]
    return bool(told) and not any(known <= STOP_WORDS[language_of(one)] for one in told)


def _beside_facts(says: Callable[[str], bool]) -> list[Record]:
    """The lines about the user and the episodes that say it."""
    lines = [identity.record(row) for row in Identity.select() if says(row.content)]
    return lines + episodes.records([row for row in Episode.select() if any(map(says, _texts(row)))])


def _texts(row: Episode) -> list[str]:
    return [row.summary, *row.topics, *row.entities, *row.decisions, *row.action_items]


def _rows(kind: Kind, numbers: Sequence[int]) -> list[Record]:
    return [one for piece in chunked(numbers) for one in records.lookup((kind, n) for n in piece).values()]


def _fact(number: int, query: str) -> list[Record]:
    """The fact, those it ended, and those in any state that say the same."""
    line = {number: facts.get(number)}
    waiting = [number]
    while waiting:
        before = [row for row in Fact.select().where(Fact.superseded_by.in_(waiting)) if row.id not in line]
        line.update({row.id: row for row in before})
        waiting = [row.id for row in before]
    alike, _ = apart.beside([line[number]])
    line.update({row.id: row for row in alike})
    return facts.records(list(line.values()))


def _relation(number: int, query: str) -> list[Record]:
    return [records.show(query)]


def _identity(number: int, query: str) -> list[Record]:
    if number == narrative.NUMBER:
        raise BadInput(
            "This text is told from facts, and loses what is forgotten with them",
            hint=f"memory show {query} names them: forget the one that says it",
        )
    return [records.show(query)]


_FINDERS: dict[str, Callable[[int, str], list[Record]]] = {
    "fact": _fact,
    "identity": _identity,
}


def _looked_for(targets: Sequence[Record]) -> list[str]:
    """What the targets say, told apart from what other facts say of somebody else."""
    going = [ids.number(one.id, Kind.FACT) for one in targets if one.kind is Kind.FACT]
    _, others = apart.beside([facts.get(number) for number in going])
    return apart.told_apart(_said(targets), others)


def _said(targets: Iterable[Record]) -> list[str]:
    """What the targets say. Turns and episodes say many things that stay true elsewhere: only their rows go."""
    single = [record for record in targets if record.kind not in (Kind.EPISODE, Kind.TURN)]
    return [text for record in single for text in (record.text, record.quote) if fold(text)]
