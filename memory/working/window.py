"""Which messages of the conversation go to the model."""

from __future__ import annotations

from collections.abc import Sequence

from memory.ports import TokenCounter
from memory.settings import WorkingSettings
from memory.types import Message, Role

STEP = 0.75
MESSAGE_OVERHEAD = 4
"""Tokens a chat format spends on a message beside its text."""


def choose(
    messages: Sequence[Message], counter: TokenCounter, settings: WorkingSettings, limit_tokens: int
) -> list[Message]:
    """The messages that the chosen strategy keeps, oldest first, never more than `limit_tokens`."""
    if settings.strategy == "all":
        return token_window(messages, counter, limit_tokens)
    return token_window(messages, counter, min(settings.budget_tokens, limit_tokens))


def token_window(messages: Sequence[Message], counter: TokenCounter, budget_tokens: int) -> list[Message]:
    """The newest of `messages` within `budget_tokens`, beginning with a user's message.

    When the budget overflows, the start moves on until three quarters are filled and then stays there, so that most
    requests begin with the same bytes as the one before and a provider's prompt cache stays warm.
    """
    costs = [(message.tokens or counter.count(message.text)) + MESSAGE_OVERHEAD for message in messages]
    start = 0
    total = 0
    for end, cost in enumerate(costs):
        total += cost
        if total > budget_tokens:
            while start <= end and total > budget_tokens * STEP:
                total -= costs[start]
                start += 1
    while start < len(messages) and messages[start].role is not Role.USER:
        start += 1
    return list(messages[start:])
