"""One request to a model, as pure functions of what was read before.

The order is fixed: system prompt with all that stands in every turn, the earlier messages, then the memory block in
front of the newest message. Only the last message carries a block, so the next request is byte-identical up to it
and the provider's prompt cache stays useful.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from memory.ports import ChatMessage, ModelTraits
from memory.types import Message, Mode, Part, PartKind, Role, Standing
from tui.chat import pictures

DEFAULT_SYSTEM = "You are a helpful assistant in a terminal. Answer plainly and to the point."
CONTINUE = "Your last reply was cut off. Continue it exactly where it stopped, without repeating any of it."
MESSAGE_OVERHEAD = 8
"""Tokens a message costs beside its text: role and separators of the usual chat templates."""


def system_text(system_prompt: str, standing: Standing, mode: Mode) -> str:
    """The system message; where the mode injects nothing, the soul stays and what is known about the user goes."""
    always = standing.text if mode.injects else standing.soul
    return "\n\n".join(text for text in (system_prompt.strip(), always.strip()) if text)


def newest_text(message: Message, block: str) -> str:
    text = message_text(message)
    return f"{block}\n\n{text}" if block else text


def window_budget(
    traits: ModelTraits,
    limit: int,
    count: Callable[[str], int],
    *,
    system: str,
    newest: str,
    prefix: str = "",
    shown: int = 0,
) -> int:
    """Tokens left for earlier messages: the context less reply, system, block, newest message; never over `limit`.

    `shown` pictures go along.
    """
    taken = sum(count(text) + MESSAGE_OVERHEAD for text in (system, newest, prefix) if text) + shown * pictures.TOKENS
    return max(0, min(limit, traits.context_tokens - traits.reply_reserve - taken))


def with_room(traits: ModelTraits, parameters: Mapping[str, float]) -> ModelTraits:
    """The model with room for the longest reply that is asked for, up to half of its context."""
    wanted = min(int(parameters.get("max_tokens", 0)), traits.context_tokens // 2)
    return replace(traits, reply_reserve=max(traits.reply_reserve, wanted))


def assemble(
    *, system: str, window: Sequence[Message], newest: str, prefix: str = "", seen: Sequence[Part] = ()
) -> tuple[ChatMessage, ...]:
    """The messages of one request; `prefix` is a half reply to go on with, `seen` the pictures of the newest."""
    start = [ChatMessage("system", system)] if system else []
    shown = _newest_pictures(window, pictures.MOST - len(seen))
    earlier = [
        ChatMessage(str(message.role), pictures.content(text, shown.get(message.id, ())))
        for message in window
        if (text := _earlier_text(message))
    ]
    end = [ChatMessage("user", pictures.content(newest, seen))]
    if prefix:
        end += [ChatMessage("assistant", prefix), ChatMessage("user", CONTINUE)]
    return (*start, *earlier, *end)


def _newest_pictures(window: Sequence[Message], most: int) -> dict[str, tuple[Part, ...]]:
    """The pictures that go along again, by the message they belong to."""
    found = [(message.id, picture) for message in window for picture in pictures.of(message)]
    shown: dict[str, tuple[Part, ...]] = {}
    for message, picture in found[max(0, len(found) - most) :]:
        shown[message] = (*shown.get(message, ()), picture)
    return shown


def tokens(message: ChatMessage, count: Callable[[str], int]) -> int:
    """What a message of a request takes of the context."""
    if isinstance(message.content, str):
        return count(message.content) + MESSAGE_OVERHEAD
    texts = [str(part["text"]) for part in message.content if part["type"] == "text"]
    return sum(map(count, texts)) + pictures.TOKENS * (len(message.content) - len(texts)) + MESSAGE_OVERHEAD


def message_text(message: Message) -> str:
    """What a model reads of a message: reasoning and tool traffic left out, attachments named."""
    text = ""
    for part in message.parts:
        if part.kind is PartKind.TEXT and not part.name:
            text += part.text
        elif shown := _attachment(part):
            text = "\n\n".join(piece for piece in (text.rstrip("\n"), shown) if piece) + "\n\n"
    attached = bool(message.parts) and (message.parts[-1].kind is not PartKind.TEXT or message.parts[-1].name)
    return text.rstrip("\n") if attached else text


def _earlier_text(message: Message) -> str:
    return message_text(message) if message.role in (Role.USER, Role.ASSISTANT, Role.SYSTEM) else ""


def _attachment(part: Part) -> str:
    if part.kind in (PartKind.IMAGE, PartKind.FILE, PartKind.TEXT):
        kind = PartKind.FILE if part.kind is PartKind.TEXT else part.kind
        placeholder = f"[{kind}: {part.name or 'unnamed'}]"
        return f"{placeholder}\n{part.text}" if part.text else placeholder
    return ""
