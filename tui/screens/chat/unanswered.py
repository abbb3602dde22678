"""The offer below a message that has no reply and that nobody is answering."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from memory.types import Message, Role
from tui.widgets.transcript.ending import Unanswered
from tui.widgets.transcript.transcript import Transcript

if TYPE_CHECKING:
    from memory.engine import Memory


class Offer:
    """Stands at the end of the conversation until that goes on."""

    def __init__(self, transcript: Transcript) -> None:
        self._transcript = transcript
        self._shown: Unanswered | None = None

    async def look(self, memory: Memory, messages: Sequence[Message]) -> None:
        """Another window may be writing the reply."""
        await self.withdraw()
        last = messages[-1] if messages else None
        if last is not None and last.role is Role.USER and not await memory.turns.is_answering(last):
            self._shown = await self._transcript.add_unanswered()

    async def withdraw(self) -> None:
        if self._shown is not None:
            shown, self._shown = self._shown, None
            await self._transcript.drop([shown])
