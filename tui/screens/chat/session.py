"""What the chat needs of the program around it, once memory is open."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from tui.config import Config

if TYPE_CHECKING:
    from memory.engine import Memory
    from memory.ports import LanguageModel
    from memory.types import Part, Picks
    from tui.chat.events import TurnEvent
    from tui.commands.context import CommandContext


class Runner(Protocol):
    """Runs turns: `tui.chat.turns.TurnRunner`."""

    def run(
        self,
        conversation_id: str,
        parts: Sequence[Part] | str = (),
        *,
        again: bool = False,
        resume: bool = False,
        picks: Picks | None = None,
        instead_of: str = "",
        beside: str = "",
    ) -> AsyncGenerator[TurnEvent, None]: ...


class Models(Protocol):
    """The model in use. `name` is "" and `window` None while none is chosen; `get` waits for the choice."""

    @property
    def name(self) -> str: ...

    @property
    def window(self) -> int | None: ...

    async def get(self) -> LanguageModel: ...

    async def choose(self, name: str = "") -> str: ...


@dataclass(frozen=True, slots=True)
class Session:
    """An open profile and a way to run turns in it.

    `context` is what a command gets in a conversation; `follow` takes new settings, from the next turn on.
    """

    memory: Memory
    runner: Runner
    models: Models
    context: Callable[[str | None], CommandContext]
    follow: Callable[[Config], None]

    async def newest(self) -> str | None:
        """The conversation that was changed last."""
        found = [one for one in await self.memory.conversations() if one.messages]
        return max(found, key=lambda one: one.updated_at).id if found else None

    def completions(self, text: str, conversation: str | None) -> list[tuple[str, str]]:
        """How a command may go on, with what that means."""
        from tui.commands.registry import completions

        return [(one.text, one.detail) for one in completions(text, self.context(conversation))]
