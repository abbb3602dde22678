"""What is said, by whom and how it ended."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from unicodedata import category


class Role(StrEnum):
    SYSTEM = "system"
    USER = "user"
    ASSISTANT = "assistant"
    TOOL = "tool"


class PartKind(StrEnum):
    TEXT = "text"
    IMAGE = "image"
    FILE = "file"
    REASONING = "reasoning"
    TOOL_CALL = "tool_call"
    TOOL_RESULT = "tool_result"


class PartSource(StrEnum):
    """Where a span of a user's text came from; only `typed` is the user's own statement."""

    TYPED = "typed"
    PASTED = "pasted"
    FILE = "file"
    STDIN = "stdin"
    MODEL = "model"
    TOOL = "tool"


class Mode(StrEnum):
    """The five memory modes; the properties are the table of the design, one column each."""

    READ_WRITE = "read-write"
    READ_ONLY = "read-only"
    WRITE_ONLY = "write-only"
    OFF = "off"
    INCOGNITO = "incognito"

    @property
    def injects(self) -> bool:
        return self in (Mode.READ_WRITE, Mode.READ_ONLY, Mode.INCOGNITO)

    @property
    def keeps(self) -> bool:
        """Transcript and ledger are written to disk."""
        return self is not Mode.INCOGNITO

    @property
    def learns(self) -> bool:
        return self in (Mode.READ_WRITE, Mode.WRITE_ONLY)


class Status(StrEnum):
    """How a message ended."""

    COMPLETE = "complete"
    CANCELLED = "cancelled"
    FAILED = "failed"
    PARTIAL = "partial"


@dataclass(frozen=True, slots=True)
class Part:
    """One span of a message. `data` holds bytes of an image or file, `meta` what a kind needs beside its text."""

    text: str = ""
    kind: PartKind = PartKind.TEXT
    source: PartSource = PartSource.TYPED
    name: str = ""
    data: bytes | None = None
    meta: Mapping[str, str] = field(default_factory=dict)

    @property
    def blank(self) -> bool:
        """Nothing in it can be seen: no content, or only spaces, control characters and invisible ones."""
        return not self.data and all(char.isspace() or category(char) in ("Cc", "Cf") for char in self.text)


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens and money of one model call; `cost` in US dollars, None where no price is known."""

    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost: float | None = None


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a conversation, as stored."""

    id: str
    conversation: str
    parent: str | None
    seq: int
    role: Role
    parts: tuple[Part, ...]
    created_at: datetime
    status: Status = Status.COMPLETE
    model: str = ""
    usage: Usage | None = None
    note: str = ""
    tokens: int = 0
    """Estimated for the visible text when it was stored; 0 where nobody counted."""
    siblings: tuple[str, ...] = ()
    """The ids of all messages that stand in this place, this one among them, oldest first; () where it stands alone."""

    @property
    def text(self) -> str:
        """The visible text as it was written: spans follow each other, reasoning and attachments are left out."""
        return "".join(part.text for part in self.parts if part.kind is PartKind.TEXT)

    @property
    def reasoning(self) -> str:
        return "\n\n".join(part.text for part in self.parts if part.kind is PartKind.REASONING)


@dataclass(frozen=True, slots=True)
class Asked:
    """What the user once sent: the message's id, when, how it begins, and the title of its conversation."""

    id: str
    at: datetime
    beginning: str
    title: str


@dataclass(frozen=True, slots=True)
class Conversation:
    """A tree of messages with one head; `mode` None follows the profile. `persona` and `project` are names or "".

    `system` is its own system prompt, "" for the usual one, `parameters` its own for the model, by name.
    """

    id: str
    title: str
    created_at: datetime
    updated_at: datetime
    messages: int = 0
    mode: Mode | None = None
    model: str = ""
    pinned: bool = False
    incognito: bool = False
    persona: str = ""
    project: str = ""
    system: str = ""
    parameters: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Stand:
    """Where a conversation stands: `place` differs as soon as its messages do."""

    place: tuple[object, ...]
    deleted: bool


@dataclass(frozen=True, slots=True)
class Excerpt:
    """One line of a text: what was found in it, and what stands before and after."""

    before: str = ""
    hit: str = ""
    after: str = ""


@dataclass(frozen=True, slots=True)
class Found:
    """A conversation that a search found, with the message that says the words, None where only the title does."""

    conversation: Conversation
    message: str | None = None
    excerpt: Excerpt = Excerpt()
