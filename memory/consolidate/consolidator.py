"""The passes over the memory: when they run, under a lease across windows, and what is told of them."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from typing import TypeVar

from memory.consolidate import changes, told
from memory.consolidate.plan import EVICT, Bounded, Operation, Plan, Rules, decide
from memory.consolidate.review import Findings, Reviewer, keep
from memory.consolidate.snapshot import look
from memory.distill.schedule import Schedule
from memory.errors import BadInput, HarkenError
from memory.loop import Loop
from memory.ports import Clock
from memory.settings import Settings
from memory.store import consolidations
from memory.store.lease import HeldElsewhere, Lease
from memory.store.store import Store
from memory.types import Consolidation, Event, Tidied, Undone

T = TypeVar("T")
log = logging.getLogger(__name__)
TIDYING = "Tidying memory"
LEASE = "consolidate"
LEASE_LENGTH = timedelta(minutes=10)
AFTER_START = timedelta(minutes=1)
RETRY = timedelta(hours=1)
AWAY = timedelta(days=30)
_PASS = 0


class Consolidator:
    """`start` makes it work by itself, while the chat is idle; the rest works without it too.

    `prune` lets the vector index drop what lost its document, `restored` is called when texts came back, and `reviewer`
    asks a model about the facts, where that is wished.
    """

    def __init__(
        self,
        store: Store,
        clock: Clock,
        settings: Callable[[], Settings],
        emit: Callable[[Event], None],
        *,
        prune: Callable[[], Awaitable[object]],
        restored: Callable[[], None],
        reviewer: Reviewer | None = None,
    ) -> None:
        self._store = store
        self._clock = clock
        self._settings = settings
        self._emit = emit
        self._prune = prune
        self._restored = restored
        self._reviewer = reviewer
        self._schedule = Schedule()
        self._lease = Lease(store, clock, LEASE, LEASE_LENGTH, "tidies the memory")
        self._not_before: datetime | None = None
        self._loop = Loop(
            "consolidator",
            due=self._round,
            failed=self._failed,
            waits=lambda: self._schedule.waits(self._clock.now()),
        )

    # What the program tells

    def start(self) -> None:
        """Works from now on; not at once, for a start has enough to do."""
        self._not_before = self._clock.now() + AFTER_START
        self._loop.start()

    async def stop(self) -> None:
        await self._loop.stop()

    def chat_busy(self, busy: bool) -> None:
        """While replies stream, and for some seconds after, no pass begins. One False for each True."""
        self._schedule.busy(busy, self._clock.now())
        self._loop.wake()

    def changed(self) -> None:
        """The settings are others."""
        self._loop.wake()

    # The work

    async def consolidate(self, *, dry_run: bool = False, review: bool = False) -> Consolidation:
        """One pass, now, or what it would do. HeldElsewhere while another window makes one.

        `review` asks a model about the facts, also where the settings do not wish it in every pass.
        """
        if dry_run:
            plan = await self._plan()
            found, waiting = await self._reviewed(plan, _evicted(plan.operations), review)
            shown = tuple(one.shown for one in (*plan.operations, *found.operations))
            return _result(shown, plan, found, waiting=plan.waiting + waiting, dry_run=True)
        return await self._alone(TIDYING, partial(self._pass, review))

    async def undo(self, *, dry_run: bool = False) -> Undone:
        """Takes the last pass back, row by row, or tells what that would do; what was changed since stays as it is."""
        if dry_run:
            return await self._store.read(_undoable)
        return await self._alone("Taking back what was tidied", self._undo)

    async def run_due(self) -> bool:
        """A pass, if it is time for one and the chat is idle; whether there was one."""
        await self._plan_next()
        if not self._schedule.ready(self._clock.now()):
            return False
        done = await self._alone(TIDYING, self._due_pass)
        if done is not None and done.changes:
            self._emit(Event("changed", f"Memory tidied: {told.summary(done.changes)}"))
        return done is not None

    async def _plan_next(self) -> None:
        """A pass is due so long after the last one; what lies in the future was noted by a clock that was wrong.

        Where nothing has come for long, none is due: nothing fades while the user is away, or the clock runs ahead.
        """
        now, last = self._clock.now(), await self._store.read(consolidations.last)
        every = timedelta(hours=self._settings().memory.consolidation_hours)
        due = now if last is None or last > now else last + every
        sign = await self._store.read(consolidations.last_sign)
        if sign is None or now - sign > AWAY:
            due = now + every
        if self._not_before is not None and self._not_before - now > RETRY:
            self._not_before = None
        self._schedule.plan(_PASS, max(due, self._not_before) if self._not_before else due)

    async def _round(self) -> None:
        try:
            await self.run_due()
            await self._plan_next()
        except HeldElsewhere:
            self._postpone(LEASE_LENGTH)

    async def _failed(self, why: str) -> None:
        self._postpone(RETRY)
        try:
            await self._store.write(partial(told.failed, why, self._clock.now()))
        except Exception:  # whatever it is, the work goes on and the user is told
            log.exception("that could not be noted")
        self._emit(Event("trouble", f"Tidying memory failed: {why}"))

    def _postpone(self, step: timedelta) -> None:
        self._not_before = self._clock.now() + step
        self._schedule.plan(_PASS, self._not_before)

    async def _alone(self, doing: str, work: Callable[[], Awaitable[T]]) -> T:
        """Runs `work` while no other window of the profile changes its memory in this way."""
        if self._store.read_only:
            raise BadInput("This profile is only read; nothing was changed", hint="Open it without incognito")
        async with self._lease.held():
            self._emit(Event("working", doing))
            try:
                return await work()
            finally:
                self._emit(Event("idle"))

    async def _due_pass(self) -> Consolidation | None:
        """The pass, unless another window made it meanwhile."""
        await self._plan_next()
        return await self._pass() if self._schedule.ready(self._clock.now()) else None

    async def _plan(self) -> Plan:
        settings = self._settings().memory
        retention = timedelta(days=settings.retention_days) if settings.retention_days else None
        rules = Rules(settings.salience_floor, retention, settings.categories)
        at = self._clock.now()
        return await asyncio.to_thread(decide, await look(self._store, at), rules, at)

    async def _pass(self, review: bool = False) -> Consolidation:
        started, at = time.perf_counter(), self._clock.now()
        plan = await self._plan()
        done, journal = await self._make(plan.operations, at)
        found, waiting = await self._reviewed(plan, _evicted(done), review)
        joined, _ = await self._make(found.operations, at, journal)
        if done or joined:
            await self._prune_index()
        await self._store.write(partial(keep, found, at))
        made = tuple(one.shown for one in (*done, *joined))
        skipped = len(plan.operations) + len(found.operations) - len(made)
        result = _result(made, plan, found, waiting=plan.waiting + waiting, skipped=skipped)
        await self._store.write(partial(told.finished, result, at, 1000 * (time.perf_counter() - started)))
        return result

    async def _reviewed(self, plan: Plan, evicted: int, asked: bool) -> tuple[Findings, int]:
        """What a model finds, within the bound that evictions share, and how much of it is left to later passes."""
        if self._reviewer is None or not (asked or self._settings().memory.review):
            return Findings(), 0
        found = await self._reviewer.review()
        bounded = Bounded()
        bounded.take(found.operations, plan.facts, evicted)
        return replace(found, operations=tuple(bounded.going)), bounded.waiting

    async def _make(
        self, operations: Sequence[Operation], at: datetime, journal: int | None = None
    ) -> tuple[list[Operation], int | None]:
        """Those that were done, and the pass they are noted in.

        A kill in between leaves whole changes, each with its entry in the journal.
        """
        left, done = list(operations), list[Operation]()
        while left:
            taken, made, journal = await self._store.write(partial(changes.make_some, left, journal, at))
            left, done = left[taken:], done + made
        return done, journal

    async def _undo(self) -> Undone:
        newest = await self._store.read(_newest)
        if newest is None:
            return Undone()
        number, made = newest
        undo = await self._store.write(partial(consolidations.begin, self._clock.now()))
        steps: list[Tidied] = []
        while some := await self._store.write(partial(changes.take_some_back, number, undo)):
            steps += some
        self._restored()
        result = _sorted(made, steps)
        await self._store.write(partial(told.undone, result, self._clock.now()))
        return result

    async def _prune_index(self) -> None:
        try:
            await self._prune()
        except HarkenError as error:
            log.warning("the index drops what was tidied away when it is next opened: %s", error)


def _result(
    changes: tuple[Tidied, ...], plan: Plan, found: Findings, *, waiting: int, skipped: int = 0, dry_run: bool = False
) -> Consolidation:
    return Consolidation(changes, plan.proposed, skipped, waiting, dry_run, found.for_the_user, found.remarks)


def _evicted(operations: Sequence[Operation]) -> int:
    return sum(one.action == EVICT for one in operations)


def _newest() -> tuple[int, datetime] | None:
    row = consolidations.newest()
    return None if row is None else (row.id, row.created_at)


def _undoable() -> Undone:
    newest = _newest()
    if newest is None:
        return Undone(dry_run=True)
    number, made = newest
    return replace(_sorted(made, [changes.judged(step) for step in consolidations.open_steps(number)]), dry_run=True)


def _sorted(made: datetime, steps: Sequence[Tidied]) -> Undone:
    return Undone(made, tuple(one for one in steps if not one.why), tuple(one for one in steps if one.why))
