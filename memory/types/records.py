"""What is remembered, as everything outside of memory sees it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta, tzinfo
from enum import StrEnum


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
class Record:
    """One memory as `memory list` and `memory search` print it; see the contract in the design.

    `salience` is 0 to 1 and stays as it was given, `salience_now` is what age and use have made of it; `score` is None
    outside a search; `evidence` holds message ids, or those of the facts from which the narrative is derived;
    `partition` is "" for the whole profile; `superseded_by` is the fact that took its place. A fact that is not `live`
    is not recalled as true: `inbox` and `quarantined` ones wait for the user's word, `rejected` ones had it,
    `abandoned` ones were said in a branch that is not followed; `changed` and `ended` ones held until `valid_to`,
    `corrected` ones never did, and a `merged` one is told by another.
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
    superseded_by: str | None = None

    @property
    def held(self) -> bool:
        """It was true for a time, or still is."""
        return self.valid_from is None or self.valid_to is None or self.valid_from < self.valid_to

    @property
    def holds(self) -> bool:
        """Of a fact, whether a list shows it: it is true, and nothing has ended it."""
        return self.state == "live" and self.valid_to is None

    def last_day(self, zone: tzinfo | None) -> date | None:
        """The last day, in `zone`, on which it held: `valid_to` is the moment after."""
        return None if self.valid_to is None else (self.valid_to - timedelta.resolution).astimezone(zone).date()


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
