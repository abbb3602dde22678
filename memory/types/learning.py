"""What background work did, and the user's word on it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from memory.types.chat import Usage
from memory.types.records import Record


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
class Event:
    """News from the memory: `kind` is working, idle, learned, waiting, locked, identity, trouble or changed.

    `text` is one plain line for the screen, `ids` the memories it is about; `locked` without text ends a wait.
    """

    kind: str
    text: str = ""
    ids: tuple[str, ...] = ()
