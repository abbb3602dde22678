"""What fills the context of one request, in tokens by our own count."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from memory.ports import ChatMessage
from memory.types import Injection, Standing
from tui.chat.prompt import tokens


@dataclass(frozen=True, slots=True)
class Filling:
    """`system` is the prompt with the soul, `identity` lines and pinned facts, which should stay within `bound`.

    `memory` is the block, `conversation` the earlier messages and the newest. `window` is what the model takes. `own`
    names what the conversation has of its own.
    """

    system: int
    identity: int
    memory: int
    conversation: int
    bound: int
    window: int
    own: str = ""

    @property
    def total(self) -> int:
        return self.system + self.identity + self.memory + self.conversation


def filling_of(
    messages: Sequence[ChatMessage],
    standing: Standing,
    injection: Injection,
    window: int,
    count: Callable[[str], int],
    own: str = "",
) -> Filling:
    """How the messages of a request, the system message first, share the context."""
    sizes = [tokens(message, count) for message in messages]
    identity = standing.tokens if injection.mode.injects else 0
    return Filling(
        system=max(0, sizes[0] - identity),
        identity=identity,
        memory=injection.tokens,
        conversation=max(0, sum(sizes[1:]) - injection.tokens),
        bound=standing.bound,
        window=window,
        own=own,
    )
