"""What belongs to the things to be forgotten: the turns that say them, and words that stand nowhere else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from memory.forget.matching import Matcher, Phrase, folded, matcher
from memory.store import ids
from memory.store.tables import Conversation, Document, Episode, Injection, InjectionItem, Message, Part
from memory.text.content import content_words
from memory.types import Kind, Record, Role

_LEAST_LETTERS = 4
_TURNS = (Kind.TURN, Kind.DRAWER)
_MOST_WORDS = 60
"""Of longer texts no single word is looked for: they are about too much."""


def own_words(targets: Sequence[Record], needles: Sequence[str], elsewhere: Sequence[str]) -> list[str]:
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


def messages_that_say(said: Matcher) -> set[int]:
    """The user's messages that say it, attachments included."""
    parts = Part.select(Part.message, Part.text, Part.name).join(Message).where(Message.role == Role.USER)
    rows = parts.tuples().iterator()
    return {message for message, text, name in rows if said.says(text) or said.says(name)}


def evidence(targets: Iterable[Record]) -> set[int]:
    """The turns that say the targets. An episode rests on a whole session; that is no reason to take all its turns."""
    single = [record for record in targets if record.kind is not Kind.EPISODE]
    return {ids.number(message, "message") for record in single for message in record.evidence}
