"""Replies that came whole and could not be stored: kept here until the store takes them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from memory.errors import NotFound, StoreError
from memory.store.turns import Turn, reply_parts
from memory.types import Message, Role, Status, Usage

log = logging.getLogger(__name__)
AGAIN = "harken tries again before your next message and when it ends"


@dataclass(frozen=True, slots=True)
class Late:
    """What `Transcript.finish` was asked to store, and the reply as it is shown meanwhile."""

    turn: Turn
    status: Status
    usage: Usage | None
    note: str
    shown: Message


Store = Callable[[Late], Awaitable[object]]


class LateReplies:
    """In the order in which they came."""

    def __init__(self) -> None:
        self._late: list[Late] = []
        self._storing = asyncio.Lock()

    def keep(
        self, turn: Turn, status: Status, usage: Usage | None, note: str, error: StoreError, at: datetime
    ) -> Message:
        """The reply without an id; its note says why it is not stored."""
        log.warning("a reply of %s is not stored: %s", turn.conversation, error)
        told = ". ".join(line for line in (note, f"This could not be saved at once: {error}", AGAIN) if line)
        shown = Message(
            id="",
            conversation=turn.conversation,
            parent=turn.user.id,
            seq=turn.user.seq + 1,
            role=Role.ASSISTANT,
            parts=reply_parts(turn.text, turn.reasoning),
            created_at=at,
            status=status,
            model=turn.model,
            usage=usage,
            note=told,
        )
        self._late.append(Late(turn, status, usage, note, shown))
        return shown

    async def store(self, store: Store) -> None:
        """Stores what waits. Raises StoreError where that is still refused; what is left goes on waiting."""
        async with self._storing:
            while self._late:
                try:
                    await store(self._late[0])
                except NotFound as error:
                    log.warning("a reply that waited has no conversation any more: %s", error)
                    self._late[0].turn.drop_journal()
                del self._late[0]

    def give_up(self) -> bool:
        """Leaves the journals to the next start; returns whether they hold all that waits."""
        return all([late.turn.leave_journal() for late in self._late])

    def shown_with(self, conversation: str, path: Sequence[Message]) -> list[Message]:
        """`path` with the replies that wait, each in the place of an older answer to the same message."""
        waiting = [late.shown for late in self._late if late.turn.conversation == conversation and not late.turn.aside]
        answered = {reply.parent for reply in waiting}
        return [message for message in path if message.parent not in answered] + waiting
