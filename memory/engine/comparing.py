"""Two answers to one message: which of them stands."""

from __future__ import annotations

from memory.engine.talks import Talks
from memory.engine.transcripts import Transcripts
from memory.store import branches, ids, ledger
from memory.types import Injection


class Comparing:
    """What becomes of an answer that `Turns.beside` made: it is a branch off the path until it is kept."""

    def __init__(self, transcripts: Transcripts, talks: Talks) -> None:
        self._transcripts = transcripts
        self._talks = talks

    async def keep(self, conversation: str, reply: str, given: Injection) -> None:
        """The answer stands from now on, the one before is a branch beside it; the ledger tells what it got."""
        await self._transcripts.store_late()
        number = ids.number(reply, "message")

        def work(place: int) -> None:
            branches.switch(place, number)
            if given.message is not None:
                booked = ledger.without_forgotten(given) if given.mode.keeps else given
                ledger.write(booked, message=ids.number(given.message, "message"), conversation=place)

        await self._transcripts.change(conversation, work)
        await self._talks.followed(conversation)
