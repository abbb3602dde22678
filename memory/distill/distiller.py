"""The background work of learning: decides when, one session at a time, and tells what came of it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path

from memory.counting import counted
from memory.distill.hooks import Hooks
from memory.distill.prompt import NO_HOOKS
from memory.distill.reconciling import asking
from memory.distill.run import CALL_SECONDS, Outcome, Worker
from memory.distill.schedule import Schedule
from memory.errors import HarkenError
from memory.loop import Loop
from memory.ports import Clock, LanguageModel, Nearby
from memory.settings import Settings
from memory.store import activity, learnt, signals
from memory.store.conversations import SESSION_GAP
from memory.store.lease import HeldElsewhere, Lease
from memory.store.signals import Waiting
from memory.store.store import Store
from memory.types import Activity, Event, News

log = logging.getLogger(__name__)
LEASE = "distil"
LEASE_LENGTH = timedelta(seconds=CALL_SECONDS + asking.CALL_SECONDS + 60)
NEW_TURNS = 6
"""A running session that was distilled before waits for so many new turns, or for its end."""
RETRY = timedelta(minutes=1)


class Distiller:
    """Signals to memories. Only `start` makes it work by itself; `run_due`, `sync` and `stop` work without it too.

    The functions it is given are asked anew for each run, so a new model or setting counts at once. `prompts` is a
    folder whose `distil.md` and `reconcile.md` take the place of ours; without `nearby` facts are compared by words.
    """

    def __init__(
        self,
        store: Store,
        clock: Clock,
        settings: Callable[[], Settings],
        model: Callable[[], LanguageModel | None],
        emit: Callable[[Event], None],
        *,
        prompts: Path | None = None,
        hooks: Hooks = NO_HOOKS,
        nearby: Nearby | None = None,
    ) -> None:
        self._store = store
        self._clock = clock
        self._settings = settings
        self._emit = emit
        self._worker = Worker(store, clock, settings, model, prompts, hooks, nearby)
        self._schedule = Schedule()
        self._lease = Lease(store, clock, LEASE, LEASE_LENGTH, "learns")
        self._recheck = False
        self._loop = Loop(
            "distiller",
            due=self.run_due,
            failed=self._failed,
            waits=lambda: self._schedule.waits(self._clock.now()),
        )

    # What the program tells

    async def start(self) -> None:
        """Takes up what earlier runs left behind and works from now on."""
        await self._plan_all()
        self._loop.start()

    async def stop(self, deadline_s: float = 5.0) -> None:
        """Ends the work. What is due by now or after its quiet is distilled within the deadline; the rest waits."""
        await self._loop.stop()
        if deadline_s > 0 and not self._manual:
            try:
                async with asyncio.timeout(deadline_s):
                    await self._run_all(self._schedule.planned())
            except TimeoutError:
                log.info("stopped before all was distilled; the rest waits for the next start")
            except HarkenError as error:
                log.warning("the last distillation failed: %s", error)

    async def turn_finished(self, conversation: int) -> None:
        """A turn of the conversation left its signal: its session is due after the quiet time."""
        if self._manual:
            await self._tell_waiting()
            return
        quiet = timedelta(seconds=self._settings().memory.debounce_seconds)
        for waiting in await self._waiting(conversation):
            fresh = not waiting.distilled or waiting.turns >= NEW_TURNS
            self._schedule.plan(waiting.session, self._clock.now() + (quiet if fresh else SESSION_GAP))
        self._loop.wake()

    async def leave(self, conversation: int) -> None:
        """The user left the conversation: what waits of it is due now."""
        if not self._manual:
            for waiting in await self._waiting(conversation):
                self._schedule.hasten(waiting.session, self._clock.now())
            self._loop.wake()

    def chat_busy(self, busy: bool) -> None:
        """While replies stream, and for some seconds after, nothing is distilled. One False for each True."""
        self._schedule.busy(busy, self._clock.now())
        self._loop.wake()

    def changed(self) -> None:
        """A new model or new settings: what waited for them is due."""
        self._recheck = True
        self._loop.wake()

    # The work

    async def run_due(self) -> list[Activity]:
        """Distils all sessions that are due at this moment; where all is left to `sync`, none is."""
        if self._manual:
            self._schedule.clear()
        if self._recheck:
            self._recheck = False
            await self._plan_all()
        return await self._run_all(self._schedule.ready(self._clock.now()))

    async def sync(self, imported: int = 0) -> list[Activity]:
        """Distils all that waits, now; also what was given up after too many failures.

        Of what came from another program the newest `imported` sessions are among it.
        """
        await self._store.write(signals.revive)
        await self._store.write(lambda: signals.take_imported(imported))
        return await self._run_all([one.session for one in await self._store.read(signals.waiting)])

    async def _failed(self, why: str) -> None:
        now = self._clock.now()
        for session in self._schedule.ready(now):
            self._schedule.plan(session, now + RETRY)
        noted = partial(activity.log_run, "distil", "error", at=now, detail=why)
        try:
            await self._store.write(noted, recalled=False)
        except HarkenError as error:  # the same that learning met, perhaps
            log.warning("the log of background work lacks that learning failed: %s", error)
        self._emit(Event("trouble", f"Learning failed: {why}"))

    async def _run_all(self, sessions: list[int]) -> list[Activity]:
        if not sessions:
            return []
        done, left = list[Activity](), list(sessions)
        try:
            async with self._lease.held():
                self._emit(Event("working", "Learning from the chat"))
                try:
                    while left:
                        await self._lease.renew()  # a call can take its whole length
                        await self._session(left[0], done)
                        del left[0]
                finally:
                    self._emit(Event("idle"))
        except HeldElsewhere as error:
            return [*done, self._elsewhere(left, error.until)]
        await self._tell_waiting()
        return done

    def _elsewhere(self, sessions: list[int], until: datetime) -> Activity:
        for session in sessions:
            self._schedule.plan(session, until)
        return Activity(self._clock.now(), "distil", "skipped", "another window is learning just now")

    async def _session(self, session: int, done: list[Activity]) -> None:
        """Learns from one session and notes it in `done`; what breaks off stays planned as it was."""
        due = self._schedule.take(session)
        try:
            await self._windows(session, done)
        except BaseException:
            if due is not None:
                self._schedule.hasten(session, due)
            raise

    async def _windows(self, session: int, done: list[Activity]) -> None:
        """All waiting windows of one session, one call each."""
        while outcome := await self._worker.run(session):
            done.append(outcome.activity)
            await self._tell(outcome)
            if outcome.retry is not None:
                self._schedule.plan(session, self._clock.now() + outcome.retry)
            if not outcome.again:
                break
            await self._lease.renew()

    async def _plan_all(self) -> None:
        if not self._manual:
            now = self._clock.now()
            for waiting in await self._waiting():
                self._schedule.hasten(waiting.session, now)

    @property
    def _manual(self) -> bool:
        return self._settings().memory.learn == "manual"

    async def _waiting(self, conversation: int | None = None) -> list[Waiting]:
        """The sessions with something to do; what the rules have read already waits on for a model that takes it."""
        waiting = await self._store.read(partial(signals.waiting, conversation))
        return [one for one in waiting if not one.extracted or not self._worker.refusal(one.told)]

    # What the program is told

    async def _tell(self, outcome: Outcome) -> None:
        run = outcome.activity
        news = await self._store.read(partial(learnt.news, int(run.id))) if run.id else News()
        if news.line:
            self._emit(Event("learned", news.line, run.learned))
        if run.outcome in ("error", "dead_letter"):
            log.warning("learning failed: %s", run.detail)
            self._emit(Event("trouble", f"Learning failed: {run.detail}"))

    async def waits(self) -> str:
        """How much waits, in any window, as a line; "" for nothing that the user could do something about."""
        model = self._worker.model()
        if model is not None and not model.traits.distils and not self._manual:
            return ""  # They wait until there is a larger model.
        turns = await self._store.read(signals.count)
        return f"{counted(turns, 'turn')} to learn from" if turns else ""

    async def _tell_waiting(self) -> None:
        if line := await self.waits():
            self._emit(Event("waiting", line))
