"""Builds what the memory is made of, in order, and takes it down again."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path

from memory import damaged, drafts, lent, sealing
from memory.consolidate.consolidator import Consolidator
from memory.consolidate.reinforce import reinforce
from memory.consolidate.review import Reviewer
from memory.distill.distiller import Distiller
from memory.distill.hooks import Hooks
from memory.embed.embedder import Embedder
from memory.embed.models import embedder
from memory.engine.backups import Backup
from memory.engine.encrypting import check_settled, settle
from memory.engine.erasing import Erasing
from memory.engine.inbox import Inbox
from memory.engine.learnt import Learnt
from memory.engine.places import (
    CONFIG_NAME,
    DATABASE_NAME,
    EXPORTED_NAME,
    EXPORTS_FOLDER,
    JOURNAL_FOLDER,
    set_aside,
)
from memory.engine.rebuilding import Rebuilding
from memory.engine.standing import Keeper
from memory.errors import EmbeddingUnavailable, StoreError
from memory.forget.audit import Audits
from memory.forget.everything import Everything, Folder
from memory.forget.exports import Exports
from memory.forget.files import Backups, Drafts, Journals, Lending, UserFile
from memory.forget.forgetting import Forgetting
from memory.index import files as index_files
from memory.index.backfill import Backfill
from memory.index.near_facts import NearFacts
from memory.index.neighbours import Neighbours
from memory.index.serving import serving
from memory.local import LocalProvider, NoProvider
from memory.portable.own import OwnExports
from memory.portable.portable import Portable
from memory.portable.unpacking import drop_left
from memory.ports import Clock, LanguageModel, Provider
from memory.recall.advice import Advice
from memory.recall.calls import Calls
from memory.recall.recall import Query, Recaller
from memory.recall.search import Search
from memory.settings import Settings
from memory.store import consolidations, conversations, doubts, ids, inbox, records, signals
from memory.store.store import Store
from memory.store.turns import Recovered, Transcript, Turn
from memory.text.tokens import Estimate
from memory.types import Event, Stats

log = logging.getLogger(__name__)
WARM_SECONDS = 30.0
"""A first look in the background, so that the first turn finds everything loaded."""


@dataclass(frozen=True, slots=True)
class World:
    """What the parts ask of the program; the getters are asked anew each time, so that settings change live."""

    profile_dir: Path
    models_dir: Path
    prompts_dir: Path | None
    hooks: Hooks
    clock: Clock
    settings: Callable[[], Settings]
    model: Callable[[], LanguageModel | None]
    ranker: Callable[[], LanguageModel | None]
    emit: Callable[[Event], None]
    incognito: bool
    background: bool


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts of an open memory."""

    world: World
    store: Store
    transcript: Transcript
    keeper: Keeper
    embedder: Embedder
    neighbours: Neighbours
    backfill: Backfill
    recaller: Recaller
    distiller: Distiller
    consolidator: Consolidator
    forgetting: Forgetting
    audits: Audits
    erasing: Erasing
    rebuilding: Rebuilding
    exports: Exports
    backup: Backup
    portable: Portable
    provider: Provider
    inbox: Inbox
    learnt: Learnt
    counter: Estimate

    def chat_busy(self, busy: bool) -> None:
        """Background work waits while replies stream. One False for each True."""
        self.distiller.chat_busy(busy)
        self.consolidator.chat_busy(busy)
        self.erasing.chat_busy(busy)

    def changed(self) -> None:
        """A new model or new settings."""
        self.distiller.changed()
        self.consolidator.changed()

    async def warm(self) -> None:
        """Loads embedder and index, then embeds what waits in the background. What fails is told, never raised."""
        try:
            await self.embedder.warm()
            await self.neighbours.open()
            if self.neighbours.mended:
                self.world.emit(Event("changed", self.neighbours.mended))
            if self.neighbours.trouble:
                self.world.emit(Event("trouble", self.neighbours.trouble))
        except EmbeddingUnavailable as error:
            if self.embedder.available:
                self.world.emit(Event("trouble", f"Memories are found by words only: {error.line}"))
            return
        await self.recaller.look(Query("What did we talk about?"), WARM_SECONDS)
        if self.world.background:
            self.backfill.start()

    async def reinforce(self, turn: Turn) -> None:
        """Counts which of the memories that the turn got its reply used."""
        message, at = ids.number(turn.user.id, "message"), self.world.clock.now()
        await reinforce(self.store, message, turn.user.text, turn.text, at)

    async def embed_waiting(self, seconds: float) -> None:
        """Embeds what waits, for at most `seconds`; the rest goes on waiting, found by its words."""
        if self.store.read_only or not self.embedder.available:
            return
        try:
            async with asyncio.timeout(seconds):
                await self.backfill.drain()
        except TimeoutError:
            log.info("some texts still wait for their vectors")
        except EmbeddingUnavailable as error:
            log.warning("what waits for vectors goes on waiting: %s", error)

    async def finish_forgetting(self) -> None:
        """Erases what a reply held while it was written; what still can't go now goes at the next start."""
        try:
            await self.forgetting.finish_pending()
        except StoreError as error:
            log.warning("forgotten text waits for the next start: %s", error)

    async def stats(self) -> Stats:
        counts = await self.store.read(records.counts)
        standing = await self.keeper.standing()
        waiting = await self.store.read(signals.count)
        served = await serving(self.store, self.embedder, self.neighbours)
        path = self.store.path
        embedding = self.embedder.trouble if self.embedder.available else ""
        troubles = [embedding, self.neighbours.trouble, self.backfill.trouble]
        return Stats(
            conversations=counts["conversations"],
            messages=counts["messages"],
            facts=counts["facts"],
            episodes=counts["episodes"],
            waiting_turns=waiting,
            waiting_vectors=served.waiting,
            index=served.index,
            embedder=self.embedder.name,
            database_bytes=_size(path) if path else 0,
            troubles=(*(trouble for trouble in troubles if trouble), *standing.troubles),
            tidied_at=await self.store.read(consolidations.last),
            standing_tokens=standing.tokens,
            standing_bound=standing.bound,
            for_the_user=await self.store.read(lambda: inbox.count() + doubts.count()),
        )

    async def close(self, flush_seconds: float) -> None:
        """Distils what may still be distilled within `flush_seconds`, then closes all, whatever fails on the way."""
        async with AsyncExitStack() as stack:
            stack.push_async_callback(self.store.close)
            stack.callback(self.embedder.close)
            stack.push_async_callback(self.neighbours.close)
            stack.push_async_callback(self.backfill.stop)
            stack.push_async_callback(self.recaller.prefetch.close)
            stack.push_async_callback(self.recaller.advice.close)
            await self.consolidator.stop()
            if not self.store.read_only:
                await self.distiller.stop(deadline_s=flush_seconds)


async def open_parts(world: World) -> Parts:
    """Opens the store and builds the rest on it. Raises StoreError and its kin; nothing is left open then."""
    await asyncio.to_thread(settle, world.profile_dir)
    sealing.check_key(world.profile_dir)
    store = _store(world)
    async with AsyncExitStack() as opened:
        await store.open()
        opened.push_async_callback(store.close)
        check_settled(world.profile_dir)
        parts = _assemble(world, store)
        opened.pop_all()
        opened.push_async_callback(parts.close, 0)
        if not world.incognito:
            await _tidy(parts)
        if world.background:
            await parts.distiller.start()
            parts.consolidator.start()
        opened.pop_all()
    return parts


def _store(world: World) -> Store:
    path = world.profile_dir / DATABASE_NAME
    if world.incognito and not path.exists():
        return Store(None)
    return Store(path, read_only=world.incognito, locked=lambda waits: world.emit(_locked(waits)))


def _assemble(world: World, store: Store) -> Parts:
    folder = world.profile_dir
    counter = Estimate()
    model = embedder(world.settings().memory.embedding_model, world.models_dir)
    neighbours = Neighbours(store, model, None if world.incognito else folder / index_files.FOLDER)
    backfill = Backfill(store, model, neighbours)
    nearby = NearFacts(store, model, neighbours)
    calls = Calls(store, world.settings, world.clock)
    advice = Advice(calls, world.settings, world.model, world.ranker, world.prompts_dir)
    recaller = Recaller(store, model, neighbours, world.settings, counter, world.clock, advice)
    keeper = Keeper(folder, store, world.clock, world.settings, backfill.wake)
    places = [
        UserFile(keeper.file),
        UserFile(keeper.soul),
        Journals(folder / JOURNAL_FOLDER),
        Drafts(folder / drafts.FOLDER),
        Lending(folder / lent.FOLDER),
        Backups(folder),
    ]
    exports = Exports(store, world.clock, folder / EXPORTS_FOLDER)
    forgetting = Forgetting(
        store,
        world.clock,
        folder=folder,
        files=places,
        exports=exports,
        prune=neighbours.prune,
    )
    forgetting.register(recaller.recent)
    everything = Everything(
        store, _everything(folder), exports, prune=forgetting.prune_index, places=lambda: forgetting.registered
    )
    local = LocalProvider(store, Search(store, model, neighbours), backfill, world.clock, world.settings)
    return Parts(
        world=world,
        store=store,
        transcript=Transcript(store, None if world.incognito else folder / JOURNAL_FOLDER, world.clock),
        keeper=keeper,
        embedder=model,
        neighbours=neighbours,
        backfill=backfill,
        recaller=recaller,
        distiller=Distiller(
            store,
            world.clock,
            world.settings,
            world.model,
            world.emit,
            prompts=world.prompts_dir,
            hooks=world.hooks,
            nearby=nearby,
        ),
        consolidator=Consolidator(
            store,
            world.clock,
            world.settings,
            world.emit,
            prune=neighbours.prune,
            restored=backfill.wake,
            reviewer=Reviewer(store, world.clock, world.settings, world.model, nearby, world.prompts_dir),
        ),
        forgetting=forgetting,
        audits=Audits(store, forgetting.receipts),
        erasing=Erasing(store, forgetting, everything),
        rebuilding=Rebuilding(store, world.clock, model, neighbours, backfill, world.emit),
        exports=exports,
        backup=Backup(store, world.clock, folder, forgetting, exports),
        portable=Portable(
            store,
            keeper.file,
            world.clock,
            mirror=keeper.standing,
            added=backfill.wake,
            wrote=exports.note,
            made_here=OwnExports(folder.parent / EXPORTED_NAME),
            bound=lambda: world.settings().memory.identity_tokens,
            zone=lambda: world.settings().zone,
            own=[keeper.soul.path],
        ),
        provider=local if world.settings().memory.provider == "local" else NoProvider(),
        inbox=Inbox(store, world.clock, backfill),
        learnt=Learnt(store, world.clock, backfill),
        counter=counter,
    )


def _size(database: Path) -> int:
    """With its log, which holds what was written last and can be the most of it."""
    files = (database, database.with_name(f"{database.name}-wal"))
    return sum(file.stat().st_size for file in files if file.exists())


def _everything(folder: Path) -> Folder:
    return Folder(
        folder,
        folder / JOURNAL_FOLDER,
        folder / drafts.FOLDER,
        folder / EXPORTS_FOLDER,
        (DATABASE_NAME, CONFIG_NAME, sealing.KEY_FILE, sealing.LOG_FOLDER),
    )


def _locked(waits: bool) -> Event:
    return Event("locked", "waiting for the database: another program holds it" if waits else "")


async def _tidy(parts: Parts) -> None:
    """What a crash or an earlier session left to do."""
    try:
        if not await parts.forgetting.finish_pending():
            parts.world.emit(Event("trouble", "Forgotten text waits to be erased until other windows are closed"))
        await _recover(parts)
    except StoreError as error:
        log.warning("what an earlier run left stays undone: %s", error)
        parts.world.emit(Event("trouble", error.line))


def _kinds(recovered: Sequence[Recovered]) -> dict[str, list[str]]:
    """The conversations by what came back there."""
    found: dict[str, list[str]] = {}
    for one in recovered:
        what = "A half reply was brought back" if one.came else "A message stands without its reply"
        found.setdefault(what, []).append(one.conversation)
    return found


async def _recover(parts: Parts) -> None:
    recovered = await parts.transcript.recover()
    for what, here in _kinds(recovered).items():
        parts.world.emit(Event("changed", f"{what} in {', '.join(here)}", tuple(here)))
    await asyncio.to_thread(_tell_damaged, parts.world)
    now = parts.world.clock.now()
    if await parts.store.read(lambda: conversations.any_to_purge(now)):
        await parts.store.write(lambda: conversations.purge_deleted(now))
        await parts.neighbours.prune()
    await _drop_drafts(parts)
    await asyncio.to_thread(_drop_copies, parts)


def _tell_damaged(world: World) -> None:
    drafts.left_behind(world.profile_dir / drafts.FOLDER)  # sets aside what can't be read
    for path in set_aside(world.profile_dir):
        world.emit(Event("trouble", f"{damaged.told(path)}. {damaged.HINT}"))
    for path in drafts.broken(world.profile_dir / drafts.FOLDER):
        world.emit(Event("trouble", f"{damaged.told_of_open(path)}. {damaged.HINT_FOR_OPEN}"))


def _drop_copies(parts: Parts) -> None:
    """What a killed backup or restore has left: each holds a whole profile."""
    try:
        parts.backup.drop_left()
        drop_left(parts.world.profile_dir.parent)
    except OSError as error:
        log.warning("what a backup or restore left stays: %s", error.strerror)


async def _drop_drafts(parts: Parts) -> None:
    """Those of conversations that are gone for good; a window may have shown them until now."""
    folder = parts.world.profile_dir / drafts.FOLDER
    for conversation in await asyncio.to_thread(drafts.conversations, folder):
        found = ids.parse(conversation)
        if found and not await parts.store.read(lambda number=found[1]: conversations.exists(number)):  # type: ignore[misc]
            await asyncio.to_thread(drafts.remove, folder, conversation)
