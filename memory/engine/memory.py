"""Memory: the one object the program talks to. It only orders the others."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack
from datetime import datetime, tzinfo
from pathlib import Path
from types import TracebackType
from typing import Unpack

from memory.distill.hooks import Hooks
from memory.engine.backups import Backup
from memory.engine.comparing import Comparing
from memory.engine.erasing import Erasing
from memory.engine.inbox import Inbox
from memory.engine.learnt import Learnt
from memory.engine.newcomer import Newcomer
from memory.engine.options import Options
from memory.engine.partitions import Partitions, place_named, project_named
from memory.engine.parts import Parts, World, open_parts
from memory.engine.rebuilding import Rebuilding
from memory.engine.redaction import Redaction
from memory.engine.running import Running
from memory.engine.standing import Keeper
from memory.engine.talks import Talks
from memory.engine.transcripts import Transcripts
from memory.engine.turns import Turns
from memory.errors import BadInput
from memory.forget.audit import Audits
from memory.forget.exports import Exports
from memory.portable.portable import Portable
from memory.ports import Erasable, LanguageModel, ModelTraits, SystemClock
from memory.reflect import reflect
from memory.settings import Settings
from memory.store import activity, books, records, salience, signals
from memory.store.conversations import SESSION_GAP
from memory.store.turns import Turn
from memory.types import (
    NO_PICKS,
    Activity,
    Books,
    Consolidation,
    Conversation,
    Event,
    Filter,
    ForgetPlan,
    ForgetReport,
    Forgettable,
    Injection,
    Kind,
    Message,
    Mode,
    Part,
    Period,
    Picks,
    Record,
    Reflection,
    Standing,
    Stats,
    Status,
    Undone,
    Usage,
)

REFLECT_MEMORIES = 24
FLUSH_SECONDS = 5.0
HURRY_SECONDS = 2.0


class Memory:
    """`async with Memory.open(folder) as memory`. All ids are texts like `c3` (conversation) or `m17` (message)."""

    def __init__(self, profile_dir: Path, **options: Unpack[Options]) -> None:
        self.profile_dir = profile_dir
        self.settings = options.get("settings") or Settings()
        self.incognito = options.get("incognito", False)
        self._clock = options.get("clock") or SystemClock()
        self._models_dir = options.get("models_dir") or profile_dir.parent.parent / "models"
        self._prompts_dir = options.get("prompts_dir")
        self._hooks = options.get("hooks") or Hooks()
        self._background = options.get("background", True) and not self.incognito
        self._chat: LanguageModel | None = None
        self._core: LanguageModel | None = None
        self._ranker: LanguageModel | None = None
        self._news: asyncio.Queue[Event] = asyncio.Queue()
        self._opened: Parts | None = None
        self._scratch: tempfile.TemporaryDirectory[str] | None = None
        self._warming: asyncio.Task[None] | None = None
        self.use_model(options.get("llm"))

    @classmethod
    def open(cls, profile_dir: Path, **options: Unpack[Options]) -> Memory:
        """A memory over `profile_dir`, opened by `async with`.

        Raises StoreError, StoreTooNew, StoreDamaged or StoreFull on entry; the files are then as they were.
        """
        return cls(profile_dir, **options)

    async def __aenter__(self) -> Memory:
        self._loop = asyncio.get_running_loop()
        self._opened = await open_parts(
            World(
                profile_dir=self.profile_dir,
                models_dir=self._unpacked(),
                prompts_dir=self._prompts_dir,
                hooks=self._hooks,
                clock=self._clock,
                settings=lambda: self.settings,
                model=lambda: self.model,
                ranker=lambda: self._ranker,
                emit=self.emit,
                incognito=self.incognito,
                background=self._background,
            )
        )
        self._transcripts = Transcripts(self._opened.transcript, self._clock)
        self._running = Running(self._opened.chat_busy, self.emit)
        wake = self._opened.backfill.wake
        self.partitions = Partitions(self._opened.store, self._transcripts, lambda: self.settings, wake)
        self.talks = Talks(self._opened, self._transcripts, self.partitions, self._running)
        self.turns = Turns(self._opened, self._transcripts, self.talks, self.partitions, self._running)
        self.comparing = Comparing(self._opened.store, self._transcripts, self.talks, self._clock)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._warming is not None:
            self._warming.cancel()
            await asyncio.gather(self._warming, return_exceptions=True)
        async with AsyncExitStack() as stack:
            if self._scratch is not None:
                stack.push_async_callback(asyncio.to_thread, self._scratch.cleanup)
            stack.push_async_callback(self._transcripts.close)
            stack.push_async_callback(self._parts.close, FLUSH_SECONDS if self._background else 0.0)
            await self._running.booked()
            await self._transcripts.settle()

    def _unpacked(self) -> Path:
        """Where the embedding model is unpacked; in incognito a folder that goes, unless it was there before."""
        if not self.incognito or self._models_dir.exists():
            return self._models_dir
        self._scratch = tempfile.TemporaryDirectory(prefix="harken-")
        return Path(self._scratch.name)

    @property
    def _parts(self) -> Parts:
        if self._opened is None:
            raise RuntimeError("the memory is used outside `async with`")
        return self._opened

    # The world around

    @property
    def model(self) -> LanguageModel | None:
        """The model for background work."""
        return self._core or self._chat

    def use_model(
        self, chat: LanguageModel | None, core: LanguageModel | None = None, ranker: LanguageModel | None = None
    ) -> None:
        """The model for background work: `core`, else `chat`; None: signals wait and words are extracted by rule.

        `ranker` picks the best of what recall found, where the settings say so.
        """
        self._chat, self._core, self._ranker = chat, core, ranker
        self._changed()

    def use_settings(self, settings: Settings) -> None:
        """New settings take effect from the next turn on."""
        self.settings = settings
        self._changed()

    def _changed(self) -> None:
        if self._background and self._opened is not None:
            self._parts.changed()

    def register(self, place: Erasable) -> None:
        """A place of the program that keeps text (input history, drafts, logs) joins every forget."""
        self._parts.forgetting.register(place)

    def emit(self, event: Event) -> None:
        """Tells the program; any thread may call it."""
        if event.kind == "learned":
            self._loop.call_soon_threadsafe(self._wake_backfill)
        self._loop.call_soon_threadsafe(self._news.put_nowait, event)

    def _wake_backfill(self) -> None:
        if self._opened is not None:
            self._opened.backfill.wake()

    def hurry(self) -> None:
        """The program ends: what still has to be written waits a moment for another program's lock, and no longer."""
        self._parts.store.patience = min(self._parts.store.patience, HURRY_SECONDS)

    def count_tokens(self, text: str) -> int:
        """The tokens of `text`, rather too many than too few."""
        return self._parts.counter.count(text)

    async def events(self) -> AsyncIterator[Event]:
        """News for the status bar: what was learnt, background work, trouble. One reader."""
        while True:
            yield await self._news.get()

    async def warm(self) -> None:
        """Loads the embedder and the index; call it right after the first frame."""
        if self._warming is None:
            self._warming = asyncio.create_task(self._parts.warm(), name="harken-warm")
        await asyncio.shield(self._warming)

    async def embed_waiting(self, seconds: float) -> None:
        """Embeds what waits for its vector, for at most `seconds`; for commands that do nothing in the background."""
        await self._parts.embed_waiting(seconds)

    # Conversations

    async def new_conversation(
        self, *, mode: Mode | None = None, model: str = "", project: str | None = None
    ) -> Conversation:
        """A new conversation, in `project` or where new ones begin; one in mode incognito lives in memory alone."""
        return await self.talks.new(mode=mode, model=model, project=project)

    async def conversations(self, *, limit: int = 200) -> list[Conversation]:
        """Newest first, pinned before others."""
        return await self._transcripts.listing(limit)

    async def conversation(self, conversation: str) -> Conversation:
        return await self._transcripts.conversation(conversation)

    async def messages(self, conversation: str) -> list[Message]:
        """The active path, oldest first; a half reply found after a crash has status partial."""
        return await self._transcripts.messages(conversation)

    # One turn

    async def begin(
        self, conversation: str, parts: Sequence[Part] | str, *, model: str = "", instead_of: str | None = None
    ) -> Turn:
        """Commits the user's message (durably) and opens the journal for its reply. BadInput for an empty message.

        With `instead_of` it is a branch in the place of that earlier message of the user, which stays in the tree.
        A reply that could not be stored goes first: StoreError where that is still refused.
        """
        return await self.turns.begin(
            conversation, [Part(parts)] if isinstance(parts, str) else parts, model, instead_of
        )

    async def recall(self, turn: Turn, *, model: ModelTraits | None = None, picks: Picks = NO_PICKS) -> Injection:
        """Gate to block for the turn, ledger written. Never raises for a slow or failing leg: the injection says so.

        `model` is what the block is for: it may bound it further than the setting, and counts its tokens. `picks` are
        the user's.
        """
        return await self.turns.recall(turn, model, picks)

    async def standing(self, conversation: str | None = None) -> Standing:
        """Soul, identity overrides and pinned facts for the system prompt; byte-stable until one changes."""
        return await self.turns.standing(conversation)

    async def finish(
        self, turn: Turn, status: Status = Status.COMPLETE, *, usage: Usage | None = None, note: str = ""
    ) -> Message:
        """Commits the reply and its signal in one transaction and drops the journal.

        Where the store refuses it, the reply has no id and a note that says so; it is kept and tried again before the
        next turn and at the end.
        """
        return await self.turns.finish(turn, status, usage, note)

    # Memory

    async def preview(
        self,
        text: str,
        *,
        conversation: str | None = None,
        project: str = "",
        picks: Picks = NO_PICKS,
        calls: bool = True,
        message: Message | None = None,
    ) -> Injection:
        """The dry run: what a turn with this text would get, in a conversation or a new one. Nothing is written.

        `message` is one of the conversation that says the text and would be answered again.
        Without `calls` no model is asked, and where one has a say that is left open.
        """
        model = self._chat.traits if self._chat else None
        return await self.turns.preview(text, conversation, project, model, picks, calls=calls, message=message)

    async def remember(
        self, text: str, *, category: str = "", conversation: str | None = None, project: str = ""
    ) -> Record:
        """Stores `text` verbatim as a confirmed fact of `project`, or of all. A secret in it is redacted."""
        if self.incognito or (conversation is not None and self._transcripts.is_hidden(conversation)):
            raise BadInput("Nothing is remembered in incognito", hint="/new starts a conversation that is kept")
        home = project_named(project)
        return await self._parts.provider.remember(text, category=category, conversation=conversation, partition=home)

    async def search(
        self,
        text: str,
        *,
        kinds: Sequence[Kind] = (),
        category: str = "",
        since: datetime | None = None,
        until: datetime | None = None,
        entity: str = "",
        limit: int = 20,
        place: str = "",
    ) -> list[Record]:
        """Memories for `text` by words and vectors, best first, with a score; no `text`: newest first."""
        wanted = Filter(tuple(kinds), category, since, until, entity, limit, place_named(place))
        return list(await self._parts.provider.search(text, wanted))

    async def show(self, memory_id: str) -> Record:
        """One memory by id. NotFound where there is none."""
        record = await self._parts.store.read(lambda: records.show(memory_id))
        return salience.weighed([record], self._clock.now(), self.settings.memory.categories)[0]

    async def plan_forget(self, query: Forgettable, *, with_turns: bool = False) -> ForgetPlan:
        """What forgetting `query` would take; nothing is changed."""
        return await self._parts.forgetting.plan(query, with_turns=with_turns)

    async def forget(self, plan: ForgetPlan, *, with_exports: bool = False) -> ForgetReport:
        """Erases all of `plan`, everywhere, `with_exports` also the exported files. There is no undo."""
        await self._transcripts.store_late()
        return await self._parts.forgetting.forget(plan, with_exports=with_exports)

    async def reflect(self, question: str) -> Reflection:
        """An answer from memory with the memories it cites. ModelError where the model fails."""
        found = await self.search(question, limit=REFLECT_MEMORIES)
        spent: list[Usage] = []
        zone = self.settings.zone
        reflection = await reflect(
            question, found, self.model, on_usage=spent.append, prompts=self._prompts_dir, zone=zone
        )
        if spent and not self.incognito:
            at = self._clock.now()
            await self._parts.store.write(lambda: activity.book_call("reflect", reflection.model, spent[-1], at=at))
        return reflection

    async def version(self) -> int:
        """Another number as soon as this window or another has stored anything. StoreGone while its folder is gone."""
        return await self._parts.store.version()

    async def check_place(self) -> None:
        """StoreGone while the profile's folder is gone: before a file is written that could make it again."""
        await self._parts.store.version()

    async def waits(self) -> str:
        """How many turns wait to be learnt from, in any window, as a line; "" for none."""
        return await self._parts.distiller.waits()

    async def sync(self, *, imported: int = 0) -> list[Activity]:
        """Distils all that waits, a reply that is being written with it, and returns how each run ended.

        What came from another program waits until it is asked for: the newest `imported` sessions of it go along.
        """
        await self._running.learnable()
        return await self._parts.distiller.sync(imported)

    async def too_short_to_learn(self) -> int:
        """Turns that said too little by themselves and are learnt from with the next ones of their conversation."""
        since = self._clock.now() - SESSION_GAP
        return await self._parts.store.read(lambda: signals.gated(since))

    async def unlearnt_imports(self) -> int:
        """Turns from other programs that nobody has asked to learn from."""
        return await self._parts.store.read(signals.imported)

    async def consolidate(self, *, dry_run: bool = False, review: bool = False) -> Consolidation:
        """Tidies the memory now, or tells what that would change; `review` asks the model about facts as well."""
        return await self._parts.consolidator.consolidate(dry_run=dry_run, review=review)

    async def undo(self, *, dry_run: bool = False) -> Undone:
        """Takes the last pass of `consolidate` back, or tells what that would do."""
        return await self._parts.consolidator.undo(dry_run=dry_run)

    async def why(self, message: str | None = None) -> Injection | None:
        """The ledger's entry of a turn by the id of its message or its reply; None: the newest turn's."""
        await self._running.booked()
        return await self._transcripts.why(message)

    async def activity(self, *, limit: int = 50) -> list[Activity]:
        """Background runs, newest first."""
        return await self._parts.store.read(lambda: activity.listing(limit=limit))

    async def books(
        self, zone: tzinfo | None = None, *, period: Period = Period.EVER, conversation: str | None = None
    ) -> Books:
        """What model calls took until now, all or those of one conversation; days are those of `zone`."""
        await self._running.booked()
        now = self._clock.now()
        if conversation is None:
            return await self._parts.store.read(lambda: books.read(zone, now, period))
        return await self._transcripts.look(conversation, lambda number: books.read(zone, now, period, number))

    async def stats(self) -> Stats:
        return await self._parts.stats()

    @property
    def redaction(self) -> Redaction:
        """Takes secrets out of the transcript and of all that repeats them."""
        return Redaction(self._parts.store, self._parts.forgetting, self._transcripts)

    @property
    def inbox(self) -> Inbox:
        """What waits for the user's word."""
        return self._parts.inbox

    @property
    def learnt(self) -> Learnt:
        """What learning did, and the user's word on it."""
        return self._parts.learnt

    @property
    def erasing(self) -> Erasing:
        """What is erased as a whole."""
        return self._parts.erasing

    @property
    def rebuilding(self) -> Rebuilding:
        """Makes again what is derived: search, vectors and their index."""
        return self._parts.rebuilding

    @property
    def portable(self) -> Portable:
        """Exports and imports of the whole profile."""
        return self._parts.portable

    @property
    def newcomer(self) -> Newcomer:
        """Whether the user has yet to be shown around."""
        return Newcomer(self._parts.store)

    @property
    def backup(self) -> Backup:
        """The whole profile in one file."""
        return self._parts.backup

    @property
    def exports(self) -> Exports:
        """The files that were exported; a forget names those that say what was forgotten."""
        return self._parts.exports

    @property
    def audits(self) -> Audits:
        """Receipts of what was forgotten, and new looks for it."""
        return self._parts.audits

    @property
    def identity(self) -> Keeper:
        """The lines about the user that are always in context; `standing` tells them."""
        return self._parts.keeper
