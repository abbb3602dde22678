"""What belongs to the things to be forgotten: the turns that say them, and words that stand nowhere else."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain

from memory.forget.learnt import Learnt
from memory.forget.matching import Matcher, folded, matcher
from memory.store import graph, ids
from memory.store.connection import raw
from memory.store.hits import chunked
from memory.store.tables import Conversation, Document, Episode, Injection, InjectionItem, Message, Part, Partition
from memory.text.content import content_words
from memory.text.phrase import Phrase
from memory.types import Kind, Record, Role

_LEAST_LETTERS = 4
_TURNS = (Kind.TURN, Kind.DRAWER)
_MOST_WORDS = 60
"""Of longer texts no single word is looked for: they are about too much."""


def own_words(
    targets: Sequence[Record], needles: Sequence[str], elsewhere: Sequence[str], going: Collection[int] = ()
) -> list[str]:
    """Words of the targets that stand nowhere but in what belongs to them: to forget these touches nothing else.

    The messages `going` belong to them as well.

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
    belonging = _belonging(targets, matcher(tuple(needles))) | {(str(Kind.TURN), message) for message in going}
    for text in chain(elsewhere, _unrelated(belonging)):
        if not left:
            break
        plain = folded(text)
        left = {word: phrase for word, phrase in left.items() if not phrase.found_in(plain)}
    return sorted(left)


def _unrelated(belonging: Collection[tuple[str, int]]) -> Iterator[str]:
    """The texts of all memories and messages that do not belong, and of other conversations' titles."""
    learnt = Document.select(Document.kind, Document.item, Document.text).where(Document.kind.not_in(_TURNS))
    for kind, item, text in learnt.tuples().iterator():
        if (kind, item) not in belonging:
            yield text
    for record in graph.relations(limit=-1):
        said = {(str(Kind.TURN), ids.number(message, "message")) for message in record.evidence}
        if ids.parse(record.id) not in belonging and said.isdisjoint(belonging):
            yield record.text
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
    for partition in Partition.select():
        yield partition.name


def _belonging(targets: Sequence[Record], said: Matcher) -> set[tuple[str, int]]:
    """The targets, the turns that said them or got them from memory, with replies, and those sessions' episodes."""
    named = [found for record in targets if (found := ids.parse(record.id)) is not None]
    keys = {(str(Kind.TURN) if kind == "message" else kind, number) for kind, number in named}
    given = {
        item.injection.message
        for item in InjectionItem.select(InjectionItem, Injection).join(Injection).where(InjectionItem.injected)
        if (item.kind, item.item) in keys
    }
    asked = given | evidence(targets) | messages_that_say(said)
    answers = {row.id for row in Message.select(Message.id).where(Message.parent.in_(asked), Message.role != Role.USER)}
    sessions = Message.select(Message.session).where(Message.id.in_(asked))
    digests = {row.id for row in Episode.select(Episode.id).where(Episode.session.in_(sessions))}
    turns = {(str(Kind.TURN), number) for number in asked | answers}
    return keys | turns | {(str(Kind.EPISODE), number) for number in digests}


def unsaid_elsewhere(
    needles: Sequence[str], targets: Sequence[Record], messages: Collection[int], elsewhere: Sequence[str]
) -> list[str]:
    """Those of `needles` that no other fact or relation, no other message of the user's and no text `elsewhere` says.

    What is said elsewhere too does not go with these `targets` and `messages`, only they do.
    """
    left, said = list(needles), Matcher(needles)
    for text in chain(elsewhere, _stated(targets), _said(messages)):
        if not left:
            break
        if known := said.said_by(text):
            left = [needle for needle in left if needle not in known]
            said = Matcher(left)
    return left


def _stated(but: Sequence[Record]) -> Iterator[str]:
    going = {record.id for record in but}
    for number, content, quote in raw().execute("SELECT id, content, quote FROM fact"):
        if ids.show(Kind.FACT, number) not in going:
            yield content
            yield quote
    yield from other_relations(but)


def other_relations(but: Sequence[Record]) -> Iterator[str]:
    going = {record.id for record in but}
    return (record.text for record in graph.relations(limit=-1) if record.id not in going)


def _said(but: Collection[int]) -> Iterator[str]:
    parts = Part.select(Part.message, Part.text).join(Message).where(Message.role == Role.USER)
    for message, text in parts.tuples().iterator():
        if message not in but:
            yield text


def spread(turns: Sequence[Record], learnt: Learnt) -> list[Record]:
    """Those of the `turns` that other turns got from memory, or of which a digest tells that stays."""
    found: set[int] = set()
    for piece in chunked(sorted(learnt.messages)):
        marks = ", ".join("?" * len(piece))
        given = raw().execute(
            "SELECT i.item, j.message FROM injection_item i JOIN injection j ON j.id = i.injection_id"
            f" WHERE i.kind IN ('{Kind.TURN}', '{Kind.DRAWER}') AND i.item IN ({marks}) AND i.injected",
            list(piece),
        )
        found.update(item for item, turn in given if turn not in learnt.messages)
        homes = raw().execute(f"SELECT id, session_id FROM message WHERE id IN ({marks})", list(piece))
        found.update(message for message, session in homes if session not in learnt.sessions)
    return [turn for turn in turns if ids.number(turn.id, "message") in found]


def messages_that_say(said: Matcher) -> set[int]:
    """The user's messages that say it, attachments included."""
    parts = Part.select(Part.message, Part.text, Part.name).join(Message).where(Message.role == Role.USER)
    rows = parts.tuples().iterator()
    return {message for message, text, name in rows if said.says(text) or said.says(name)}


def evidence(targets: Iterable[Record]) -> set[int]:
    """The turns that say the targets. An episode rests on a whole session; that is no reason to take all its turns."""
    single = [record for record in targets if record.kind is not Kind.EPISODE]
    return {ids.number(message, "message") for record in single for message in record.evidence}
