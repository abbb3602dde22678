"""Exports a profile into a file and imports one, in small steps that leave the database free for others."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import tzinfo
from functools import partial
from pathlib import Path

from memory.errors import BadInput, StoreError
from memory.portable import chats, incoming, jsonl, md_write, reading, source, transcripts
from memory.portable.chats import Chats
from memory.portable.file import write_new
from memory.portable.forgotten import Forgotten
from memory.portable.incoming import Incoming, Numbers
from memory.portable.memories import Memories
from memory.portable.own import OwnExports
from memory.portable.room import Room
from memory.portable.shape import Record
from memory.portable.source import Source, Survey
from memory.portable.transcripts import Transcripts
from memory.ports import Clock
from memory.progress import Told, from_thread, in_thread, silent
from memory.store import receipts
from memory.store.connection import raw
from memory.store.fields import to_millis
from memory.store.identity_file import IdentityFile
from memory.store.store import Store
from memory.types import Exported, Imported, Offered

FIRST = ("identity", "conversation", "message", "entity")
THEN = ("fact", "episode", "relation")
"""What points to the first: a file may hold them in any order."""
_MOST_RECORDS = 100
_MOST_CHARACTERS = 1_000_000
_EVERY = 2000
_LOOK_SECONDS = 0.25
"""Shorter than a forget waits for readers, so that it need not stay pending."""


class Portable:
    """Exports and imports of one profile.

    `identity` is the user's own file, which an import adds to; `mirror` brings the database up to it, `added` is called
    when texts came that have no vectors yet, `wrote` gets the file of each export, `made_here` knows them again.
    `bound` is how many tokens may always be in context, `zone` whose days Markdown shows.
    An export takes the place of neither `identity` nor of the `own` files.
    """

    def __init__(
        self,
        store: Store,
        identity: IdentityFile,
        clock: Clock,
        *,
        mirror: Callable[[], Awaitable[object]],
        added: Callable[[], None],
        wrote: Callable[[Path], Awaitable[None]],
        made_here: OwnExports,
        bound: Callable[[], int],
        zone: Callable[[], tzinfo | None],
        own: Collection[Path] = (),
    ) -> None:
        self._store = store
        self._identity = identity
        self._clock = clock
        self._mirror = mirror
        self._added = added
        self._own = (identity.path, *own)
        self._wrote = wrote
        self._made_here = made_here
        self._bound = bound
        self._zone = zone

    async def export(self, path: Path, *, overwrite: bool = False, told: Told = silent) -> Exported:
        """Writes all memory and every conversation as they are now, JSONL or Markdown by the file's ending.

        BadInput for an unknown ending, a file that is there already or one of the profile itself; StoreError, and no
        file, where something is forgotten meanwhile; `told` gets shares of the way, 0 to 1.
        """
        self._refuse_own(path)
        written = partial(_WRITERS[source.ending(path)], self._zone())
        await self._mirror()
        say = from_thread(told)
        counts: list[int] = []
        forgotten = threading.Event()

        def work() -> None:
            raw().execute("BEGIN")
            try:
                pieces = _unless(forgotten, _counted(written(), reading.total(), counts, say))
                write_new(path, pieces, overwrite=overwrite)
            finally:
                raw().execute("ROLLBACK")

        erased = await self._store.read(receipts.last_erased)
        async with self._snapshot() as store:
            watching = asyncio.create_task(self._watch(erased, forgotten))
            try:
                await store.read(work)
            finally:
                watching.cancel()
                await asyncio.gather(watching, return_exceptions=True)
        await self._wrote(path)
        if await self._store.read(receipts.last_erased) != erased:  # after the last look, before the path was known
            await asyncio.to_thread(path.unlink, missing_ok=True)
            raise _let_go()
        if not self._store.read_only and self._store.path is not None:
            await asyncio.to_thread(self._made_here.note, path)
        return Exported(str(path), sum(counts))

    def _refuse_own(self, path: Path) -> None:
        if path.resolve() in [one.resolve() for one in self._own]:
            raise BadInput(f"{path} belongs to the profile itself", hint="Give another name")

    async def _watch(self, erased: tuple[int, int], forgotten: threading.Event) -> None:
        """Sets `forgotten` as soon as any window has erased something: a snapshot from before would keep it alive."""
        while await self._store.read(receipts.last_erased) == erased:  # noqa: ASYNC110 - another process sets no event
            await asyncio.sleep(_LOOK_SECONDS)
        forgotten.set()

    @asynccontextmanager
    async def _snapshot(self) -> AsyncIterator[Store]:
        """The profile's database in threads of its own, so that the program goes on reading meanwhile."""
        if self._store.path is None:
            yield self._store
            return
        store = Store(self._store.path, read_only=True)
        await store.open()
        try:
            yield store
        finally:
            await store.close()

    async def look(self, path: Path, told: Told = silent) -> Offered:
        """What `bring_in` would find in the file. BadInput where it could not be used."""
        survey = await in_thread(_file(path).survey, told)
        return Offered(dict(+survey.counts), survey.program, dict(survey.left_out))

    async def bring_in(self, path: Path, *, restore: bool = False, told: Told = silent) -> Imported:
        """Adds what the file holds to the profile. BadInput, and nothing kept, where a line can't be used.

        Exports of ChatGPT and Claude (`.json` or `.zip`) come in as conversations, which nothing is learnt from until
        `sync` is told to. What is there already is not doubled, so a broken off import can be run again; `restore`
        brings back what was forgotten or deleted here as well. What the file would put always in context beyond the
        bound comes in as ordinary facts; what reads like an instruction waits, unless the file is an export made on
        this computer.
        """
        if self._store.read_only:
            raise BadInput("This profile is only read; nothing was imported", hint="Import outside incognito")
        say = from_thread(told)
        file = _file(path)
        survey = await in_thread(file.survey, lambda share: told(share / 3))
        now = to_millis(self._clock.now())
        own = await asyncio.to_thread(self._made_here.holds, survey.mark)
        await self._mirror()
        brought = await self._store.write(lambda: _Import(survey, restore, now, self._bound(), own=own))
        for part, kinds in enumerate((FIRST, THEN), 1):
            if not any(survey.counts[kind] for kind in kinds):
                continue
            records = file.records(lambda share, part=part: say((part + share) / 3))  # type: ignore[misc]
            await self._take(brought, (record for record in records if record["type"] in kinds))
        for link in (brought.transcripts.link, brought.memories.link):
            while await self._store.write(link, repeatable=False):
                pass
        if brought.memories.lines:
            await asyncio.to_thread(self._identity.extend, brought.memories.lines)
        await self._store.write(incoming.finished)
        await self._mirror()
        self._added()
        return replace(brought.told(), program=survey.program, left_out=dict(survey.left_out))

    async def _take(self, brought: _Import, records: Iterator[Record]) -> None:
        while batch := await asyncio.to_thread(_batch, records):
            await self._store.write(partial(brought.take, batch), repeatable=False)
        await self._store.write(brought.transcripts.close, repeatable=False)


class _Import:
    """One import under way. It is made, and used, inside the store."""

    def __init__(self, survey: Survey, restore: bool, now: int, bound: int, *, own: bool) -> None:
        numbers = Numbers(incoming.keeps_numbers(survey.mark, survey.highest))
        self._incoming = Incoming(numbers, Forgotten.load(now), restore, now)
        self.transcripts = Transcripts(self._incoming)
        self.memories = Memories(self._incoming, Room(bound), own=own)
        self._takes: dict[str, Callable[[Record], object]] = {
            "identity": self.memories.identity,
            "conversation": self.transcripts.conversation,
            "message": self.transcripts.message,
            "entity": self.memories.entity,
            "fact": self.memories.fact,
            "episode": self.memories.episode,
            "relation": self.memories.relation,
        }

    def take(self, batch: list[Record]) -> None:
        for record in batch:
            self._takes[record["type"]](record)

    def told(self) -> Imported:
        came = self._incoming
        return Imported(
            dict(came.added),
            dict(came.known),
            came.kept_out,
            came.redacted,
            came.inbox,
            came.quarantined,
            tuple(came.ordinary),
            restored=dict(came.restored),
        )


def _file(path: Path) -> Chats | Source:
    return Chats(path) if path.suffix.lower() in chats.ENDINGS else Source(path)


def _batch(records: Iterator[Record]) -> list[Record]:
    """The next records, so many that a transaction with them stays short; made ready outside of it."""
    batch: list[Record] = []
    size = 0
    for record in records:
        if record["type"] == "message":
            transcripts.prepare(record)
            size += sum(len(part["text"]) + len(part["data"] or b"") for part in record["parts"])
        batch.append(record)
        if len(batch) == _MOST_RECORDS or size > _MOST_CHARACTERS:
            break
    return batch


def _unless(forgotten: threading.Event, pieces: Iterator[str]) -> Iterator[str]:
    for piece in pieces:
        if forgotten.is_set():
            raise _let_go()
        yield piece


def _let_go() -> StoreError:
    return StoreError("Something was forgotten during the export, so no file was written", hint="Export again")


def _counted(pieces: Iterator[str], total: int, counts: list[int], say: Told) -> Iterator[str]:
    done = 0
    for done, piece in enumerate(pieces, 1):
        if done % _EVERY == 0:
            say(min(1.0, done / total))
        yield piece
    counts.append(done)


def _jsonl(_zone: tzinfo | None) -> Iterator[str]:
    return jsonl.write(reading.in_order())


_WRITERS: dict[str, Callable[[tzinfo | None], Iterator[str]]] = {".jsonl": _jsonl, ".md": md_write.write}
