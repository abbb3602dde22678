"""Shows that forgotten things are gone: receipts, and a new look at every store."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence
from pathlib import Path

from memory.errors import BadInput, NotFound
from memory.forget import census
from memory.forget.byte_scan import Needle
from memory.forget.census import Census, Wanted
from memory.forget.matching import folded, matcher
from memory.forget.proof import Audit, Receipt
from memory.forget.receipts import Matter, Receipts, receipt
from memory.forget.walk import walk
from memory.progress import Told, from_thread, silent
from memory.store import contents, ids, receipts, records, tables
from memory.store.store import Store
from memory.store.tombstones import GONE
from memory.text.normal import clean, fold
from memory.types import Kind, Record, Trace

TEXT, BYTES, NAME = "text", "occurrence", "file name"
_WITHOUT_TEXT = ".sqlite-shm"
_FEWEST_LETTERS = 2


class Audits:
    """Receipts and audits of one profile."""

    def __init__(self, store: Store, counting: Receipts) -> None:
        self._store = store
        self._counting = counting

    async def receipts(self) -> list[Receipt]:
        """The newest first."""
        return await self._store.read(lambda: [receipt(row) for row in receipts.listing()])

    async def of(self, what: str, roots: Sequence[Path] = ()) -> Audit:
        """Looks in every store, in the files of the profile and in those under `roots`, for what an id names.

        That is the id of a receipt, of a forgotten thing, or of one that lives. NotFound for any other.
        """
        row = await self._store.read(lambda: _receipt_of(what))
        lives = await self._store.read(lambda: _living(what))
        if lives is not None:
            counted = await self._count_living(lives, roots)
            return _audit(lives.id, counted, receipt(row) if row else None, forgotten=False)
        if row is None:
            raise NotFound(
                f"There is no {what.strip()}, nor a receipt that it was forgotten",
                hint="Without an id, audit lists the receipts",
            )
        counted = await self._counting.count(Matter.of(row), roots)
        gone = row.state in (receipts.PENDING, receipts.DONE)
        return _audit(what.strip().lower(), counted, receipt(row), forgotten=gone)

    async def text(
        self, words: str, roots: Sequence[Path] = (), *, without: Collection[Path] = (), told: Told = silent
    ) -> Audit:
        """Looks for words in every store, and in the bytes of every file of the profile and under `roots`.

        Folders in `without` are left out; `told` gets shares of the way, 0 to 1. BadInput for words that say nothing.
        """
        wanted = fold(words)
        if len(wanted) < _FEWEST_LETTERS:
            raise BadInput("These words are too short to look for", hint="Give at least two letters")
        counted = await self._store.read(
            lambda: census.of_rows(
                Wanted(lambda text: wanted in folded(text), strays=lambda: contents.word_matches(wanted))
            )
        )
        say = from_thread(told)
        places = [*await self._counting.roots(), *roots]
        files = await asyncio.to_thread(_in_bytes, Needle(clean(words)), places, without, say)
        return _audit("", counted + files, None, forgotten=True)

    async def _count_living(self, record: Record, roots: Sequence[Path]) -> Census:
        key = ids.parse(record.id)
        single = record.kind not in (Kind.EPISODE, Kind.TURN)
        says = matcher(tuple(text for text in (record.text, record.quote) if text) if single else ()).says
        rows = await self._store.read(lambda: census.of_rows(Wanted(says, {key} if key else ())))
        return rows + await asyncio.to_thread(census.of_files, [*await self._counting.roots(), *roots], says)

    async def count_again(self, receipt_id: str) -> None:
        """Brings a receipt up to what is there now."""
        number = receipts.parse(receipt_id)
        row = await self._store.read(lambda: receipts.get(number)) if number is not None else None
        if row is not None and row.state in (receipts.PENDING, receipts.DONE):
            await self._counting.finish(row.id, pending=row.state == receipts.PENDING, left=row.left)


def _receipt_of(what: str) -> tables.Receipt | None:
    number, named = receipts.parse(what), ids.parse(what)
    if number is not None:
        return receipts.get(number)
    return receipts.of(ids.show(*named)) if named is not None else None


def _living(what: str) -> Record | None:
    """The memory or message of this id, None where there is none or it was forgotten."""
    named = ids.parse(what)
    if named is None or named[0] == "conversation":
        return None
    kind = Kind.TURN if named[0] == "message" else named[0]
    record = records.lookup([(kind, named[1])]).get((kind, named[1]))
    return None if record is None or record.text == GONE else record


def _audit(what: str, counted: Census, of: Receipt | None, *, forgotten: bool) -> Audit:
    order = {store: number for number, store in enumerate(contents.STORES)}
    stores = sorted(counted.found, key=lambda store: (order.get(store, len(order)), store))
    traces = [Trace(store, TEXT, counted.found[store]) for store in stores]
    return Audit(what, forgotten, (*traces, *counted.files), of, counted.kept, counted.anew, tuple(counted.unread))


def _in_bytes(needle: Needle, roots: Sequence[Path], without: Collection[Path], told: Told) -> Census:
    found = Census()
    paths = [path for _, path in walk(roots, found.unread, without) if not path.name.endswith(_WITHOUT_TEXT)]
    total = max(1, sum(path.stat().st_size for path in paths if path.exists()))
    done = 0

    def read(size: int) -> None:
        nonlocal done
        done += size
        told(min(1.0, done / total))

    for path in paths:
        try:
            count = needle.count(path, read)
        except FileNotFoundError:
            continue
        except OSError as error:
            found.unread.append(f"{path}: {error.strerror}")
            continue
        found.files += [Trace(str(path), BYTES, count)] if count else []
        found.files += [Trace(str(path), NAME)] if needle.in_name(path.name) else []
    return found
