"""Titles that are made of the first words of a conversation. All functions run inside the store."""

from __future__ import annotations

from memory.store import messages
from memory.store.tables import Conversation, Message
from memory.text.normal import fold
from memory.types import Role


def let_go(conversation: int) -> None:
    """The first message is written anew: a title that is made of a version of it goes, so that the new one gives it."""
    row = Conversation.get_by_id(conversation)
    if row.title_by == "auto" and any(_begins(version, row.title) for version in _first_messages(conversation)):
        Conversation.update(title="").where(Conversation.id == conversation).execute()


def _first_messages(conversation: int) -> list[int]:
    query = Message.select(Message.id).where(Message.conversation == conversation, Message.parent.is_null())
    return [row.id for row in query.where(Message.role == Role.USER)]


def _begins(message: int, title: str) -> bool:
    return bool(title) and fold(messages.visible(message) or "").startswith(fold(title.rstrip("…")))
