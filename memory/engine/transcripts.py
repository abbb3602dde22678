"""The conversations of a profile: those it stores, those that live in memory alone, and replies not stored yet."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

from memory import names
from memory.engine.late import LateReplies
from memory.errors import NotFound, StoreError
from memory.forget.matching import matcher
from memory.ports import Clock
from memory.store import asked, branches, conversations, finding, forks, ids, ledger, messages, partitions
from memory.store.conversations import INCOGNITO_FIRST
from memory.store.store import Store
from memory.store.tombstones import GONE
from memory.store.turns import Transcript, Turn
from memory.types import (
    PROFILE_WIDE,
    Asked,
    Conversation,
    Found,
    Injection,
    Message,
    Mode,
    PartitionKind,
    Status,
    Usage,
)

T = TypeVar("T")


class Transcripts:
    """Finds the transcript that holds a conversation. That of incognito is made when it is first needed."""

    def __init__(self, stored: Transcript, clock: Clock) -> None:
        self._stored = stored
        self._clock = clock
        self._hidden: Transcript | None = None
        self._late = LateReplies()

    def home(self, item: str) -> Transcript:
        """The transcript that holds a conversation or a message."""
        return self._hidden if self._hidden is not None and self.is_hidden(item) else self._stored

    def is_hidden(self, item: str) -> bool:
        """Whether a conversation or a message lives in memory alone."""
        found = ids.parse(item)
        return found is not None and found[1] >= INCOGNITO_FIRST

    async def create(self, *, hidden: bool, mode: Mode | None, model: str, project: str) -> Conversation:
        transcript = await self._incognito() if hidden else self._stored
        place = names.partition(PartitionKind.PROJECT, project) if project else PROFILE_WIDE
        at = self._clock.now()

        def work() -> Conversation:
            home = partitions.number(place)
            return conversations.record(conversations.create(mode=mode, model=model, at=at, project=home))

        return await transcript.store.write(work, recalled=False)

    async def _incognito(self) -> Transcript:
        if self._hidden is None:
            store = Store(None)
            await store.open()
            await store.write(lambda: conversations.number_from(INCOGNITO_FIRST))
            self._hidden = Transcript(store, None, self._clock)
        return self._hidden

    async def listing(self, limit: int) -> list[Conversation]:
        return await self._of_all(lambda: conversations.listing(limit=limit))

    async def find(self, words: str, limit: int) -> list[Found]:
        return await self._of_all(lambda: finding.find(words, limit))

    async def _of_all(self, work: Callable[[], list[T]]) -> list[T]:
        """What lives in memory alone first."""
        hidden = [] if self._hidden is None else await self._hidden.store.read(work)
        return hidden + await self._stored.store.read(work)

    async def look(self, conversation: str, work: Callable[[int], T]) -> T:
        """Runs `work` with the conversation's number as a read of its store."""
        number = ids.number(conversation, "conversation")
        return await self.home(conversation).store.read(lambda: work(number))

    async def change(self, conversation: str, work: Callable[[int], T]) -> T:
        """Runs `work` with the conversation's number in one transaction of its store."""
        number = ids.number(conversation, "conversation")
        return await self.home(conversation).store.write(lambda: work(number))

    async def conversation(self, conversation: str) -> Conversation:
        return await self.look(conversation, lambda number: conversations.record(conversations.get(number)))

    async def messages(self, conversation: str) -> list[Message]:
        """The active path, each message with those that stand beside it."""
        path = await self.look(conversation, lambda number: branches.with_siblings(messages.path(number)))
        return self._late.shown_with(conversation, path)

    async def versions(self, message: Message) -> list[Message]:
        """All that stand in its place, oldest first."""
        numbers = [ids.number(one, "message") for one in message.siblings]
        found = await self.home(message.id).store.read(lambda: messages.records(numbers))
        return sorted(found, key=lambda one: one.seq)

    async def asked(self, most: int) -> list[Asked]:
        """What the user sent last, newest first, of incognito first."""
        stores = [one.store for one in (self._hidden, self._stored) if one is not None]
        return [one for store in stores for one in await store.read(lambda: asked.newest(most))]

    async def message(self, message: str) -> Message:
        number = ids.number(message, "message")
        return await self.home(message).store.read(lambda: messages.get(number))

    async def switch(self, conversation: str, message: str) -> None:
        chosen = ids.number(message, "message")
        await self.change(conversation, lambda number: branches.switch(number, chosen))

    async def fork(self, conversation: str, message: str | None) -> Conversation:
        """Copies the active path up to `message`, or all of it, into a new conversation."""
        number, at = ids.number(conversation, "conversation"), self._clock.now()
        store = self.home(conversation).store
        path = await store.read(lambda: messages.path(number))
        upto = next((place for place, one in enumerate(path) if one.id == message), len(path) - 1)
        copied = [(one, await asyncio.to_thread(messages.compose, one.parts)) for one in path[: upto + 1]]
        return await store.write(lambda: conversations.record(forks.make(number, copied, at), len(copied)))

    async def restore(self, conversation: str) -> str:
        """Brings a deleted conversation back, without an id the one deleted last; its id."""
        wanted = conversation or await self._last_deleted()
        await self.change(wanted, conversations.restore)
        return wanted

    async def _last_deleted(self) -> str:
        stores = [one.store for one in (self._stored, self._hidden) if one is not None]
        found = [last for store in stores if (last := await store.read(conversations.last_deleted)) is not None]
        if not found:
            raise NotFound("There is no deleted conversation that could come back")
        return ids.show("conversation", max(found)[1])

    async def why(self, message: str | None) -> Injection | None:
        """The ledger's entry of a message's turn; None: the newest, of incognito first."""
        if message is not None:
            number = ids.number(message, "message")
            return await self.home(message).store.read(lambda: ledger.of_turn(number))
        newest = await self._hidden.store.read(ledger.read) if self._hidden is not None else None
        return newest or await self._stored.store.read(ledger.read)

    async def finish(self, turn: Turn, status: Status, usage: Usage | None, note: str) -> Message:
        """Stores a reply; one that the store refuses is kept and has no id."""
        try:
            return await self._finish(turn, status, usage, note)
        except StoreError as error:
            return self._late.keep(turn, status, usage, note, error, self._clock.now())

    async def store_late(self) -> None:
        """Stores the replies that were refused. StoreError where they still are."""
        await self._late.store(lambda late: self._finish(late.turn, late.status, late.usage, late.note))

    async def _finish(self, turn: Turn, status: Status, usage: Usage | None, note: str) -> Message:
        """What was forgotten while the reply grew is not stored with it."""
        return await self.home(turn.conversation).finish(turn, status, usage, note, _heed)

    async def settle(self) -> None:
        """The program ends: what can't be stored even now is left to the next start. StoreError says so."""
        try:
            await self.store_late()
        except StoreError as error:
            hint = "The next start brings it back" if self._late.give_up() else error.hint
            raise type(error)(f"A reply is not saved: {error}", hint=hint) from error

    async def close(self) -> None:
        """Drops what lives in memory alone."""
        if self._hidden is not None:
            await self._hidden.store.close()


def _heed(turn: Turn) -> bool:
    if needles := turn.wish:
        said = matcher(needles)
        turn.rewrite(lambda text: said.cut(text) or (GONE if text else ""))
    return turn.cut
