"""What is erased as a whole, as the program uses it."""

from __future__ import annotations

from memory.forget.forgetting import Forgetting
from memory.store import ids
from memory.store.conversations import INCOGNITO_FIRST
from memory.types import Record


class Erasing:
    """Looks before something whole is erased."""

    def __init__(self, forgetting: Forgetting) -> None:
        self._forgetting = forgetting

    async def learnt_from(self, conversation: str) -> list[Record]:
        """The facts that rest on the conversation alone and would go with it. NotFound where there is none."""
        number = ids.number(conversation, "conversation")
        return [] if number >= INCOGNITO_FIRST else await self._forgetting.learnt_from(number)
