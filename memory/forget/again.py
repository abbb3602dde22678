"""Forgets in an older copy of a memory what was forgotten since, by the receipts of the newer one.

Copies of one memory have the same key for hashes and the same ids, so a receipt says what is to go without its words:
the rows it names, as far as they still say what it looked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from memory.forget import plan as planning
from memory.forget import redaction
from memory.forget.forgetting import ROWS, Forgetting
from memory.forget.plan import Found
from memory.forget.prints import Prints, Whole, whole
from memory.forget.receipts import Matter
from memory.store import exported, ids, meta, receipts, records, tombstones
from memory.store.store import Store
from memory.store.tables import Message, Receipt
from memory.types import About, Forgettable, Kind, Record, Span

_REDACTED = "redact"


@dataclass(frozen=True, slots=True)
class Since:
    """What a memory forgot: the key of its hashes, its receipts, and when the messages they name were said.

    `exports` are the files it has exported, which a forget names.
    """

    key: str
    receipts: Sequence[Receipt]
    said: Mapping[int, datetime]
    exports: Sequence[str]


def told() -> Since:
    """What this memory forgot. Runs in the store."""
    rows = [row for row in reversed(receipts.listing()) if row.state in (receipts.PENDING, receipts.DONE)]
    named = {found[1] for row in rows for one in row.targets if (found := ids.parse(one)) and found[0] == "message"}
    said = Message.select(Message.id, Message.created_at).where(Message.id.in_(sorted(named)))
    when = {row.id: row.created_at for row in said}
    return Since(meta.get(tombstones.KEY) or "", rows, when, exported.listing())


class Again:
    """Repeats forgets in the memory of `store`."""

    def __init__(self, store: Store, forgetting: Forgetting) -> None:
        self._store = store
        self._forgetting = forgetting

    async def repeat(self, memories: Sequence[Since]) -> tuple[int, int]:
        """How many forgets were repeated here, and how many texts may still say what they took.

        What was repeated in one of `memories` before has a receipt there as well: it counts once.
        """
        key = await self._store.read(lambda: meta.get(tombstones.KEY))
        known = {(row.id, row.created_at) for row in await self._store.read(receipts.listing)}
        told = [(row, since) for since in memories if since.key and since.key == key for row in since.receipts]
        seen: set[Whole] = set()
        done = left = 0
        for row, since in sorted(told, key=lambda one: one[0].created_at):
            if (row.id, row.created_at) in known:
                continue
            erased = await self._once(row, since)
            done += erased
            looked_for = set(map(whole, row.prints))
            if erased or not looked_for <= seen:
                seen |= looked_for
                left += await self._left(row)
        return done, left

    async def _left(self, row: Receipt) -> int:
        counted = await self._forgetting.receipts.count(Matter.of(row))
        return sum(count for store, count in counted.found.items() if store != "exports")

    async def _once(self, row: Receipt, since: Since) -> bool:
        """Whether anything of it was here."""
        if row.how == _REDACTED:
            sought = await self._store.read(lambda: redaction.saying(_prints(row).says))
            found = Found(needles=sought.needles)
            if sought.wanted:
                await self._forgetting.erase(found, None, with_turns=True, rows=redaction.rows(sought))
            return bool(sought.wanted)
        found = await self._store.read(lambda: _found(row, since))
        if found.targets:
            await self._forgetting.erase(found, _named(row), with_turns=row.with_turns, rows=found.rows(ROWS))
        return bool(found.targets)


def _found(row: Receipt, since: Since) -> Found:
    """What it named, and of what that says just the words that were looked for then."""
    return planning.again(list(_targets(row, since)), _prints(row))


def _named(row: Receipt) -> Forgettable:
    """What stands for what was named then, so that the new receipt says the same of it."""
    of_many: dict[str, Forgettable] = {"words": row.how, "entity": About(""), "time": Span()}
    return of_many.get(row.how, "".join(row.targets[:1]))


def _targets(row: Receipt, since: Since) -> Iterator[Record]:
    """The rows that a receipt names, as far as they are the same here."""
    says = _prints(row).says
    named = [found for one in row.targets if (found := ids.parse(one)) is not None]
    keys = [(Kind.TURN if kind == "message" else kind, number) for kind, number in named if kind != "conversation"]
    for (kind, number), record in records.lookup(keys).items():
        if kind == Kind.TURN:
            same = record.created_at == since.said.get(number) and record.text != tombstones.GONE
        elif kind == Kind.EPISODE:
            same = record.created_at <= row.created_at
        else:
            same = says(f"{record.text}\n{record.quote}")
        if same:
            yield record


def _prints(row: Receipt) -> Prints:
    return Prints(row.prints, tombstones.hasher())
