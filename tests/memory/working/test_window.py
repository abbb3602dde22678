"""What of the conversation goes to the model."""

from __future__ import annotations

from datetime import UTC, datetime

from memory.store import conversations, messages
from memory.store.store import Store
from memory.text.tokens import Estimate
from memory.types import Message, Part, Role
from memory.working.window import MESSAGE_OVERHEAD, token_window

AT = datetime(2026, 5, 1, tzinfo=UTC)


def message(text: str, tokens: int = 0, role: Role = Role.USER) -> Message:
    return Message("m1", "c1", None, 1, role, (Part(text),), AT, tokens=tokens)


class Counting(Estimate):
    def __init__(self) -> None:
        self.texts: list[str] = []

    def count(self, text: str) -> int:
        self.texts.append(text)
        return super().count(text)


def test_only_what_nobody_counted_is_counted() -> None:
    counter = Counting()
    path = [message("stored before", tokens=5), message("just typed")]
    assert token_window(path, counter, 100) == path
    assert counter.texts == ["just typed"]


def test_the_stored_count_decides_what_fits() -> None:
    path = [message("old", tokens=90), message("new", tokens=10)]
    assert token_window(path, Estimate(), 50 + MESSAGE_OVERHEAD) == path[1:]


async def test_a_stored_message_brings_its_count(store: Store) -> None:
    def work() -> Message:
        home = conversations.create(mode=None, model="", at=AT).id
        return messages.add(
            home,
            Role.USER,
            messages.compose([Part("We met in Porto"), Part("東京 🦊")]),
            parent=None,
            at=AT,
            learn=True,
        )

    stored = await store.write(work)
    assert stored.tokens == Estimate().count(stored.text) > 0
