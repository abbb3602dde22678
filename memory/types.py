"""Frozen values that cross the boundary between the memory and the program."""

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


class Origin(StrEnum):
    """Who said it. Only `user` and `confirmed` become facts by themselves."""

    USER = "user"
    CONFIRMED = "confirmed"
    INFERRED = "inferred"
    PASTED = "pasted"
    TOOL = "tool"
    IMPORTED = "imported"


class Kind(StrEnum):
    """Kinds of memory as they appear in lists, searches and blocks."""

    FACT = "fact"
    EPISODE = "episode"
    TURN = "turn"
    IDENTITY = "identity"
    DRAWER = "drawer"
    RELATION = "relation"


class Section(StrEnum):
    """What the gate opens for a message."""

    NONE = "none"
    IDENTITY = "identity"
    PINNED = "pinned"
    EPISODE = "episode"
    TRANSCRIPT = "transcript"


class Status(StrEnum):
    """How a message ended."""

    COMPLETE = "complete"
    CANCELLED = "cancelled"
    FAILED = "failed"
    PARTIAL = "partial"


NAME_LETTERS = 60


class PartitionKind(StrEnum):
    """What a part of a profile belongs to."""

    PERSONA = "persona"
    PROJECT = "project"


@dataclass(frozen=True, slots=True)
class Partition:
    """Where in a profile a memory belongs: to one project or persona, or, without a kind, to all of it.

    Written `project:NAME`, `persona:NAME`, and "" for the whole profile. Capitals in a name don't tell apart.
    """

    kind: PartitionKind | None = None
    name: str = ""

    @classmethod
    def named(cls, kind: PartitionKind, name: str) -> Partition:
        """The project or persona `name`, its spaces put right. ValueError for what can't be a name."""
        bare = " ".join(name.split())
        if Part(bare).blank or len(bare) > NAME_LETTERS:
            raise ValueError(f"The name of a {kind} has 1 to {NAME_LETTERS} letters")
        return cls(kind, bare)

    def __str__(self) -> str:
        return f"{self.kind}:{self.name}" if self.kind else ""


PROFILE_WIDE = Partition()


@dataclass(frozen=True, slots=True)
class PartitionUse:
    """A project or persona and what belongs to it."""

    partition: Partition
    conversations: int = 0
    facts: int = 0


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

    @property
    def text(self) -> str:
        """The visible text as it was written: spans follow each other, reasoning and attachments are left out."""
        return "".join(part.text for part in self.parts if part.kind is PartKind.TEXT)

    @property
    def reasoning(self) -> str:
        return "\n\n".join(part.text for part in self.parts if part.kind is PartKind.REASONING)


@dataclass(frozen=True, slots=True)
class Conversation:
    """A tree of messages with one head; `mode` None follows the profile. `persona` and `project` are names or ""."""

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


@dataclass(frozen=True, slots=True)
class Record:
    """One memory as `memory list` and `memory search` print it; see the contract in the design.

    `salience` is 0 to 1 and stays as it was given, `salience_now` is what age and use have made of it; `score` is None
    outside a search; `evidence` holds message ids, or those of the facts from which the narrative is derived;
    `partition` is "" for the whole profile. A fact that is not `live` is not recalled: `inbox` and `quarantined` ones
    wait for the user's word, `rejected` ones had it.
    """

    id: str
    kind: Kind
    text: str
    category: str = ""
    origin: str = ""
    evidence: tuple[str, ...] = ()
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    end_known_at: datetime | None = None
    salience: float | None = None
    uses: int = 0
    last_used: datetime | None = None
    source_count: int = 1
    score: float | None = None
    conversation: str | None = None
    message: str | None = None
    created_at: datetime | None = None
    pinned: bool = False
    quote: str = ""
    state: str = "live"
    updated_at: datetime | None = None
    promoted: bool = False
    salience_now: float | None = None
    partition: str = ""


@dataclass(frozen=True, slots=True)
class Doubt:
    """Two facts that may say the same (`kind` same) or contradict each other (contradict).

    While it `waits` for the user both are recalled; else both hold, each in its place. `newer` names the pair.
    """

    kind: str
    newer: Record
    older: Record
    waits: bool = True


@dataclass(frozen=True, slots=True)
class Filter:
    """Narrows a list or a search of memories; `since` and `until` are a half-open span, `kinds` () is all of them.

    `partition` None looks everywhere, `PROFILE_WIDE` at what belongs to no project or persona.
    """

    kinds: tuple[Kind, ...] = ()
    category: str = ""
    since: datetime | None = None
    until: datetime | None = None
    entity: str = ""
    limit: int = 20
    partition: Partition | None = None


@dataclass(frozen=True, slots=True)
class GateDecision:
    """Which section a message opens and the rule that opened it, in words a user can read."""

    section: Section
    rule: str


@dataclass(frozen=True, slots=True)
class Item:
    """One candidate of a recall. `score` is fused; legs that missed it are None. `reason` says why it was cut."""

    id: str
    kind: Kind
    text: str
    score: float
    tokens: int
    lexical: float | None = None
    dense: float | None = None
    when: datetime | None = None
    reason: str = ""
    partition: str = ""


@dataclass(frozen=True, slots=True)
class Leg:
    """One retrieval leg of a recall: finished in `ms`, or not, and why."""

    name: str
    finished: bool
    ms: float
    note: str = ""


@dataclass(frozen=True, slots=True)
class Injection:
    """What one turn got from memory, and why: the ledger's entry.

    `block` is the text in front of the newest message ("" when nothing was injected); `tokens` its size;
    `ms` the time of the whole recall. `standing` names the memories that are always in context (identity, pinned).
    """

    gate: GateDecision
    items: tuple[Item, ...] = ()
    cut: tuple[Item, ...] = ()
    block: str = ""
    tokens: int = 0
    ms: float = 0.0
    legs: tuple[Leg, ...] = ()
    mode: Mode = Mode.READ_WRITE
    standing: tuple[str, ...] = ()
    message: str | None = None
    query: str = ""
    at: datetime | None = None
    forgotten: bool = False


@dataclass(frozen=True, slots=True)
class IdentityLine:
    """One override of `identity.md`."""

    id: str
    text: str


@dataclass(frozen=True, slots=True)
class Standing:
    """What is in the system prompt of every turn; its text is byte-stable until the user changes something.

    `costs` are the tokens of each identity line and pinned fact by its id. Together they should stay within `bound`;
    beyond it all of them still stand in the text. `troubles` are lines for the user.
    """

    identity: tuple[IdentityLine, ...] = ()
    pinned: tuple[Record, ...] = ()
    soul: str = ""
    text: str = ""
    costs: Mapping[str, int] = field(default_factory=dict)
    bound: int = 0
    troubles: tuple[str, ...] = ()

    @property
    def tokens(self) -> int:
        """What the identity lines and the pinned facts cost together."""
        return sum(self.costs.values())

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of the identity lines and the pinned facts."""
        return (*(line.id for line in self.identity), *(fact.id for fact in self.pinned))


@dataclass(frozen=True, slots=True)
class Trace:
    """One place a forgotten thing stands in: `place` is the store, `what` a line for the user."""

    place: str
    what: str
    count: int = 1


@dataclass(frozen=True, slots=True)
class About:
    """To be forgotten: all that is known of a person, place or thing, by any of its names."""

    name: str


@dataclass(frozen=True, slots=True)
class Span:
    """To be forgotten: what was learnt from `since` on and before `until`; None leaves that end open."""

    since: datetime | None = None
    until: datetime | None = None


Forgettable = str | About | Span
"""What can be forgotten; a text is an id (of a conversation too: what was learnt from it) or words."""


@dataclass(frozen=True, slots=True)
class ForgetPlan:
    """A preview of everything a forget would take; nothing is gone before it is confirmed.

    `targets` are facts, episodes, relations, identity lines and messages; `traces` the places beside them, `exports`
    are files of the user's that say it.
    """

    query: Forgettable
    targets: tuple[Record, ...]
    traces: tuple[Trace, ...] = ()
    with_turns: bool = False
    exports: tuple[str, ...] = ()

    @property
    def empty(self) -> bool:
        return not self.targets and not self.traces and not self.exports


@dataclass(frozen=True, slots=True)
class Clearing:
    """A preview of clearing a whole profile; the exported files stay unless they are to go too."""

    profile: str
    traces: tuple[Trace, ...]
    exports: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ForgetReport:
    """What went. `pending` is True while another window keeps old bytes alive; the next start finishes it.

    `receipt` is the id of the receipt, `exports` are files that still hold it.
    """

    erased: tuple[Trace, ...]
    pending: bool = False
    exports: tuple[str, ...] = ()
    receipt: str = ""


@dataclass(frozen=True, slots=True)
class Masked:
    """A secret as it may be shown: its kind, its first letters, how long it is.

    `everywhere` is False for an ordinary word: that is a secret only in its message and the replies to it.
    """

    kind: str
    beginning: str
    length: int
    everywhere: bool


@dataclass(frozen=True, slots=True)
class RedactPlan:
    """A preview of what a redaction would take out, and from where; nothing is gone before it is confirmed.

    `message` None means all messages; `text` is what the user calls a secret, "" for those that are recognised.
    """

    message: str | None
    secrets: tuple[Masked, ...]
    traces: tuple[Trace, ...] = ()
    text: str = field(default="", repr=False)

    @property
    def empty(self) -> bool:
        return not self.secrets


@dataclass(frozen=True, slots=True)
class Exported:
    """What was written where."""

    file: str
    pieces: int


@dataclass(frozen=True, slots=True)
class Imported:
    """What came of an import: `added` and `known` (it was there already) count by kind, without a zero.

    `kept_out` texts stay forgotten, `redacted` counts secrets that were taken out, `inbox` facts that wait for the
    user's word.
    """

    added: Mapping[str, int]
    known: Mapping[str, int]
    kept_out: int = 0
    redacted: int = 0
    inbox: int = 0


@dataclass(frozen=True, slots=True)
class Reflection:
    """An answer from memory; `cited` are the memories its text points to, `model` is empty when no model was used."""

    question: str
    text: str
    cited: tuple[Record, ...]
    model: str = ""


@dataclass(frozen=True, slots=True)
class Activity:
    """One background run.

    `outcome` is distilled, extracted, skipped, empty, error or dead_letter, of a pass tidied, undone, skipped or error.
    `dropped` counts by reason what a reply held and was not believed; `id` is empty for what left no line in the log.
    """

    at: datetime
    purpose: str
    outcome: str
    detail: str = ""
    model: str = ""
    usage: Usage | None = None
    ms: float = 0.0
    conversation: str | None = None
    learned: tuple[str, ...] = ()
    dropped: Mapping[str, int] = field(default_factory=dict)
    id: str = ""


class Action(StrEnum):
    """What a run of learning did with a fact; the last two wait for the user's word."""

    LEARNT = "learnt"
    CHANGED = "changed"
    CORRECTED = "corrected"
    CONFIRMED = "confirmed"
    INBOX = "inbox"
    QUARANTINED = "quarantined"


class Verdict(StrEnum):
    """What the user said of something that was learnt."""

    NONE = ""
    KEPT = "kept"
    EDITED = "edited"
    UNDONE = "undone"


@dataclass(frozen=True, slots=True)
class LearntItem:
    """One thing a run did. `record` is the fact as it is now, `replaced` the one it ended.

    `message` is the turn that says it, None where that is gone; `title` and `said_at` are of its conversation and of
    the turn. `version` is the fact's: hand it back with a verdict, and a change made meanwhile wins.
    """

    id: str
    action: Action
    record: Record
    version: int
    replaced: Record | None = None
    verdict: Verdict = Verdict.NONE
    message: str | None = None
    conversation: str | None = None
    title: str = ""
    said_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class LearntRun:
    """What one run of learning did. `fresh`: the user has not looked at it yet; `episode` is the session's digest."""

    id: str
    at: datetime
    outcome: str
    items: tuple[LearntItem, ...]
    dropped: Mapping[str, int]
    conversation: str | None = None
    title: str = ""
    model: str = ""
    episode: str | None = None
    fresh: bool = False


@dataclass(frozen=True, slots=True)
class News:
    """How much was learnt that the user has not looked at yet."""

    learnt: int = 0
    changed: int = 0
    confirmed: int = 0
    waiting: int = 0

    @property
    def line(self) -> str:
        """`Learnt 2, changed 1, confirmed 1, 1 in the inbox`, or "" for nothing."""
        counts = {"learnt": self.learnt, "changed": self.changed, "confirmed": self.confirmed}
        parts = [f"{word} {count}" for word, count in counts.items() if count]
        parts += [f"{self.waiting} in the inbox"] if self.waiting else []
        line = ", ".join(parts)
        return line[:1].upper() + line[1:]


@dataclass(frozen=True, slots=True)
class Tidied:
    """One change to the memory by a pass over it: `why` says its reason, or why it could not be taken back.

    `action` is evict (a faded fact), merge (an episode that a newer one says again), prune (an old episode), purge (an
    old line of the log), promote or demote (a fact that several episodes carry), absorb, supersede or refute (a fact
    that another says again, ended or corrects), retell (the narrative
    about the user), or propose: left to the user.
    """

    action: str
    id: str
    kind: str
    text: str
    why: str


@dataclass(frozen=True, slots=True)
class Consolidation:
    """What a pass changed, or would change (`dry_run`).

    `proposed` is what only the user may remove; `skipped` counts what was changed by others meanwhile, `waiting` the
    removals that are left to the next passes. Of a review by a model, `for_the_user` counts the pairs that went to the
    inbox, and `remarks` say what was not done.
    """

    changes: tuple[Tidied, ...] = ()
    proposed: tuple[Tidied, ...] = ()
    skipped: int = 0
    waiting: int = 0
    dry_run: bool = False
    for_the_user: int = 0
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Undone:
    """What came back of the pass made `at`, or would (`dry_run`), and what could not. `at` None: there was no pass."""

    at: datetime | None = None
    restored: tuple[Tidied, ...] = ()
    refused: tuple[Tidied, ...] = ()
    dry_run: bool = False


@dataclass(frozen=True, slots=True)
class Event:
    """News from the memory: `kind` is working, idle, learned, waiting, locked, identity, trouble or changed.

    `text` is one plain line for the screen, `ids` the memories it is about; `locked` without text ends a wait.
    """

    kind: str
    text: str = ""
    ids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Stats:
    """Sizes and health of one profile, for `/memory`, `stats` and the doctor.

    `tidied_at` is the last pass, `for_the_user` counts what waits in the inbox.

    `standing_tokens` of at most `standing_bound` are always in context: identity lines and pinned facts.
    """

    conversations: int
    messages: int
    facts: int
    episodes: int
    waiting_turns: int
    waiting_vectors: int
    index: str
    embedder: str
    database_bytes: int
    troubles: tuple[str, ...] = ()
    tidied_at: datetime | None = None
    standing_tokens: int = 0
    standing_bound: int = 0
    for_the_user: int = 0
