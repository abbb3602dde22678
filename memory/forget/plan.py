"""Finds what a forget takes: by an id the thing and its history, by words all that says them. Changes nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from memory.errors import BadInput
from memory.forget.belonging import evidence, messages_that_say, own_words
from memory.forget.matching import matcher
from memory.store import episodes, facts, identity, ids, records
from memory.store.tables import (
    Episode,
    Fact,
    FactSource,
    Identity,
    Message,
)
from memory.store.tombstones import GONE
from memory.text.content import content_words
from memory.text.normal import fold
from memory.text.scripts import words
from memory.text.stopwords import STOP_WORDS, language_of
from memory.types import Kind, Record


@dataclass(frozen=True, slots=True)
class Found:
    """`needles` are what to look for, folded; `said_by` the user's messages that say it, whether they go or not.

    `stones` are the texts for tombstones, each with the messages that must not bring it back.
    """

    targets: tuple[Record, ...] = ()
    needles: tuple[str, ...] = ()
    said_by: tuple[int, ...] = ()
    stones: tuple[tuple[str, frozenset[int]], ...] = ()


def find(query: str, *, with_turns: bool, elsewhere: Sequence[str] = ()) -> Found:
    """Everything that forgetting `query` would take; `elsewhere` are texts outside the database.

    NotFound for an unknown id, BadInput for words that say nothing.
    """
    named = ids.parse(query)
    if named is None:
        targets, needles = _by_words(query)
    else:
        targets = _FINDERS.get(named[0], _relation_or_turn)(named[1], query.strip())
        needles = _needles_of(targets)
    if len(content_words(query)) > 1 or named is not None:
        needles += own_words(targets, needles, elsewhere)
    said_by = sorted({*messages_that_say(matcher(tuple(needles))), *evidence(targets)})
    if with_turns:
        known = {record.id for record in targets}
        turns = (records.show(ids.show("message", number)) for number in said_by if _exists(number))
        targets += [record for record in turns if record.id not in known and record.text != GONE]
    stones = list(_stones(targets, frozenset(said_by), named is not None))
    if named is None:
        stones.append((query, frozenset(said_by)))
    return Found(tuple(targets), tuple(needles), tuple(said_by), tuple(stones))


def _stones(targets: Iterable[Record], said_by: frozenset[int], by_id: bool) -> Iterator[tuple[str, frozenset[int]]]:
    for record in targets:
        messages = frozenset(ids.number(message, "message") for message in record.evidence)
        if record.kind not in (Kind.EPISODE, Kind.TURN):
            yield f"{record.text} {record.quote}", messages | said_by
        elif by_id or record.kind is Kind.TURN:
            yield record.text, messages


def _by_words(query: str) -> tuple[list[Record], list[str]]:
    needle = fold(query)
    known = words(needle)
    if not needle or (known and set(known) <= STOP_WORDS[language_of(known)]):
        raise BadInput("These words say too little to forget by", hint="Name the thing, or give an id like f12")
    said = matcher((needle,))
    targets = facts.records([row for row in Fact.select() if said.says(row.content) or said.says(row.quote)])
    targets += [identity.record(row) for row in Identity.select() if said.says(row.content)]
    targets += episodes.records([row for row in Episode.select() if any(map(said.says, _texts(row)))])
    return targets, [needle, *_needles_of(targets)]


def _texts(row: Episode) -> list[str]:
    return [row.summary, *row.topics, *row.entities, *row.decisions, *row.action_items]


def _fact(number: int, query: str) -> list[Record]:
    """The fact, those it ended, and those in any state that say the same."""
    line = {number: facts.get(number)}
    waiting = [number]
    while waiting:
        before = [row for row in Fact.select().where(Fact.superseded_by.in_(waiting)) if row.id not in line]
        line.update({row.id: row for row in before})
        waiting = [row.id for row in before]
    said = matcher((fold(line[number].content),))
    line.update({row.id: row for row in Fact.select() if said.says(row.content)})
    return facts.records(list(line.values()))


def _relation_or_turn(number: int, query: str) -> list[Record]:
    return [records.show(query)]


def _turn(number: int, query: str) -> list[Record]:
    """The message, and the facts that rest on it alone."""
    resting = FactSource.select(FactSource.fact).where(FactSource.message == number)
    elsewhere = FactSource.select(FactSource.fact).where(FactSource.message != number)
    rows = Fact.select().where(Fact.id.in_(resting), Fact.id.not_in(elsewhere))
    return [records.show(query), *facts.records(list(rows))]


def _conversation(number: int, query: str) -> list[Record]:
    raise BadInput(
        "A whole conversation can't be forgotten by its id yet", hint="Delete it, or name its messages (m12) or words"
    )


_FINDERS: dict[str, Callable[[int, str], list[Record]]] = {
    "fact": _fact,
    "message": _turn,
    "conversation": _conversation,
}


def _needles_of(targets: Iterable[Record]) -> list[str]:
    """What the targets say. Turns and episodes say many things that stay true elsewhere: only their rows go."""
    single = [record for record in targets if record.kind not in (Kind.EPISODE, Kind.TURN)]
    said = [fold(text) for record in single for text in (record.text, record.quote)]
    return list(dict.fromkeys(needle for needle in said if needle))


def _exists(number: int) -> bool:
    return Message.select().where(Message.id == number).exists()
