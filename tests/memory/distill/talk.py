"""A conversation that a test writes and the distiller reads."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from memory.distill.distiller import Distiller
from memory.distill.hooks import Hooks
from memory.ports import LanguageModel, Nearby
from memory.settings import MemorySettings, Settings
from memory.store import conversations, facts, messages, partitions, signals
from memory.store.store import Store
from memory.store.tables import Fact, Injection, Message, Signal
from memory.types import (
    PROFILE_WIDE,
    Activity,
    Event,
    Mode,
    Part,
    Partition,
    PartitionKind,
    PartKind,
    PartSource,
    Record,
    Role,
    Status,
)
from tests.scripted import ScriptedModel, SetClock

T = TypeVar("T")


@dataclass
class Talk:
    """Says turns in a real store; `learn` runs what waits, with `model` or by rule where there is none."""

    store: Store
    clock: SetClock
    model: LanguageModel | None = None
    settings: Settings = field(default_factory=lambda: Settings(time_zone="UTC"))
    events: list[Event] = field(default_factory=list)
    conversation: int = 0
    prompts: Path | None = None
    hooks: Hooks = field(default_factory=Hooks)
    nearby: Nearby | None = None

    def __post_init__(self) -> None:
        self.distiller = Distiller(
            self.store,
            self.clock,
            lambda: self.settings,
            lambda: self.model,
            self.events.append,
            prompts=self.prompts,
            hooks=self.hooks,
            nearby=self.nearby,
        )

    async def begin(self, project: str = "") -> int:
        """A new conversation, in which the next turns are said."""
        place = Partition(PartitionKind.PROJECT, project) if project else PROFILE_WIDE

        def work() -> int:
            home = partitions.number(place)
            return int(conversations.create(mode=None, model="", at=self.clock.now(), project=home).id)

        self.conversation = await self.store.write(work)
        return self.conversation

    async def say(
        self,
        text: str | Sequence[Part],
        reply: str = "I see.",
        *,
        mode: Mode = Mode.READ_WRITE,
        minutes: float = 1,
        status: Status = Status.COMPLETE,
    ) -> int:
        """One whole turn; returns the number of the user's message."""
        if not self.conversation:
            await self.begin()
        self.clock.move(minutes=minutes)
        parts = [Part(text)] if isinstance(text, str) else list(text)
        return await self.store.write(lambda: self._turn(parts, reply, mode.learns, status))

    def _turn(self, parts: Sequence[Part], reply: str, learn: bool, status: Status) -> int:
        at, place = self.clock.now(), self.conversation
        head = conversations.get(place).head
        said = messages.add(place, Role.USER, messages.compose(parts), parent=head, at=at, learn=learn)
        number = int(said.id[1:])
        answer = messages.compose([Part(reply, PartKind.TEXT, PartSource.MODEL)])
        messages.add(place, Role.ASSISTANT, answer, parent=number, at=at, learn=learn, status=status)
        if learn:
            signals.leave(number, Message.get_by_id(number).session_id or 0, place, at)
        return number

    async def learn(self) -> list[Activity]:
        return await self.distiller.sync()

    async def read(self, work: Callable[[], T]) -> T:
        return await self.store.read(work)

    async def facts(self, *, past: bool = False) -> list[Record]:
        return await self.read(lambda: facts.listing(past=past, limit=500))

    async def texts(self) -> set[str]:
        return {record.text for record in await self.facts()}

    async def rows(self) -> int:
        return await self.read(lambda: Fact.select().count())

    async def states(self) -> list[str]:
        return await self.read(lambda: [row.state for row in Signal.select().order_by(Signal.id)])

    async def inject(self, message: int, block: str) -> None:
        """The ledger's entry: memory put `block` in front of this message."""
        await self.store.write(
            lambda: Injection.create(
                message=message,
                conversation=self.conversation,
                mode="read-write",
                section="pinned",
                rule="test",
                block=block,
                created_at=self.clock.now(),
            )
        )


def fact(content: str, quote: str, *evidence: int, **more: Any) -> dict[str, object]:
    """One fact of a model's reply; the first user turn of the prompt is 1, the second 3."""
    base = {"category": "profile", "keywords": [], "salience": 0.7, "operation": "new", "replaces": 0}
    return {"content": content, "quote": quote, "evidence": list(evidence), **base, "since": "", "until": "", **more}


def reply(*facts_: dict[str, object], summary: str = "", **more: Any) -> dict[str, object]:
    """A whole reply of a model."""
    digest = {"summary": summary or "A talk.", "topics": [], "entities": [], "decisions": [], "action_items": []}
    return {"title": "", "episode": {**digest, "salience": 0.5}, "facts": list(facts_), "identity": [], **more}


def scripted(*replies: Any) -> ScriptedModel:
    return ScriptedModel(replies=list(replies), chunk=400)


def manual() -> Settings:
    return Settings(memory=MemorySettings(learn="manual"))
