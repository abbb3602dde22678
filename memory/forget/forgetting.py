"""Forgetting: a preview of everything that would go, then its removal down to the bytes. There is no undo."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

from memory.counting import counted
from memory.errors import BadInput, HarkenError
from memory.forget import plan as planning
from memory.forget.exports import Exports
from memory.forget.files import Journals, UserFile, WindowFiles, outside
from memory.forget.matching import saying
from memory.forget.memories import Episodes, Facts, Graph, IdentityMirror, PartitionNames
from memory.forget.receipts import Receipts
from memory.forget.traces import Documents, Ledger, Log, Undo
from memory.forget.transcript import Replies, SystemPrompts, Titles, Turns
from memory.ports import Clock, Erasable, UserTexts
from memory.store import ids, receipts, scrub, tombstones, vectors
from memory.store.store import Store
from memory.text.normal import fold
from memory.types import ForgetPlan, ForgetReport, Forgettable, Kind, Record, Trace

log = logging.getLogger(__name__)

UNREAD = "it can't be read"
ROWS: tuple[Erasable, ...] = (
    Titles(), SystemPrompts(), Ledger(), Turns(), Replies(), Facts(), Episodes(), IdentityMirror(), Graph(),
    PartitionNames(), Log(), Undo(), Documents(),
)  # fmt: skip
"""The places of the database. Titles are compared with messages and the ledger with items before those go; the search
documents come last."""


class Forgetting:
    """`files` are the places outside the database, `prune` lets the vector index drop what lost its document.

    `folder` is the profile's: receipts count all its files.
    """

    def __init__(
        self,
        store: Store,
        clock: Clock,
        *,
        folder: Path | None = None,
        files: Sequence[Erasable] = (),
        exports: Exports | None = None,
        prune: Callable[[], Awaitable[object]] | None = None,
    ) -> None:
        self._store = store
        self._clock = clock
        self._files = tuple(files)
        self._registered: list[Erasable] = []
        self._exports = exports
        self._prune = prune
        self._known = (0, 0)
        self.receipts = Receipts(store, clock, folder, exports, self._users_texts)

    def register(self, place: Erasable) -> None:
        """A place of the program that keeps text. It is called on the event loop."""
        self._registered.append(place)

    @property
    def registered(self) -> Sequence[Erasable]:
        """The places of the program."""
        return tuple(self._registered)

    async def plan(self, query: Forgettable, *, with_turns: bool = False) -> ForgetPlan:
        """What forgetting `query` would take; nothing is changed.

        NotFound for what there is not, BadInput for words that say nothing and a span without time. A message named by
        its id goes with its reply, other messages of the user only `with_turns`.
        """
        found = await self._find(query, with_turns)
        traces = (*await self.traces(found, found.rows(ROWS)), *found.copied)
        exports = await self._exported(found)
        return ForgetPlan(query, found.targets, traces, with_turns, exports, _staying(found))

    async def traces(self, found: planning.Found, rows: Sequence[Erasable]) -> list[Trace]:
        """Where it stands: in the database as `rows` see it, in files, in the program."""
        told = await self._store.read(lambda: _told(rows, found))
        told += await outside(lambda: _told(self._files, found))
        return told + _told(self._registered, found)

    async def learnt_from(self, conversation: int) -> list[Record]:
        """The facts that rest on a conversation alone. NotFound where there is none."""
        return await self._store.read(lambda: planning.learnt_from(conversation))

    async def forget(self, plan: ForgetPlan, *, with_exports: bool = False) -> ForgetReport:
        """Erases everything that `plan.query` finds now, `with_exports` also exported files that say it."""
        self.check_writable()
        if plan.empty:
            return ForgetReport(())
        found = await self._find(plan.query, plan.with_turns)
        return await self.erase(
            found, plan.query, with_turns=plan.with_turns, with_exports=with_exports, rows=found.rows(ROWS)
        )

    def check_writable(self) -> None:
        if self._store.read_only:
            raise BadInput("This profile is only read; nothing was forgotten", hint="Forget in an open profile")

    async def erase(
        self,
        found: planning.Found,
        query: Forgettable | None,
        *,
        with_turns: bool,
        with_exports: bool = False,
        rows: Sequence[Erasable],
    ) -> ForgetReport:
        """Erases what was found, down to the bytes; `rows` are the places of the database, `query` is for the receipt,
        None for a redaction.

        Files go first: their text could not be found again once the database has only hashes of it.
        """
        await self.finish_left()
        number = await self.receipts.begin(query, found, with_turns)
        try:
            erased = await outside(lambda: _erased(self._files, found))
            erased += _erased(self._registered, found)
            deleted, exports = await self._erase_exports(found, with_exports)
            erased += deleted
            erased += await self._store.write(lambda: self._erase_rows(found, rows, number), durable=True)
            self._known = (number, self._known[1])
        except HarkenError:
            await self.receipts.break_off(number)
            raise
        done = await self._store.outside_transaction(scrub.scrub)
        await self.prune_index()
        left = tuple(trace for trace in erased if trace.left)
        gone = [trace for trace in erased if not trace.left]
        gone += await self._left_behind(found, rows, without=left)
        pending = not done or await self._windows_wait()
        await self.receipts.finish(number, pending=pending, left=_places(left))
        return ForgetReport(tuple(gone), pending, exports, receipts.show(number), left)

    async def finish_pending(self) -> bool:
        """At start: removes what other windows kept alive last time. True when nothing of it is left."""
        if self._store.read_only:
            return True
        if not any(self._known):
            self._known = await self._store.read(receipts.last_erased)
        for place in self._in_windows:
            await outside(place.heed)
        kept = await self._store.read(scrub.pending) and not await self._store.outside_transaction(scrub.scrub)
        pending = kept or await self._windows_wait()
        await self.receipts.catch_up(pending=pending)
        return not pending

    async def finish_left(self) -> list[Trace]:
        """Takes out of the user's files what could not be written when it was forgotten; what is still left."""
        left: list[Trace] = []
        for row, says in [] if self._store.read_only else await self.receipts.left_open():
            still = await self._take_out(row.left, says, row.id)
            left += still
            await self.receipts.finish(row.id, pending=await self._windows_wait(), left=_places(still))
        return left

    async def _take_out(self, files: Sequence[str], says: Callable[[str], bool], receipt: int) -> list[Trace]:
        """What was forgotten is known by hashes alone: the sentences of the `files` that say it are what goes."""
        texts = await outside(self._users_texts)
        unread = [Trace(name, "lines", left=UNREAD) for name in files if name not in texts and name in self._names]
        told = [piece for name in files for piece in saying(texts.get(name, ""), says)]
        found = planning.Found(needles=tuple(dict.fromkeys(map(fold, told))))
        if not found.needles:
            return unread
        still = unread + [trace for trace in await outside(lambda: _erased(self._users, found)) if trace.left]
        if not still:
            await self._store.write(lambda: self._erase_rows(found, (IdentityMirror(),), receipt), durable=True)
            await self._store.outside_transaction(scrub.scrub)
            await self.prune_index()
        return still

    @property
    def _names(self) -> set[str]:
        """The user's files that are there or can be."""
        return {place.name for place in self._files if isinstance(place, UserFile)}

    @property
    def _users(self) -> list[UserTexts]:
        return [place for place in (*self._files, *self._registered) if isinstance(place, UserTexts)]

    def _users_texts(self) -> dict[str, str]:
        return {name: text for place in self._users for name, text in place.texts().items()}

    async def erased_elsewhere(self) -> bool:
        """Whether another window has erased something since this was asked last."""
        before, self._known = self._known, await self._store.read(receipts.last_erased)
        return before != self._known

    @property
    def _in_windows(self) -> list[WindowFiles]:
        return [place for place in self._files if isinstance(place, WindowFiles)]

    async def _windows_wait(self) -> bool:
        return await outside(lambda: any(place.waits for place in self._in_windows))

    async def _find(self, query: Forgettable, with_turns: bool) -> planning.Found:
        texts = await outside(lambda: [place.text for place in self._files if isinstance(place, UserFile)])
        at = self._clock.now()
        return await self._store.read(lambda: planning.find(query, with_turns=with_turns, elsewhere=texts, at=at))

    def _erase_rows(self, found: planning.Found, rows: Sequence[Erasable], receipt: int) -> list[Trace]:
        at = self._clock.now()
        for text, messages in found.stones:
            tombstones.write(text, messages, at)
        erased = _erased(rows, found)
        vectors.drop_unused()
        for place in self._files:
            # Here, for a reply is stored either before, and goes with the rows, or after, and finds what was asked.
            if isinstance(place, Journals):
                place.ask(found.needles)
        scrub.mark_pending()
        receipts.erased(receipt)
        return erased

    async def prune_index(self) -> None:
        """Lets the index of vectors drop what is gone; where it can't, it does when it is next opened."""
        try:
            if self._prune is not None:
                await self._prune()
        except HarkenError as error:
            log.warning("the index drops forgotten vectors when it is next opened: %s", error)

    async def _left_behind(
        self, found: planning.Found, rows: Sequence[Erasable], *, without: Sequence[Trace]
    ) -> list[Trace]:
        """Looks again: what is still found is reported, never passed over, but for what is told of already."""
        told = set(_places(without))
        files, registered = (
            [place for place in places if not (isinstance(place, UserTexts) and told & place.texts().keys())]
            for places in (self._files, self._registered)
        )
        left = await self._store.read(lambda: _scanned(rows, found.needles))
        left += await outside(lambda: _scanned(files, found.needles))
        left += _scanned(registered, found.needles)
        for trace in left:
            log.error("%s left in %s after forgetting", counted(trace.count, "text"), trace.place)
        return left

    async def _erase_exports(self, found: planning.Found, with_exports: bool) -> tuple[list[Trace], tuple[str, ...]]:
        """What went of the exported files, and those that still say it. A path that says it is not kept."""
        exports = await self._exported(found)
        if self._exports is None:
            return [], exports
        deleted = await self._exports.delete(exports) if with_exports else ()
        await self._exports.forget_paths(found.needles)
        traces = [Trace("exports", "whole exported files", len(deleted))] if deleted else []
        return traces, tuple(path for path in exports if path not in deleted)

    async def _exported(self, found: planning.Found) -> tuple[str, ...]:
        """The exported files that say it, or hold a message or digest that goes."""
        whole = [record.text for record in found.targets if record.kind in (Kind.TURN, Kind.EPISODE)]
        needles = [needle for needle in (*found.needles, *map(fold, whole)) if needle]
        return await self._exports.saying(needles) if self._exports is not None and needles else ()


def _staying(found: planning.Found) -> int:
    """How many of the user's messages say it and do not go."""
    going = {record.id for record in found.targets}
    return sum(ids.show("message", number) not in going for number in found.said_by)


def _told(places: Sequence[Erasable], found: planning.Found) -> list[Trace]:
    """Where it stands. Rows that two of the places look at are told once."""
    told: dict[tuple[str, str], Trace] = {}
    for trace in (trace for place in places for trace in place.plan(found.targets, found.needles)):
        before = told.setdefault((trace.place, trace.what), trace)
        if before.count < trace.count:
            told[trace.place, trace.what] = trace
    return list(told.values())


def _erased(places: Sequence[Erasable], found: planning.Found) -> list[Trace]:
    """What went. What two of the places took of one kind is added up: the second finds what the first left."""
    erased: Counter[tuple[str, str, str]] = Counter()
    for trace in (trace for place in places for trace in place.erase(found.targets, found.needles)):
        erased[trace.place, trace.what, trace.left] += trace.count
    return [Trace(place, what, count, left) for (place, what, left), count in erased.items()]


def _places(traces: Sequence[Trace]) -> list[str]:
    return list(dict.fromkeys(trace.place for trace in traces))


def _scanned(places: Sequence[Erasable], needles: Sequence[str]) -> list[Trace]:
    counts = [(place.name, place.scan(needles)) for place in places]
    return [Trace(name, "still found", count) for name, count in counts if count]
