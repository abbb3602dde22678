"""One turn from send to saved reply, as a stream of events."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from typing import TypeVar

from memory.engine import Memory, Turn, redact
from memory.errors import HarkenError, ModelError
from memory.ports import Delta, LanguageModel, ModelRequest
from memory.types import NO_PICKS, Injection, Message, Part, Picks, Standing, Status, Usage
from tui.chat import notices, pictures, prompt, retrying
from tui.chat.events import (
    Assembled,
    Committed,
    Failed,
    Finished,
    HoldsSecret,
    Notice,
    Reasoning,
    Recalled,
    Retrying,
    Text,
    TurnEvent,
    Waiting,
)
from tui.chat.filling import Filling, filling_of
from tui.chat.own import Own, own_of
from tui.chat.replies import QUIET_SECONDS, deltas
from tui.config import Config
from tui.config.personas import Found, no_personas
from tui.llm.vendors import THIS_COMPUTER

log = logging.getLogger(__name__)
T = TypeVar("T")

GetModel = Callable[[], Awaitable[LanguageModel]]
Events = AsyncGenerator[TurnEvent, None]


@dataclass(slots=True)
class _Progress:
    """What is known of the running reply beside its text, which the turn itself holds."""

    new: bool
    started: float = 0.0
    first_token_ms: float | None = None
    usage: Usage | None = None
    finish: str = ""
    settled: bool = False
    trouble: str = ""
    """Why the last attempt failed, while the next is waited for."""

    def heard(self, delta: Delta) -> None:
        if self.first_token_ms is None and (delta.text or delta.reasoning):
            self.first_token_ms = (time.monotonic() - self.started) * 1000
        self.usage = delta.usage or self.usage
        self.finish = delta.finish or self.finish


@dataclass(frozen=True, slots=True)
class TurnRunner:
    """Runs turns. It holds nothing of them; `config` gives the settings of now.

    `get_model` may take seconds (the user's message is safe before it is awaited) and may raise `ModelError`.
    """

    memory: Memory
    get_model: GetModel
    config: Callable[[], Config]
    quiet_seconds: float = QUIET_SECONDS
    patient: bool = False
    """Tries again by itself after a failure that may pass."""
    sleep: Callable[[float], Awaitable[object]] = asyncio.sleep
    personas: Callable[[str], Found] = no_personas

    async def run(
        self,
        conversation_id: str,
        parts: Sequence[Part] | str = (),
        *,
        again: bool = False,
        resume: bool = False,
        picks: Picks | None = None,
        instead_of: str = "",
        beside: str = "",
    ) -> Events:
        """Sends `parts`; or answers the last message `again`; or goes on with a half reply (`resume`).

        `picks` say what the user wants from memory in it. With `instead_of`, an earlier message of the user, `parts`
        begin a branch beside it. `beside` is a message of the user to answer once more, to compare: its reply stays.

        Read it inside `contextlib.aclosing`: closing it, or cancelling the task that reads it, ends the request at
        once and keeps what came. Raises `BadInput` or `NotFound` for what can't be sent, and `StoreError` where the
        message can't be stored; whatever fails later arrives as `Failed`.
        """
        progress = _Progress(new=not again and not resume and not beside)
        turn = await self._begin(conversation_id, parts, progress, again=again, instead_of=instead_of, beside=beside)
        try:
            async with aclosing(self._answer(turn, progress, picks or NO_PICKS)) as events:
                async for event in events:
                    yield event
        except HarkenError as error:
            yield await to_the_end(self._fail(turn, progress, error))
        finally:
            if not progress.settled:
                await to_the_end(self._stop(turn, progress))

    async def _begin(
        self,
        conversation_id: str,
        parts: Sequence[Part] | str,
        progress: _Progress,
        *,
        again: bool,
        instead_of: str,
        beside: str,
    ) -> Turn:
        if progress.new:
            starting = self.memory.begin(conversation_id, parts, instead_of=instead_of or None)
        elif beside:
            starting = self.memory.turns.beside(conversation_id, beside)
        elif again:
            starting = self.memory.turns.again(conversation_id)
        else:
            starting = self.memory.turns.resume(conversation_id)
        beginning = asyncio.ensure_future(starting)
        try:
            return await to_the_end(beginning)
        except asyncio.CancelledError:
            turn = beginning.result()  # where nothing is stored, that is what the caller has to know
            try:
                await to_the_end(self._stop(turn, progress))
            except HarkenError as error:
                log.warning("a turn that was stopped at its beginning is not finished: %s", error)
            raise

    async def _answer(self, turn: Turn, progress: _Progress, picks: Picks) -> Events:
        yield Committed(turn.user)
        if progress.new and turn.mode.keeps:
            _, kinds = await asyncio.to_thread(redact, prompt.message_text(turn.user))
            if kinds:
                yield HoldsSecret(turn.user.id, tuple(kinds))
        model = await self.get_model()
        turn.model = model.traits.name
        injection = await self.memory.recall(turn, model=model.traits, picks=picks)
        yield Recalled(injection)
        own = await self._own(turn)
        for notice in (*await self._notices(turn, model, injection), *map(Notice, own.troubles)):
            yield notice
        request, filling = await self._request(turn, model, injection, own)
        yield Assembled(filling)
        async with aclosing(self._attempts(turn, model, request, progress)) as events:
            async for event in events:
                yield event
        if not _grew(turn):
            raise notices.empty(turn.model, progress.finish)
        message = await to_the_end(self._keep(turn, progress))
        yield Finished(message, progress.usage, progress.first_token_ms or 0.0)

    async def _attempts(self, turn: Turn, model: LanguageModel, request: ModelRequest, progress: _Progress) -> Events:
        """The reply; while no word of it came, what may pass is waited for and tried again."""
        attempt = 0
        while True:
            attempt += 1
            try:
                async with aclosing(self._stream(turn, model, request, progress)) as events:
                    async for event in events:
                        yield event
                return
            except ModelError as error:
                left = retrying.wait_before(error, attempt) if self.patient and not _grew(turn) else None
                if left is None:
                    raise
                progress.trouble = str(error)
            while left > 0:
                yield Retrying(progress.trouble, left, attempt, retrying.MOST)
                await self.sleep(min(1.0, left))
                left -= 1.0
            progress.trouble = ""

    async def _stream(self, turn: Turn, model: LanguageModel, request: ModelRequest, progress: _Progress) -> Events:
        yield Waiting(turn.model, 0.0)
        progress.started = last = time.monotonic()
        async with aclosing(deltas(model, request, quiet_seconds=self.quiet_seconds)) as pieces:
            async for delta in pieces:
                if delta is None:
                    yield Waiting(turn.model, time.monotonic() - last)
                    continue
                last = time.monotonic()
                progress.heard(delta)
                before = turn.trouble
                turn.append(delta)
                if turn.trouble != before:
                    yield Notice(turn.trouble)
                if delta.reasoning:
                    yield Reasoning(delta.reasoning)
                if delta.text:
                    yield Text(delta.text)

    async def _notices(self, turn: Turn, model: LanguageModel, injection: Injection) -> list[Notice]:
        vendor = model.traits.vendor
        found = [Notice(turn.trouble)] if turn.trouble else []
        if await self.memory.talks.first_time_to(turn.conversation, vendor) and vendor != THIS_COMPUTER:
            standing = await self.memory.standing(turn.conversation) if injection.mode.injects else Standing()
            found.append(Notice(notices.new_vendor(vendor, injection, standing)))
        return found

    async def _own(self, turn: Turn) -> Own:
        talk = await self.memory.conversation(turn.conversation)
        return own_of(talk, await asyncio.to_thread(self.personas, talk.persona) if talk.persona else Found(None))

    async def _request(
        self, turn: Turn, model: LanguageModel, injection: Injection, own: Own
    ) -> tuple[ModelRequest, Filling]:
        standing = await self.memory.standing(turn.conversation)
        system = prompt.system_text(
            own.system or self.config().chat.system_prompt or model.traits.system_prompt or prompt.DEFAULT_SYSTEM,
            standing,
            injection.mode,
        )
        newest, seen = prompt.newest_text(turn.user, injection.block), pictures.of(turn.user)
        budget = prompt.window_budget(
            prompt.with_room(model.traits, own.parameters),
            self.config().working.budget_tokens,
            self.memory.count_tokens,
            system=system,
            newest=newest,
            prefix=turn.prefix,
            shown=len(seen),
        )
        window = await self.memory.turns.window(turn, budget_tokens=budget)
        messages = prompt.assemble(system=system, window=window, newest=newest, prefix=turn.prefix, seen=seen)
        context, count = model.traits.context_tokens, self.memory.count_tokens
        filling = filling_of(messages, standing, injection, context, count, own=own.line)
        return ModelRequest(messages, parameters=own.parameters), filling

    async def _keep(self, turn: Turn, progress: _Progress) -> Message:
        message = await self.memory.finish(
            turn, usage=progress.usage, note=notices.cut_short(progress.finish, turn.text)
        )
        progress.settled = True
        return message

    async def _fail(self, turn: Turn, progress: _Progress, error: HarkenError) -> Failed:
        """Keeps what came with the reason beside it; where nothing came, the text goes back to the user."""
        progress.settled = True
        given_back = prompt.message_text(turn.user) if progress.new and not _grew(turn) else ""
        try:
            if _grew(turn):
                message = await self.memory.finish(turn, Status.FAILED, note=error.line)
                return Failed(str(error), error.hint, message=message)
            if not await self._abandon(turn, progress, error.line):
                given_back = ""
        except HarkenError as second:
            return Failed(str(second), second.hint, given_back)
        return Failed(str(error), error.hint, given_back)

    async def _stop(self, turn: Turn, progress: _Progress) -> None:
        if progress.new or _grew(turn):
            await self.memory.finish(turn, Status.CANCELLED, usage=progress.usage, note=progress.trouble)
        else:
            await self._abandon(turn, progress, "cancelled")

    async def _abandon(self, turn: Turn, progress: _Progress, note: str) -> bool:
        """An unanswered message leaves the conversation: True; an older reply that was to be replaced just stays."""
        if progress.new:
            return await self.memory.turns.give_back(turn, note)
        self.memory.turns.drop(turn)
        return False


def _grew(turn: Turn) -> bool:
    """Whether the reply says anything: models send spaces before they fail, or nothing else at all."""
    return bool(turn.text[len(turn.prefix) :].strip() or turn.reasoning.strip())


async def to_the_end(work: Awaitable[T]) -> T:
    """Runs `work` to its end however often the caller is cancelled meanwhile, and only then lets the cancel through."""
    task = asyncio.ensure_future(work)
    cancelled: asyncio.CancelledError | None = None
    while not task.done():
        try:
            await asyncio.wait({task})
        except asyncio.CancelledError as error:
            cancelled = error
    if cancelled is not None:
        if failure := task.exception():
            log.warning("what was to be finished before the stop failed: %s", failure)
        raise cancelled
    return task.result()
