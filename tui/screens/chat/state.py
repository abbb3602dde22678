"""What the list of conversations and the status bar show, kept up to date from the memory."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING

from textual.timer import Timer

from memory.errors import HarkenError, NotFound, StoreGone
from memory.types import Found
from tui.widgets.status_bar import Status

if TYPE_CHECKING:
    from memory.engine import Memory
    from memory.ports import Clock
    from memory.types import Conversation, Event
    from tui.screens.chat.screen import ChatScreen
    from tui.screens.chat.session import Session

CONFIRM_SECONDS = 4.0
CHANGED_SECONDS = 12.0
"""What the background has done is read more slowly than what one has just done oneself."""
LOOK_SECONDS = 1.0
"""So often it is looked whether another window has stored something."""

GROUPS = ("state", "conversations")
"""Readings that run beside each other."""
Reading = Callable[["Session"], Awaitable[None]]


class State:
    """What was read last; `refresh` reads anew in the background."""

    def __init__(self, chat: ChatScreen, *, profile: str, mode: str, clock: Clock) -> None:
        self._chat = chat
        self._profile = profile
        self._mode = mode
        self._project = ""
        self._persona = ""
        self._clock = clock
        self._session: Session | None = None
        self._news = ""
        self._waits = False
        """The news say how much waits to be learnt from, which another window may do."""
        self.learnt = ""
        """How much was learnt that the user has not looked at yet, in a line."""
        self.locked = ""
        self.held = ""
        self._gone: StoreGone | None = None
        """Why nothing can be stored until the profile's folder is back."""
        self._trouble = ""
        self._confirmed = ""
        self._confirming: Timer | None = None
        self._standing_troubles: frozenset[str] = frozenset()
        self._version = -1
        self.broken = False

    def ready(self, session: Session) -> None:
        self._session = session
        self._chat.guarded(self._follow_news(session))
        self._chat.guarded(self._follow_store(session))
        self.refresh()

    def close(self) -> None:
        self._session = None
        for group in GROUPS:
            self._chat.workers.cancel_group(self._chat, group)

    def refresh(self) -> None:
        self._chat.draw_status()
        self._begin(self._read, "state")

    def refresh_conversations(self) -> None:
        """The list alone, for what is searched for now."""
        self._begin(self._read_conversations, "conversations")

    def _begin(self, reading: Reading, group: str) -> None:
        """Many wishes in a row are one reading: each makes the one before it void."""
        if self._session is not None:
            job: Callable[[], Awaitable[None]] = partial(self._tried, reading, self._session)
            self._chat.run_worker(job, group=group, exclusive=True)

    async def _tried(self, reading: Reading, session: Session) -> None:
        try:
            await reading(session)
        except StoreGone as error:
            self._say_gone(error)
        except HarkenError as error:
            self.trouble(error.line)

    def trouble(self, line: str) -> None:
        self._trouble = line
        self._chat.draw_status()

    def solved(self, line: str) -> None:
        """What was told as trouble is none any more."""
        if line and self._trouble == line:
            self.trouble("")

    def tell(self, line: str) -> None:
        self._news = line
        self._chat.draw_status()

    def confirm(self, line: str, seconds: float = CONFIRM_SECONDS) -> None:
        """Says for a moment that something was done; then the news stand there again."""
        if self._confirming is not None:
            self._confirming.stop()
        self._confirming = self._chat.set_timer(seconds, partial(self._say_done, ""))
        self._say_done(line)

    def _say_done(self, line: str) -> None:
        self._confirmed = line
        self._chat.draw_status()

    def status(self) -> Status:
        models = self._session.models if self._session else None
        used, window = self._chat.talk.used_tokens, models.window if models else None
        return Status(
            model=models.name if models else "",
            profile=self._profile,
            mode="" if self.broken else self._mode,
            project=self._project,
            persona=self._persona,
            context=used / window if used is not None and window else None,
            news=self._confirmed or self._going_on(),
            trouble=self._gone.line if self._gone else "" if self._confirmed else self._in_trouble(),
        )

    def _in_trouble(self) -> str:
        return "memory is not open" if self.broken else self._trouble or self.held

    def _going_on(self) -> str:
        """A reply that runs goes before the background, which waits for it."""
        if self._chat.talk.running:
            return f"replying, {self._chat.key('chat.stop')} stops"
        return self._news if self._session or self._news else "opening memory"

    async def _read(self, session: Session) -> None:
        await self._read_conversations(session)
        memory, current = session.memory, self._chat.talk.conversation
        conversation = await self._shown(memory, current)
        standing = await memory.standing(None if conversation is None else conversation.id)
        self._chat.recall.zone = session.context(current).zone
        self._chat.recall.show_standing(standing)
        self._forget_solved(frozenset(standing.troubles))
        self._mode = memory.talks.mode if conversation is None else memory.talks.mode_of(conversation)
        self._project = await memory.partitions.begins_in() if conversation is None else conversation.project
        self._persona = "" if conversation is None else conversation.persona
        self.learnt = (await memory.learnt.news()).line
        self._chat.draw_status()

    async def _read_conversations(self, session: Session) -> None:
        memory, panel = session.memory, self._chat.conversations
        words = panel.words
        found = await memory.talks.find(words) if words else [Found(one) for one in await memory.conversations()]
        if words == panel.words:
            panel.show(found, current=self._chat.talk.conversation, now=self._clock.now().astimezone())

    async def _shown(self, memory: Memory, current: str | None) -> Conversation | None:
        """None before the first message, and where another has not yet taken the place of one that was erased."""
        try:
            return None if current is None else await memory.conversation(current)
        except NotFound:
            return None

    def _forget_solved(self, troubles: frozenset[str]) -> None:
        """What was wrong with the user's files, or too long in them, is said until it is put right."""
        if self._trouble in self._standing_troubles - troubles:
            self._trouble = ""
        self._standing_troubles = troubles

    async def _follow_store(self, session: Session) -> None:
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            await self._tried(self._look_around, session)

    async def _look_around(self, session: Session) -> None:
        """Shows what has changed in any window: what was said, learnt or forgotten. One number says whether any has."""
        memory = session.memory
        version = await memory.version()
        if self._gone is not None:
            self._say_back(self._gone)
        elif version == self._version:
            return
        forgotten = await memory.erasing.done_elsewhere()
        if forgotten:
            self._chat.guarded(self._chat.talk.forget_shown())
        await self._chat.renew_dialogs(forgotten=forgotten)
        if self._waits:
            waits = await memory.waits()
            self._news, self._waits = waits, bool(waits)
        self.refresh()
        if not forgotten and await self._chat.talk.catch_up():  # what was forgotten is drawn anew first
            self._version = version

    def _say_gone(self, error: StoreGone) -> None:
        self._gone = error
        self._chat.draw_status()

    def _say_back(self, gone: StoreGone) -> None:
        """What failed because of it is no trouble any more, and what could not be kept is kept now."""
        self._gone = None
        self._chat.keep_unsent()
        if str(gone) in self._trouble:
            self._trouble = ""

    def seen(self) -> None:
        """The user goes on: the line about what was learnt has been read."""
        if self._session is not None and self.learnt:
            self._chat.guarded(self._look(self._session))

    async def _look(self, session: Session) -> None:
        await session.memory.learnt.looked()
        self.refresh()

    async def _follow_news(self, session: Session) -> None:
        async for event in session.memory.events():
            self._hear(event)

    def _hear(self, event: Event) -> None:
        self._waits = event.kind == "waiting" or (self._waits and event.kind not in ("idle", "learned", "working"))
        if event.kind == "trouble":
            self._trouble = event.text
        elif event.kind == "locked":
            self.locked = event.text
        elif event.kind == "changed" and event.text:
            self.confirm(event.text, CHANGED_SECONDS)
        elif event.kind in ("idle", "learned"):
            self._news = "" if event.kind == "learned" else event.text
        else:
            self._news = event.text or event.kind
            if event.kind == "working":
                self._trouble = ""
        self.refresh() if event.kind in ("changed", "learned", "identity") else self._chat.draw_status()
