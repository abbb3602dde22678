"""The places of the conversation: the user's turns, where they are to go, replies that quote, titles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from memory.forget.place import Change, RowPlace, Scope
from memory.store import documents
from memory.store.hits import chunked
from memory.store.tables import Conversation, Message, Part, Signal
from memory.store.tombstones import GONE
from memory.text.normal import fold
from memory.types import Kind, PartKind, PartSource, Role


class Turns(RowPlace):
    """Named messages with all their parts; a user's message takes the replies to it along."""

    name = "turns"

    def changes(self, scope: Scope) -> Iterator[Change]:
        for number in sorted(scope.of(Kind.TURN)):
            for row in with_replies(number):
                if _visible(row.id) != GONE:
                    what = "your messages" if row.role == Role.USER else "replies to them"
                    yield Change(what, partial(_blank, row))


class Replies(RowPlace):
    """Sentences of the assistant's replies, its reasoning and tool results, and notes on messages."""

    name = "replies"

    def changes(self, scope: Scope) -> Iterator[Change]:
        others = Part.select(Part.id, Part.message, Part.text, Part.name).join(Message).where(Message.role != Role.USER)
        for part, message, text, name in others.tuples().iterator():
            kept = (scope.matcher.cut(text), scope.matcher.cut(name))
            if kept != (text, name):
                yield Change("replies that quote it", partial(_rewrite, part, message, kept[0] or GONE, kept[1]))
        for row in Message.select().where(Message.note != ""):
            if scope.matcher.says(row.note):
                clear = Message.update(note="").where(Message.id == row.id)
                yield Change("notes on messages", clear.execute)


class Titles(RowPlace):
    """Titles of conversations that say it, were made from a message that goes, or of which every message goes."""

    name = "titles"

    def changes(self, scope: Scope) -> Iterator[Change]:
        going = _going(scope)
        for row in Conversation.select().where(Conversation.title != ""):
            turns = going.get(row.id, [])
            made = any(_makes(message, row.title) for message in turns)
            if made or (turns and _all_go(row.id, turns)) or scope.matcher.says(row.title):
                clear = Conversation.update(title="").where(Conversation.id == row.id)
                yield Change("titles of conversations", clear.execute)


class SystemPrompts(RowPlace):
    """System prompts of conversations: sentences that say it, and all of one of which every message goes."""

    name = "system prompts"

    def changes(self, scope: Scope) -> Iterator[Change]:
        going = _going(scope)
        for row in Conversation.select().where(Conversation.system != ""):
            turns = going.get(row.id, [])
            kept = "" if turns and _all_go(row.id, turns) else scope.matcher.cut(row.system)
            if kept != row.system:
                clear = Conversation.update(system=kept).where(Conversation.id == row.id)
                yield Change("system prompts of conversations", clear.execute)


def _going(scope: Scope) -> dict[int, list[int]]:
    """The messages that go, by conversation."""
    going: dict[int, list[int]] = {}
    for piece in chunked(sorted(scope.of(Kind.TURN))):
        for message in Message.select().where(Message.id.in_(piece)):
            going.setdefault(message.conversation_id, []).append(message.id)
    return going


def _all_go(conversation: int, turns: Sequence[int]) -> bool:
    users = Message.select(Message.id).where(Message.conversation == conversation, Message.role == Role.USER)
    return {row.id for row in users} <= set(turns)


def _makes(message: int, title: str) -> bool:
    """Whether a title is the beginning of the message."""
    return fold(_visible(message)).startswith(fold(title.rstrip("…")))


def with_replies(number: int) -> list[Message]:
    """The message, and, where it is a user's, what answers it down to the next user's message."""
    row = Message.get_or_none(Message.id == number)
    found = [row] if row is not None else []
    waiting = [row.id] if row is not None and row.role == Role.USER else []
    while waiting:
        answers = list(Message.select().where(Message.parent.in_(waiting), Message.role != Role.USER))
        found += answers
        waiting = [answer.id for answer in answers]
    return found


def _visible(message: int) -> str:
    query = Part.select(Part.text).where(Part.message == message, Part.kind == PartKind.TEXT)
    return "".join(part.text for part in query.order_by(Part.position))


def _blank(row: Message) -> None:
    Part.delete().where(Part.message == row.id).execute()
    source = PartSource.TYPED if row.role == Role.USER else PartSource.MODEL
    Part.create(message=row.id, position=0, kind=PartKind.TEXT, source=source, text=GONE)
    Message.update(note="").where(Message.id == row.id).execute()
    Signal.delete().where(Signal.message == row.id).execute()
    for kind in (Kind.TURN, Kind.DRAWER):
        documents.drop(kind, [row.id])


def _rewrite(part: int, message: int, text: str, name: str) -> None:
    Part.update(text=text, name=name).where(Part.id == part).execute()
    row = Message.get_by_id(message)
    visible = _visible(message)
    for kind in (Kind.TURN, Kind.DRAWER):
        if documents.drop(kind, [message]) and visible != GONE:
            documents.put(kind, message, visible, conversation=row.conversation_id, created_at=row.created_at)
