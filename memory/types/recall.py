"""What memory gives to a turn, and why."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from memory.types.chat import Mode
from memory.types.records import Kind, Record


class Section(StrEnum):
    """What the gate opens for a message."""

    NONE = "none"
    IDENTITY = "identity"
    PINNED = "pinned"
    EPISODE = "episode"
    TRANSCRIPT = "transcript"


@dataclass(frozen=True, slots=True)
class GateDecision:
    """Which section a message opens and the rule that opened it, in words a user can read."""

    section: Section
    rule: str


@dataclass(frozen=True, slots=True)
class Picks:
    """What the user decided about one turn, by the ids of memories: what goes in before all else, what stays out.

    With `nothing` it goes without memory, the lines that are always in context too.
    """

    pinned: tuple[str, ...] = ()
    dropped: frozenset[str] = frozenset()
    nothing: bool = False


NO_PICKS = Picks()


@dataclass(frozen=True, slots=True)
class Item:
    """One candidate of a recall. `score` is fused; legs that missed it are None.

    `reason` says why it was cut, or that the user pinned it.
    """

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


class Worth(StrEnum):
    """The user's word on a reply, or on a memory that it got."""

    USEFUL = "useful"
    WRONG = "wrong"
    STALE = "stale"


@dataclass(frozen=True, slots=True)
class Judgement:
    """One such word: `turn` is the message that `reply` answers; `memory` is "" for the reply as a whole."""

    reply: str
    turn: str
    memory: str
    worth: Worth
    at: datetime


@dataclass(frozen=True, slots=True)
class Leaning:
    """What the user's words make of the gate: `shift` is added to the chance from which on it opens.

    `against` turns said that memory did not help, `favour` that it did.
    """

    shift: float = 0.0
    against: int = 0
    favour: int = 0


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
