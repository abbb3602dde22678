"""What a turn, or its dry run, asks of recall: one place, so that both ask the same."""

from __future__ import annotations

from collections.abc import Sequence

from memory.ports import TokenCounter
from memory.recall.recall import RecallRequest
from memory.settings import Settings
from memory.store import ids
from memory.types import Message, Mode, Role
from memory.working.window import choose

RECENT_TEXTS = 3


def request(
    text: str,
    mode: Mode,
    earlier: Sequence[Message],
    message: Message | None,
    settings: Settings,
    counter: TokenCounter,
    block_tokens: int | None,
) -> RecallRequest:
    """The request for `text` after the messages `earlier`; `message` is the stored one, None in a dry run."""
    window = choose(earlier, counter, settings.working, settings.working.budget_tokens)
    users = [one.text for one in earlier if one.role is Role.USER]
    home = message or (earlier[-1] if earlier else None)
    budget = settings.memory.budget_tokens
    return RecallRequest(
        text=text,
        conversation=ids.number(home.conversation, "conversation") if home else None,
        held=frozenset(ids.number(one.id, "message") for one in window),
        recent=tuple(users[-RECENT_TEXTS:]),
        mode=mode,
        budget_tokens=min(budget, block_tokens or budget),
        deadline_ms=settings.memory.recall_deadline_ms,
        message=ids.number(message.id, "message") if message else None,
    )


def before(path: Sequence[Message], message_id: str) -> list[Message]:
    """The messages of the path that come before `message_id`; all of them where it does not stand there."""
    at = next((index for index, one in enumerate(path) if one.id == message_id), len(path))
    return list(path[:at])
