"""Finds what a forget takes: by an id the thing and its history, by words all that says them. Changes nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from memory.errors import BadInput
from memory.forget.matching import Matcher, Phrase, content_words, folded, matcher
from memory.store import episodes, facts, identity, ids, records
from memory.store.tables import (
    Conversation,
    Document,
    Episode,
    Fact,
    FactSource,
    Identity,
    Injection,
    InjectionItem,
    Message,
    Part,
)
from memory.text.normal import fold
from memory.text.scripts import words
from memory.text.stopwords import STOP_WORDS, language_of
from memory.types import Kind, Record, Role

_LEAST_LETTERS = 4
_TURNS = (Kind.TURN, Kind.DRAWER)
_MOST_WORDS = 60
"""Of longer texts no single word is looked for: they are about too much."""


@dataclass(frozen=True, slots=True)
class Found:
    """`needles` are what to look for, folded; `said_by` the user's messages that say it, whether they go or not.

    `stones` are the texts for tombstones, each with the messages that must not bring it back.
    """

    targets: tuple[Record, ...]
    needles: tuple[str, ...]
    said_by: tuple[int, ...]
    stones: tuple[tuple[str, frozenset[int]], ...]


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
        needles += _own_words(targets, needles, elsewhere)
    said_by = sorted({*_messages_that_say(matcher(tuple(needles))), *_evidence(targets)})
    if with_turns:
        known = {record.id for record in targets}
        turns = (records.show(ids.show("message", number)) for number in said_by if _exists(number))
        targets += [record for record in turns if record.id not in known]
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


def _own_words(targets: Sequence[Record], needles: Sequence[str], elsewhere: Sequence[str]) -> list[str]:
    """Words of the targets that stand nowhere but in what belongs to them: to forget these touches nothing else.

    So the reply "quixotrel." to "what is my code word?" goes with the fact it was taken from, and Porto stays where
    it is spoken of for another reason.
    """
    texts = [record.text for record in targets if record.kind is not Kind.EPISODE]
    left = {
        word: Phrase(word)
        for text in texts
        if len(distinct := [word for word in content_words(text) if len(word) >= _LEAST_LETTERS]) <= _MOST_WORDS
        for word in distinct
    }
    for text in chain(elsewhere, _unrelated(targets, matcher(tuple(needles)))):
        if not left:
            break
        plain = folded(text)
        left = {word: phrase for word, phrase in left.items() if not phrase.found_in(plain)}
    return sorted(left)


def _unrelated(targets: Sequence[Record], said: Matcher) -> Iterator[str]:
    """The texts of all memories and messages that do not belong to the targets, and of other conversations' titles."""
    belonging = _belonging(targets, said)
    learnt = Document.select(Document.kind, Document.item, Document.text).where(Document.kind.not_in(_TURNS))
    for kind, item, text in learnt.tuples().iterator():
        if (kind, item) not in belonging:
            yield text
    homes = set()
    parts = Part.select(Part.message, Message.conversation, Part.text).join(Message)
    for message, conversation, text in parts.tuples().iterator():
        if (Kind.TURN, message) in belonging:
            homes.add(conversation)
        else:
            yield text
    for row in Conversation.select():
        if row.id not in homes:
            yield row.title


def _belonging(targets: Sequence[Record], said: Matcher) -> set[tuple[str, int]]:
    """The targets, the turns that said them or got them from memory, with replies, and those sessions' episodes."""
    keys = {key for record in targets if (key := ids.parse(record.id)) is not None}
    given = {
        item.injection.message
        for item in InjectionItem.select(InjectionItem, Injection).join(Injection).where(InjectionItem.injected)
        if (item.kind, item.item) in keys
    }
    asked = given | _evidence(targets) | _messages_that_say(said)
    answers = {row.id for row in Message.select(Message.id).where(Message.parent.in_(asked), Message.role != Role.USER)}
    sessions = Message.select(Message.session).where(Message.id.in_(asked))
    digests = {row.id for row in Episode.select(Episode.id).where(Episode.session.in_(sessions))}
    turns = {(str(Kind.TURN), number) for number in asked | answers}
    return keys | turns | {(str(Kind.EPISODE), number) for number in digests}


def _messages_that_say(said: Matcher) -> set[int]:
    """The user's messages that say it, attachments included."""
    parts = Part.select(Part.message, Part.text, Part.name).join(Message).where(Message.role == Role.USER)
    rows = parts.tuples().iterator()
    return {message for message, text, name in rows if said.says(text) or said.says(name)}


def _evidence(targets: Iterable[Record]) -> set[int]:
    """The turns that say the targets. An episode rests on a whole session; that is no reason to take all its turns."""
    single = [record for record in targets if record.kind is not Kind.EPISODE]
    return {ids.number(message, "message") for record in single for message in record.evidence}


def _exists(number: int) -> bool:
    return Message.select().where(Message.id == number).exists()
