"""Pictures in a request to a model that may not see."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from memory.errors import ModelError
from memory.ports import ChatMessage


def has_pictures(messages: Sequence[ChatMessage]) -> bool:
    return any(not isinstance(message.content, str) for message in messages)


def without_pictures(messages: Sequence[ChatMessage], model: str) -> tuple[ChatMessage, ...]:
    """For a model that takes none: earlier ones are left out, their names stand in the text.

    Raises ModelError where the newest message has one.
    """
    if has_pictures(messages[-1:]):
        hint = "Choose another model with /model, or take the picture's @ out"
        raise ModelError(f"{model} takes no pictures", kind="refused", hint=hint)
    return tuple(replace(message, content=_text(message)) for message in messages)


def _text(message: ChatMessage) -> str:
    if isinstance(message.content, str):
        return message.content
    return "".join(str(part["text"]) for part in message.content if part["type"] == "text")
