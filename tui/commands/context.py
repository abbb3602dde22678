"""What a command may use."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import tzinfo

from memory.engine import Memory
from memory.errors import BadInput
from tui.commands.outcome import Option
from tui.commands.render import zone_of
from tui.config import Config
from tui.paths import Paths


async def _no_models() -> Sequence[Option]:
    return ()


@dataclass(frozen=True, slots=True)
class CommandContext:
    """`conversation_id` is None before the first message of a new chat; `model`, `theme` and `profile` name those in
    use; without `colours` no theme shows any; while `replying` a reply is being written.

    `models` lists what can be chosen (see `tui.commands.models.options`).
    """

    memory: Memory
    conversation_id: str | None
    config: Config
    paths: Paths
    model: str = ""
    themes: Sequence[str] = ()
    theme: str = ""
    profile: str = ""
    colours: bool = True
    replying: bool = False
    models: Callable[[], Awaitable[Sequence[Option]]] = _no_models

    @property
    def zone(self) -> tzinfo | None:
        return zone_of(self.config)

    @property
    def conversation(self) -> str:
        """The conversation, where the command needs one. `BadInput` before its first message."""
        if self.conversation_id is None:
            raise BadInput("This conversation has no messages yet", hint="Write one first")
        return self.conversation_id
