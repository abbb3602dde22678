"""Two answers to one message: which of them stands, and what the user says of each."""

from __future__ import annotations

from memory.engine.talks import Talks
from memory.engine.transcripts import Transcripts
from memory.errors import BadInput, NotFound
from memory.ports import Clock
from memory.store import branches, ids, judgements, ledger
from memory.store.store import Store
from memory.types import Injection, Judgement, Leaning, Message, Worth


class Comparing:
    """What becomes of an answer that `Turns.beside` made: it is a branch off the path until it is kept."""

    def __init__(self, store: Store, transcripts: Transcripts, talks: Talks, clock: Clock) -> None:
        self._store = store
        self._transcripts = transcripts
        self._talks = talks
        self._clock = clock

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

    async def judge(
        self, reply: Message, worth: Worth, *, memory: str = "", given: Injection | None = None, compared: bool = False
    ) -> None:
        """The user's word on a reply, or on a `memory` it got; the one before is replaced.

        `given` is what memory gave to it, None: what the ledger tells. An answer made to compare is `compared`.
        BadInput for a memory that the reply did not get.
        """
        given = given or await self._transcripts.why(reply.id)
        got = [item.id for item in given.items] if given else []
        if memory and memory not in got:
            raise BadInput(f"The reply got no memory {memory}", hint="/why shows what it got")
        number, turn, at = self._numbers(reply), ids.number(reply.parent or "", "message"), self._clock.now()
        await self._transcripts.home(reply.id).store.write(
            lambda: judgements.judge(number, turn, memory, worth, at, remembered=bool(got), compared=compared)
        )

    async def take_back(self, reply: Message, *, memory: str = "") -> None:
        """NotFound where there was no word."""
        number = self._numbers(reply)
        if not await self._transcripts.home(reply.id).store.write(lambda: judgements.take_back(number, memory)):
            raise NotFound(f"Nothing was said of {memory or reply.id}", hint="/verdict shows what was")

    async def take_all_back(self) -> None:
        await self._store.write(judgements.take_all_back)

    async def said(self, message: str = "") -> list[Judgement]:
        """The words on the answers to one message of the user, or all, newest first."""
        if not message:
            return await self._store.read(judgements.listing)
        number = ids.number(message, "message")
        return await self._transcripts.home(message).store.read(lambda: judgements.listing(number))

    async def leaning(self) -> Leaning:
        """What all of them make of the gate."""
        return await self._store.read(judgements.leaning)

    @staticmethod
    def _numbers(reply: Message) -> int:
        """BadInput for a reply that is not stored."""
        if not reply.id:
            raise BadInput("The reply is not stored yet", hint="Try again after your next message")
        return ids.number(reply.id, "message")
