"""The seams of the memory: what it asks of the world outside."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

if TYPE_CHECKING:
    from memory.types import Filter, Partition, Record, Trace, Usage

BLOCK_SHARE = 10


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """One message for a model. `content` is text, or OpenAI-style content parts where there are images."""

    role: str
    content: str | tuple[Mapping[str, Any], ...]


@dataclass(frozen=True, slots=True)
class ModelTraits:
    """What the memory must know of a model.

    `vendor` names who receives the text ("this computer" for local models); `context_tokens` and `reply_reserve`
    are tokens; `block_tokens` bounds the memory block for models with slow prompts (None: a share of the context);
    `distils` is False where extractions can't be trusted; `json_schema` says the model takes a response schema;
    `system_prompt` is what a small model was trained to hear first, for use where the user has set nothing.
    `counter` counts tokens as the model does, None where nobody here knows how: they are then estimated.
    """

    name: str
    vendor: str
    context_tokens: int = 8192
    reply_reserve: int = 1024
    block_tokens: int | None = None
    distils: bool = True
    json_schema: bool = False
    system_prompt: str = ""
    counter: TokenCounter | None = None

    @property
    def most_block_tokens(self) -> int:
        """The most tokens of memory in one turn: the model's own bound, else a tenth of its context."""
        return self.block_tokens or self.context_tokens // BLOCK_SHARE


@dataclass(frozen=True, slots=True)
class ModelRequest:
    """One call. `purpose` books it: chat, distil, reconcile, gate, rerank, reflect or bench.

    `parameters` are the user's, by the names of `memory.settings.Parameters`; they go before those of the call.
    """

    messages: tuple[ChatMessage, ...]
    purpose: str = "chat"
    max_tokens: int | None = None
    temperature: float | None = None
    schema: Mapping[str, Any] | None = None
    parameters: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Delta:
    """A piece of a reply. The last one may carry `usage` and `finish` (stop, length, content_filter, tool_calls)."""

    text: str = ""
    reasoning: str = ""
    usage: Usage | None = None
    finish: str = ""


class LanguageModel(Protocol):
    """A chat model. Errors are `memory.errors.ModelError`; closing the iterator closes the connection."""

    @property
    def traits(self) -> ModelTraits: ...

    def stream(self, request: ModelRequest) -> AsyncIterator[Delta]: ...


class TokenCounter(Protocol):
    """Counts tokens of a text; may overestimate, never underestimates by design."""

    def count(self, text: str) -> int: ...


class Clock(Protocol):
    """The time, always with a zone."""

    def now(self) -> datetime: ...


class SystemClock:
    """The computer's own clock in UTC."""

    def now(self) -> datetime:
        return datetime.now(UTC)


class Erasable(Protocol):
    """A place that keeps text. Every such place registers, so that forgetting is complete.

    `targets` are the records that go. `needles` are the texts to look for, already folded by
    `memory.text.normal.fold`. `scan` counts occurrences without changing anything; `erase` removes them.
    """

    name: str

    def plan(self, targets: Sequence[Record], needles: Sequence[str]) -> Sequence[Trace]: ...

    def erase(self, targets: Sequence[Record], needles: Sequence[str]) -> Sequence[Trace]: ...

    def scan(self, needles: Sequence[str]) -> int: ...


@runtime_checkable
class UserTexts(Erasable, Protocol):
    """Such a place whose files are the user's, and may be out of reach: `erase` says of a trace why it is `left`."""

    def texts(self) -> Mapping[str, str]:
        """What stands in those that can be read, each under the name that the place of its traces has."""
        ...


class Provider(Protocol):
    """A memory backend: the fact store and its search. `local` is ours; a foreign one replaces only this."""

    name: str

    async def remember(
        self, text: str, *, category: str = "", conversation: str | None = None, partition: Partition = ...
    ) -> Record:
        """Keeps `text` verbatim as the user's confirmed statement, found by the next search."""
        ...

    async def search(self, text: str, wanted: Filter) -> Sequence[Record]:
        """Memories for `text`, best first, with a score; without `text` the newest first."""
        ...


class Nearby(Protocol):
    """Finds the facts that lie near a statement in meaning."""

    async def facts(
        self, texts: Sequence[str], most: int, within: Sequence[int]
    ) -> Sequence[Sequence[tuple[int, float]]]:
        """For each text up to `most` numbers of facts with their cosine, best first; some may not hold any more.

        They belong to the partitions `within`.
        Raises EmbeddingUnavailable.
        """
        ...

    async def leanings(self, texts: Sequence[str], to_these: Sequence[str], to_those: Sequence[str]) -> Sequence[float]:
        """For each text how much nearer it lies to these than to those, negative for nearer to those.

        Raises EmbeddingUnavailable.
        """
        ...


async def complete(model: LanguageModel, request: ModelRequest) -> tuple[str, Usage | None]:
    """The whole reply to `request` as text, reasoning left out, with its usage."""
    texts: list[str] = []
    usage: Usage | None = None
    async for delta in model.stream(request):
        texts.append(delta.text)
        usage = delta.usage or usage
    return "".join(texts), usage
