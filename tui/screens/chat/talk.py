"""The conversation on the screen: what is sent waits its turn, one turn runs, and its end is drawn."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING

from textual.screen import Screen
from textual.worker import Worker

from memory.counting import counted
from memory.errors import HarkenError
from memory.types import Message, Role
from tui.chat.busy import StillWriting
from tui.chat.export import title_of
from tui.messages import ReplyDone
from tui.screens.chat.outbox import Job, Outbox
from tui.screens.chat.session import Session
from tui.screens.chat.unanswered import Offer
from tui.screens.chat.unsent import NEW, Unsent
from tui.widgets.composer.composer import Composer
from tui.widgets.composer.drafts import Draft
from tui.widgets.recall.panel import RecallPanel
from tui.widgets.transcript.note import Note
from tui.widgets.transcript.transcript import Transcript

if TYPE_CHECKING:
    from memory.engine import Memory
    from memory.types import Conversation, Stand
    from tui.chat.events import Failed
    from tui.screens.chat.live import LiveTurn

GROUP = "turn"
ERASED = "This conversation was erased in another window"
DELETED = "This conversation was deleted in another window; /delete undo brings it back"


@dataclass(frozen=True, slots=True)
class Regions:
    """The widgets a conversation is drawn on."""

    transcript: Transcript
    composer: Composer
    recall: RecallPanel
    unsent: Unsent


class Talk:
    """`conversation` is None until the first message: an empty conversation is not stored.

    `changed` is called when anything a list or a status bar shows may have changed, `warn` with what happened out of
    sight.
    """

    def __init__(
        self, screen: Screen[None], regions: Regions, changed: Callable[[], None], warn: Callable[[str], None]
    ) -> None:
        self._screen = screen
        self._on = regions
        self._changed = changed
        self._warn = warn
        self.outbox = Outbox(regions.composer, regions.unsent.sent, changed)
        self._begun = False
        self._sending = False
        self._worker: Worker[None] | None = None
        self._live: LiveTurn | None = None
        self._idle = asyncio.Event()
        self._idle.set()
        self._showing = asyncio.Lock()
        self.session: Session | None = None
        self.conversation: str | None = None
        self.opened = 0
        """How often another conversation was opened."""
        self.used_tokens: int | None = None
        self._stored = False
        self._stand: Stand | None = None
        self._refusal: Note | None = None
        self._offer = Offer(regions.transcript)

    @property
    def running(self) -> bool:
        return self._worker is not None

    async def ready(self, session: Session, conversation: str | None) -> None:
        """Memory is open: `conversation` is shown, and what was sent so far may go."""
        async with self._shown_first():
            self.session = session
            try:
                if conversation is not None:
                    await self._show(session, conversation)
            finally:
                await self._show_draft(session)

    @asynccontextmanager
    async def _shown_first(self) -> AsyncIterator[None]:
        """Nothing begins before the conversation is shown that it is for."""
        try:
            async with self._showing:
                yield
        finally:
            self._next()

    def ask(self, job: Job) -> None:
        """Raises StillWriting for another answer while one is being written."""
        if self.running and (job.again or job.resume):
            raise StillWriting
        self.outbox.add(job)
        self._next()
        if self.outbox.holds(job):
            self._on.unsent.sent()

    def step_back(self) -> bool:
        """Ends the running reply at once and holds what waits behind it; with nothing running, drops what is held.

        Returns whether there was anything to do.
        """
        if self.running:
            self.outbox.hold_all()
            return self._end_running()
        return self.outbox.drop_held() or self.stop()

    def release(self) -> None:
        """Sends what was held."""
        self.outbox.release()
        self._next()

    def stop(self) -> bool:
        """Ends the running reply at once and hands back what waits behind it. Returns whether anything ran."""
        self.outbox.hand_back_all()
        return self._end_running()

    def _end_running(self) -> bool:
        if self._worker is None:
            return False
        if self._live is not None:
            self._live.mark_stopped()
        self._worker.cancel()
        if not self._begun:  # a worker that is cancelled before its first step never runs
            job = self.outbox.current
            self._ended()
            if job is not None:
                self.outbox.not_begun(job)
        return True

    async def settle(self) -> None:
        """Stops, and waits until what came is stored and drawn."""
        self.stop()
        await self._idle.wait()

    def hold(self) -> None:
        """Nothing that was sent begins any more: the program ends."""
        self.outbox.closing = True

    async def close(self) -> None:
        """Ends what runs, and nothing more can be sent; what was sent and did not begin is held, as unsent text."""
        self.hold()
        if self.session is not None:
            self.session.memory.hurry()
        self._end_running()
        await self._idle.wait()
        self.session = None
        self.outbox.hold_all()

    async def open(self, conversation: str | None) -> None:
        """Shows a stored conversation, or an empty screen. Raises NotFound where there is none."""
        if self.session is None:
            return
        self.opened += 1
        async with self._shown_first():
            stopped, waited = self.running, len(self.outbox.waiting) + len(self.outbox.held)
            await self.settle()
            left = self.conversation
            await self._show(self.session, conversation)
            if left and left != conversation:
                if stopped:
                    self._warn(_stopped_line(await self.session.memory.conversation(left), waited))
                await self.session.memory.talks.leave(left)

    async def follow(self, message: str) -> None:
        """Shows the branch of a message. Not while a reply is written, which would draw into another branch."""
        if self.session is None or self.conversation is None:
            return
        if self.running or not self.outbox.is_empty:
            raise StillWriting
        async with self._shown_first():
            await self.session.memory.talks.follow(self.conversation, message)
            await self._show(self.session, self.conversation)
            await self._on.transcript.point_to(message)

    async def show_again(self) -> None:
        """Draws the conversation as it is stored now, without the notes between; while a reply grows, only what stands
        above it."""
        async with self._shown_first():
            if self.session is not None and self.conversation is not None and self.running:
                await self._renew(self.session.memory, self.conversation)
            await self._idle.wait()
            if self.session is not None:
                await self._show_stored(self.session)

    async def _renew(self, memory: Memory, conversation: str) -> None:
        """While a reply grows; one whose conversation was erased ends, for nobody will ask for it."""
        if await memory.talks.stand(conversation) is None:
            await self.settle()
            return
        await self._on.transcript.renew(await memory.messages(conversation))
        if asked := self._on.transcript.latest(_is_asked):
            self._on.recall.show(await memory.why(asked.id))

    async def catch_up(self) -> bool:
        """Draws what another window has said in the conversation; False while something here comes first."""
        if self.session is None or self.conversation is None:
            return True
        if self.running or not self.outbox.is_empty or self._showing.locked():
            return False
        async with self._shown_first():
            memory, conversation = self.session.memory, self.conversation
            stand = await memory.talks.stand(conversation)
            if self._lost(stand):
                await self._show_stored(self.session)
            elif stand != self._stand:
                self._stand = stand
                await self._catch_up(memory, await memory.messages(conversation))
        return True

    async def _catch_up(self, memory: Memory, messages: Sequence[Message]) -> None:
        known, drawn = self._on.transcript.latest(_is_asked), self._on.transcript.drawn
        asked_there = [one for one in messages if _is_asked(one) and one.id not in drawn]
        self._on.composer.also_remember(Draft.again(one.parts) for one in asked_there)
        await self._offer.withdraw()
        await self._on.transcript.catch_up(messages)
        await self._offer.look(memory, messages)
        self.used_tokens = _used(messages)
        asked = self._on.transcript.latest(_is_asked)
        if asked is not None and (known is None or known.id != asked.id):
            self._on.recall.show(await memory.why(asked.id))
        self._changed()

    async def forget_shown(self) -> None:
        """Another window has forgotten something: what is drawn, and what Up offers, may say it still."""
        self._on.composer.remember(())
        await self.show_again()

    async def _show_stored(self, session: Session) -> None:
        """The conversation as it is stored now; where another window took it away a new one, with what is unsent."""
        conversation = self.conversation
        why = self._lost(await session.memory.talks.stand(conversation)) if conversation else ""
        if not why:
            await self._show(session, conversation)
            return
        self.conversation, self._stored = None, False
        self._on.composer.free_edit()
        await self._show_draft(session, carry=True)
        await self._show(session, None)
        await self._on.transcript.add_note(why)

    def _lost(self, stand: Stand | None) -> str:
        """Why the conversation is there no more, "" where it is; one that was opened though it is deleted stays."""
        if stand is None:
            return ERASED
        opened = self._stand is not None and self._stand.deleted
        return DELETED if stand.deleted and not opened else ""

    async def _show(self, session: Session, conversation: str | None) -> None:
        memory = session.memory
        self._stand = await memory.talks.stand(conversation) if conversation else None
        messages = await self._messages(memory, conversation)
        self.conversation = conversation
        self._stored = bool(messages)
        await self._show_draft(session)
        self.used_tokens = _used(messages)
        await self._on.transcript.show(messages)
        await self._offer.look(memory, messages)
        asked = [message for message in messages if message.role is Role.USER]
        self._on.composer.remember(Draft.again(message.parts) for message in asked)
        self._on.recall.show(await memory.why(asked[-1].id) if asked else None)
        self._changed()

    async def _show_draft(self, session: Session, *, carry: bool = False) -> None:
        """The composer belongs to the conversation shown; one without a message may not be there at the next start."""
        memory, place = session.memory, self.conversation
        mode = memory.talks.mode if place is None else memory.talks.mode_of(await memory.conversation(place))
        shared = not self._stored and mode.keeps
        await self._on.unsent.show(NEW if place is None or shared else place, kept=mode.keeps, carry=carry)

    async def _messages(self, memory: Memory, conversation: str | None) -> list[Message]:
        """Those of the conversation; the next one begins in the same project."""
        if conversation is None:
            return []
        await memory.partitions.begin_in((await memory.conversation(conversation)).project)
        return await memory.messages(conversation)

    def _next(self) -> None:
        free = self._worker is None and not self._showing.locked()
        if free and self.session is not None and (job := self.outbox.begin()):
            self._idle.clear()
            self._begun = self._sending = False
            self._worker = self._screen.run_worker(partial(self._run, self.session, job), group=GROUP)
        self._changed()

    async def _run(self, session: Session, job: Job) -> None:
        """One turn from send to drawn end. Being cancelled is one of its ends: the runner has stored what came."""
        from tui.screens.chat.live import LiveTurn

        self._begun = True
        self._live = live = LiveTurn(self._on.transcript, self._on.recall, job.parts, resume=job.resume)
        live.instead_of = job.instead_of
        live.committed = partial(self._committed, session)
        try:
            await self._turn(session, job, live)
        except asyncio.CancelledError:
            if not self._sending:
                await self._withdraw(session, job, live)
                self.outbox.not_begun(job)
            elif not self._screen.is_running:
                raise
            else:
                if self.outbox.current is not None:  # it was stored while it was stopped
                    await self._committed(session)
                await self._draw_stopped(session, live)
        except HarkenError as error:
            await self._withdraw(session, job, live)
            await self._draw_refused(job, error.line, given_back=self.outbox.current is not None)
        finally:
            self._ended()
        self._next()

    async def _withdraw(self, session: Session, job: Job, live: LiveTurn) -> None:
        """Memory did not get it: what it was to stand beside is there again."""
        await live.withdraw()
        if job.instead_of and self._screen.is_running:
            await self._show_stored(session)

    async def _committed(self, session: Session) -> None:
        """Memory has the message: its draft may go."""
        self.outbox.current = None
        self._stored = True
        await self._show_draft(session, carry=True)
        await self._on.unsent.save()

    def _ended(self) -> None:
        self._live = self._worker = self.outbox.current = None
        self._idle.set()

    async def _turn(self, session: Session, job: Job, live: LiveTurn) -> None:
        if job.is_next and self.conversation is not None:
            stand = await session.memory.talks.stand(self.conversation)
            if self._lost(stand):
                await self._show_stored(session)
        if self._refusal is not None:
            await self._on.transcript.drop_note(self._refusal)
        await self._offer.withdraw()
        await live.show_sent()
        if self.conversation is None:
            self.conversation = (await session.memory.new_conversation(model=session.models.name)).id
        self._sending, started = True, monotonic()
        turn = session.runner.run(
            self.conversation,
            job.parts,
            again=job.again,
            resume=job.resume,
            picks=job.picks,
            instead_of=job.instead_of,
        )
        async with aclosing(turn) as events:
            await live.play(events)
        self._screen.post_message(ReplyDone(monotonic() - started))
        if live.failed is not None:
            if (job.instead_of or not live.failed.given_back) and live.failed.message is None:
                await self._show_stored(session)
            said = live.failed.message is not None  # a reply that broke off says why itself
            reason = "" if said else _reason(live.failed)
            await self._draw_refused(job, reason, given_back=bool(live.failed.given_back))
        elif live.finished is not None:
            self.used_tokens = _tokens(live.finished.message) or self.used_tokens
            if live.finished.message.note:  # it was cut short: the user may want to go on with it first
                self.outbox.hold_all()

    async def _draw_stopped(self, session: Session, live: LiveTurn) -> None:
        messages = await session.memory.messages(self.conversation) if self.conversation else []
        if not (messages and messages[-1].role is Role.ASSISTANT and await live.stopped(messages[-1])):
            await self._show_stored(session)

    async def _draw_refused(self, job: Job, reason: str, *, given_back: bool = True) -> None:
        """Says why; what was not answered goes back into the composer, and what waited behind it is held."""
        if reason:
            self._refusal = await self._on.transcript.add_note(reason, "error")
        self.outbox.refused()
        if given_back:
            self.outbox.hand_back(job)
        await self._on.unsent.save()


def _is_asked(message: Message) -> bool:
    return message.role is Role.USER


def _stopped_line(left: Conversation, waited: int) -> str:
    """What was left behind in a conversation where a reply was being written."""
    waits = f"; {counted(waited, 'message')} you sent after it {'waits' if waited == 1 else 'wait'} there, unsent"
    return f"The reply in {title_of(left)} was stopped{waits if waited else ''}"


def _reason(failed: Failed) -> str:
    return f"{failed.line}. {failed.hint}" if failed.hint else failed.line


def _used(messages: Sequence[Message]) -> int | None:
    """By the last message that knows: a reply that was stopped does not."""
    known = (_tokens(message) for message in reversed(messages))
    return next((tokens for tokens in known if tokens is not None), None)


def _tokens(message: Message) -> int | None:
    usage = message.usage
    return usage.prompt_tokens + usage.completion_tokens if usage else None
