"""A turn from the user's message to the stored reply, as the program takes it, and what goes to the model with it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from functools import partial

from memory.engine.asking import Asking, before, silent
from memory.engine.partitions import Partitions
from memory.engine.parts import Parts
from memory.engine.running import Running
from memory.engine.talks import Talks
from memory.engine.transcripts import Transcripts
from memory.ports import ModelTraits
from memory.store import ids, ledger
from memory.store.turns import Transcript, Turn
from memory.types import (
    Event,
    GateDecision,
    Injection,
    Message,
    Mode,
    Part,
    Picks,
    Section,
    Standing,
    Status,
    Usage,
)
from memory.working.window import choose

WITHOUT = "answered without memory"


class Turns:
    """Begins turns, gives each what memory has for it, and ends them; `Memory` says what the calls promise."""

    def __init__(
        self, parts: Parts, transcripts: Transcripts, talks: Talks, partitions: Partitions, running: Running
    ) -> None:
        self._parts = parts
        self._world = parts.world
        self._transcripts = transcripts
        self._talks = talks
        self._partitions = partitions
        self._running = running
        self._asking = Asking(parts.recaller, parts.backfill, parts.counter, parts.world.settings)
        self._told: set[str] = set()

    # Beginning

    async def begin(self, conversation: str, parts: Sequence[Part], model: str, instead_of: str | None) -> Turn:
        return await self._begun(
            conversation, lambda home, mode: home.begin(conversation, parts, mode, model, instead_of=instead_of)
        )

    async def again(self, conversation: str, *, model: str = "") -> Turn:
        """Answers the last user message again, as a new branch; the old reply stays in the tree."""
        return await self._begun(conversation, lambda home, mode: home.again(conversation, mode, model))

    async def resume(self, conversation: str, *, model: str = "") -> Turn:
        """Continues a cancelled, failed or half reply: `turn.prefix` holds what is there."""
        return await self._begun(conversation, lambda home, mode: home.resume(conversation, mode, model))

    async def beside(self, conversation: str, message: str, *, model: str = "") -> Turn:
        """Answers a message of the user once more, to compare: `Comparing` says what becomes of the reply."""
        return await self._begun(conversation, lambda home, mode: home.beside(conversation, message, mode, model))

    async def _begun(self, conversation: str, begin: Callable[[Transcript, Mode], Awaitable[Turn]]) -> Turn:
        """A reply that could not be stored goes first: StoreError where that is still refused."""
        await self._transcripts.store_late()
        mode = self._talks.mode_of(await self._transcripts.conversation(conversation))
        return self._running.begun(await begin(self._transcripts.home(conversation), mode))

    async def is_answering(self, message: Message) -> bool:
        """Whether any window is writing a reply to this message of the user."""
        return await self._transcripts.home(message.conversation).is_answering(message.id)

    # What goes to the model

    async def recall(self, turn: Turn, model: ModelTraits | None, picks: Picks) -> Injection:
        found, standing = silent(turn.mode), Standing()
        if picks.nothing:
            found = replace(silent(Mode.OFF), gate=GateDecision(Section.NONE, WITHOUT))
        elif turn.mode.injects:
            path = await self._transcripts.messages(turn.conversation)
            seen = await self._partitions.seen_in(turn.conversation)
            over = turn.over if turn.mode.keeps else None
            found = await self._asking.ask(turn.user.text, turn.mode, path, turn.user, model, seen, over, picks)
            standing = await self._standing(seen)
        injection = replace(found, message=turn.user.id, at=self._world.clock.now(), standing=standing.ids)
        if not turn.aside:  # the ledger tells of the reply that stands
            self._running.book(self._book(turn, injection))
        return injection

    async def _book(self, turn: Turn, injection: Injection) -> None:
        """Writes the ledger; of a conversation that lives in memory, the ledger does too."""
        message = ids.number(turn.user.id, "message")
        conversation = ids.number(turn.conversation, "conversation")

        def work() -> int:
            known = ledger.without_forgotten(injection) if turn.mode.keeps else injection
            return ledger.write(known, message=message, conversation=conversation)

        await self._transcripts.home(turn.conversation).store.write(work, recalled=False)

    async def preview(
        self,
        text: str,
        conversation: str | None,
        project: str,
        model: ModelTraits | None,
        picks: Picks,
        *,
        calls: bool,
        message: Message | None = None,
    ) -> Injection:
        path = await self._transcripts.messages(conversation) if conversation else []
        talk = await self._transcripts.conversation(conversation) if conversation else None
        mode = self._talks.mode_of(talk) if talk else self._talks.mode
        seen = await self._partitions.seen_in(conversation, project=project)
        if not mode.injects:
            return replace(silent(mode), at=self._world.clock.now())
        found = await self._asking.ask(text, mode, path, message, model, seen, picks=picks, calls=calls)
        return replace(found, at=self._world.clock.now())

    async def standing(self, conversation: str | None) -> Standing:
        return await self._standing(await self._partitions.seen_in(conversation))

    async def _standing(self, seen: tuple[int, ...]) -> Standing:
        standing = await self._parts.keeper.standing(seen)
        for trouble in set(standing.troubles) - self._told:
            self._world.emit(Event("trouble", trouble))
        self._told = set(standing.troubles)
        return standing

    async def window(self, turn: Turn, *, budget_tokens: int) -> list[Message]:
        """The earlier messages of the active path that go to the model, oldest first, within `budget_tokens`."""
        return choose(await self._before(turn), self._parts.counter, self._world.settings().working, budget_tokens)

    async def _before(self, turn: Turn) -> list[Message]:
        return before(await self._transcripts.messages(turn.conversation), turn.user.id)

    # The end

    async def finish(self, turn: Turn, status: Status, usage: Usage | None, note: str) -> Message:
        try:
            message = await self._transcripts.finish(turn, status, usage, note)
        finally:
            self._running.ended(turn)
        if not message.id:
            return message
        if turn.cut:
            await self._parts.finish_forgetting()
        await self._use(turn)
        return message

    async def _use(self, turn: Turn) -> None:
        """What a stored reply sets going: vectors, what it used of memory, the next recall, and learning from it."""
        if turn.mode.keeps:
            self._parts.backfill.wake()
        if turn.aside:
            return
        if turn.mode is Mode.READ_WRITE:
            self._running.book(self._parts.reinforce(turn))
        if self._world.background and turn.mode.injects:
            self._parts.recaller.queue_prefetch(partial(self._partitions.seen_in, turn.conversation))
        if turn.mode.learns and self._world.background:
            await self._parts.distiller.turn_finished(ids.number(turn.conversation, "conversation"))

    async def give_back(self, turn: Turn, note: str) -> bool:
        """The send failed before a word came: the message is kept as failed, outside the active path.

        False where another window had it answered meanwhile: then it stands with that reply.
        """
        try:
            return await self._transcripts.home(turn.conversation).give_back(turn, note)
        finally:
            self._running.ended(turn)

    def drop(self, turn: Turn) -> None:
        """Nothing came of a reply that was to be written again: the one before it stays."""
        turn.drop_journal()
        self._running.ended(turn)
