"""A conversation that begins as another one did. The turns are copied, what is learnt of them stays with the first."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from memory import types
from memory.errors import BadInput, Changed
from memory.store import conversations, ids, messages, originals
from memory.store.tables import Conversation, Injection, InjectionItem

Copied = tuple[types.Message, messages.Content]


def make(conversation: int, path: Sequence[Copied], at: datetime) -> Conversation:
    """The new conversation with the messages of `path`. Raises Changed where those are others by now."""
    if not path:
        raise BadInput("There is nothing to begin from", hint="Write a message first")
    origin = conversations.get(conversation)
    known = {message.id: message for message in messages.path(conversation)}
    if any(known.get(message.id) != message for message, _ in path):
        raise Changed("The conversation has changed meanwhile", hint="/fork again")
    made = conversations.create(mode=types.Mode(origin.mode) if origin.mode else None, model=origin.model, at=at)
    for kind in types.PartitionKind:  # before the copies: they belong where the conversation does
        conversations.belongs(made.id, kind, getattr(origin, kind))
    numbers = _copy(made.id, path)
    vendors = [[name, numbers.get(start, 0)] for name, start in origin.vendors]
    Conversation.update(
        title=origin.title,
        title_by=origin.title_by,
        vendors=vendors,
        system=origin.system,
        parameters=origin.parameters,
        updated_at=at,
    ).where(Conversation.id == made.id).execute()
    return conversations.get(made.id)


def _copy(conversation: int, path: Sequence[Copied]) -> dict[int, int]:
    """The numbers of the copies by those of the messages. What is copied again is a copy of the first."""
    stand_for = {message: message for message in (ids.number(message.id, "message") for message, _ in path)}
    stand_for |= originals.behind(stand_for)
    numbers: dict[int, int] = {}
    parent = None
    for message, content in path:
        copy = messages.add(
            conversation,
            message.role,
            content,
            parent=parent,
            at=message.created_at,
            learn=False,
            status=message.status,
            model=message.model,
            usage=message.usage,
            note=message.note,
            copied_from=stand_for[ids.number(message.id, "message")],
        )
        parent = ids.number(copy.id, "message")
        numbers[ids.number(message.id, "message")] = parent
        _copy_injection(ids.number(message.id, "message"), parent, conversation)
    return numbers


def _copy_injection(message: int, copy: int, conversation: int) -> None:
    """What memory gave to the turn is told of its copy too."""
    found = Injection.get_or_none(Injection.message == message)
    if found is None:
        return
    columns = {**found.__data__, "message": copy, "conversation": conversation}
    del columns["id"]
    made = Injection.create(**columns)
    for item in InjectionItem.select().where(InjectionItem.injection == found.id):
        InjectionItem.create(**{**item.__data__, "injection": made.id})
