"""The places of a conversation where others stand beside a message."""

from __future__ import annotations

from collections.abc import Sequence

from memory.types import Message


def newest_place(path: Sequence[Message]) -> Message | None:
    """The last message beside which others stand."""
    return next((one for one in reversed(path) if one.siblings), None)


def beside(message: Message, step: int) -> str:
    """The one that stands `step` further, round at the ends."""
    at = message.siblings.index(message.id) + step
    return message.siblings[at % len(message.siblings)]
