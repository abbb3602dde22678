"""Receipts of forgetting: counted before the text is dropped, and again when nothing of it should be left."""

from __future__ import annotations

import asyncio
import secrets
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from memory.forget import census
from memory.forget.census import Census, Key, Says, Wanted
from memory.forget.exports import Exports
from memory.forget.plan import Found
from memory.forget.prints import Print, Prints, prints
from memory.forget.proof import Count, Receipt
from memory.forget.transcript import with_replies
from memory.index.files import FOLDER
from memory.index.neighbours import stale
from memory.ports import Clock
from memory.store import contents, ids, lease, receipts, tables, tombstones
from memory.store.lease import Holder
from memory.store.store import Store
from memory.types import About, Forgettable, Kind, Span

_HOW = {str: "words", About: "entity", Span: "time", type(None): "redact"}
"""What was named, without naming it; of an id its kind says it."""
_LEASE = "forget"
_LONGEST = timedelta(minutes=30)


@dataclass(frozen=True, slots=True)
class Matter:
    """What a receipt is about, as it can be looked for without knowing it; see `memory.store.tables.Receipt`."""

    how: str
    prints: Sequence[Print]
    targets: Sequence[str]
    with_turns: bool
    newest: int | None = None
    texts: frozenset[str] = frozenset()

    @classmethod
    def of(cls, row: tables.Receipt) -> Matter:
        return cls(row.how, row.prints, row.targets, row.with_turns, row.newest, frozenset(row.texts))

    @property
    def keys(self) -> set[Key]:
        """The rows that are to go whole: of an episode that was not named itself, only the sentences that say it do."""
        named = {found for target in self.targets if (found := ids.parse(target)) is not None}
        return {key for key in named if key[0] != Kind.EPISODE or self.how == Kind.EPISODE}


class Receipts:
    """Writes the receipts of one profile; `folder` holds its files, `exports` knows those elsewhere.

    `texts` are those in files of the user, which need not lie in the folder.
    """

    def __init__(
        self,
        store: Store,
        clock: Clock,
        folder: Path | None,
        exports: Exports | None,
        texts: Callable[[], Mapping[str, str]],
    ) -> None:
        self._texts = texts
        self._store = store
        self._clock = clock
        self._folder = folder
        self._exports = exports
        self._holder = Holder.here(secrets.token_hex(8))

    async def begin(self, query: Forgettable | None, found: Found, with_turns: bool) -> int:
        """Counts what is there now and writes the receipt of what is going to be erased; no query is a redaction."""
        named = ids.parse(query) if isinstance(query, str) else None
        how = named[0] if named is not None else _HOW[type(query)]
        made = await self._store.write(lambda: prints(found.needles, tombstones.hasher()))
        targets = [*([ids.show(*named)] if named is not None else []), *await self._store.read(lambda: _targets(found))]
        matter = Matter(how, made, list(dict.fromkeys(targets)), with_turns)
        counted = await self.count(matter)

        def begun() -> int:
            lease.take(_LEASE, self._holder, self._clock.now(), _LONGEST)
            return receipts.begin(
                self._clock.now(),
                how=how,
                targets=matter.targets,
                with_turns=with_turns,
                prints=made,
                texts=sorted(map(tombstones.hasher(), counted.hashes)),
                newest=contents.newest_message(),
                before=dict(counted.found),
            )

        return await self._store.write(begun, durable=True)

    async def finish(self, number: int, *, pending: bool, left: Sequence[str] = ()) -> None:
        """Counts again, and says whether anything still waits, or is `left` in files of the user."""
        row = await self._store.read(lambda: receipts.get(number))
        if row is None:
            return
        after = (await self.count(Matter.of(row))).found
        finished = None if pending or left else self._clock.now()

        def done() -> None:
            receipts.counted(number, after, finished)
            receipts.left_in(number, left)
            lease.drop(_LEASE, self._holder)

        await self._store.write(done)

    async def break_off(self, number: int) -> None:
        """It failed before anything left the database."""

        def broken_off() -> None:
            receipts.broken_off([number])
            lease.drop(_LEASE, self._holder)

        await self._store.write(broken_off)

    async def catch_up(self, *, pending: bool) -> None:
        """At start: completes what an earlier run left, and says of what never came to erasing that it did not."""
        waiting = await self._store.read(lambda: receipts.in_state(receipts.PENDING))
        for row in () if pending else waiting:
            if not row.left:
                await self.finish(row.id, pending=False)
        if await self._store.read(lambda: receipts.in_state(receipts.BEGUN)):
            await self._store.write(self._break_off)

    def _break_off(self) -> None:
        """Only where no other window is at it."""
        if lease.take(_LEASE, self._holder, self._clock.now(), _LONGEST) is None:
            receipts.broken_off([row.id for row in receipts.in_state(receipts.BEGUN)])
            lease.drop(_LEASE, self._holder)

    async def roots(self) -> list[Path]:
        """The profile's folder, and the exports that lie elsewhere."""
        folders = [self._folder] if self._folder is not None else []
        return [*folders, *(await self._exports.elsewhere() if self._exports is not None else [])]

    async def count(self, matter: Matter, more: Sequence[Path] = ()) -> Census:
        """How often each store says it now; `more` are folders beside the profile's."""

        def rows() -> Census:
            keyed = tombstones.hasher()
            says = Prints(matter.prints, keyed).says
            return census.of_rows(Wanted(says, matter.keys, matter.with_turns, matter.newest, matter.texts, keyed))

        counted = await self._store.read(rows) + await self._store.read(self._in_index)
        says = Prints(matter.prints, await self._store.read(tombstones.hasher)).says
        counted += await asyncio.to_thread(self._in_texts, says)
        return counted + await asyncio.to_thread(census.of_files, [*await self.roots(), *more], says)

    async def left_open(self) -> list[tuple[tables.Receipt, Says]]:
        """Those that files of the user still say, each with what tells which texts do."""

        def looked() -> list[tuple[tables.Receipt, Says]]:
            rows = [row for row in receipts.in_state(receipts.PENDING) if row.left]
            return [(row, Prints(row.prints, tombstones.hasher()).says) for row in rows]

        return await self._store.read(looked)

    def _in_texts(self, says: Says) -> Census:
        """Files in the profile's folder are counted there."""
        inside = {path.name for path in self._folder.iterdir()} if self._folder and self._folder.is_dir() else set()
        return Census(Counter(name for name, text in self._texts().items() if name not in inside and says(text)))

    def _in_index(self) -> Census:
        """The vectors in files of the index that the database no longer has."""
        found = Census()
        if self._folder is not None:
            found.found[census.INDEX] = sum(stale(self._folder / FOLDER).values())
        return found


def _targets(found: Found) -> list[str]:
    """The ids of what goes; with a message of the user go the replies to it."""
    named = [record.id for record in found.targets]
    turns = [ids.number(record.id, "message") for record in found.targets if record.kind is Kind.TURN]
    replies = [ids.show("message", row.id) for number in turns for row in with_replies(number)]
    return [*named, *replies]


def receipt(row: tables.Receipt) -> Receipt:
    """The row as others see it; every store is named, also those that held nothing."""
    known = (*contents.STORES, *census.FILES)
    stores = [*known, *sorted({*row.before, *(row.after or {})} - set(known))]
    after = row.after
    return Receipt(
        id=receipts.show(row.id),
        at=row.created_at,
        how=row.how,
        targets=tuple(row.targets),
        with_turns=row.with_turns,
        state=row.state,
        stores=tuple(
            Count(store, row.before.get(store, 0), None if after is None else after.get(store, 0)) for store in stores
        ),
        finished_at=row.finished_at,
        left=tuple(row.left),
    )
