"""Reflection, tidying, exports, sizes and health."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from memory.types.records import Record


@dataclass(frozen=True, slots=True)
class Exported:
    """What was written where."""

    file: str
    pieces: int


@dataclass(frozen=True, slots=True)
class BackedUp:
    """A backup in `file`. `left_out` are files that could not be read as what they should be."""

    file: str
    files: int
    size: int
    left_out: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Restored:
    """What came of a restore into `profile`, from a backup that was `made` then (ISO 8601).

    `aside` is the name that the profile of before has now. `kept` are settings, personas, themes and prompts of which
    another one was here already, and stayed. `forgotten` counts what was forgotten after the backup and is forgotten
    in it as well, `left` texts that may still say some of it. `unread` are profiles that could not be asked.
    """

    profile: str
    made: str
    files: int
    aside: str = ""
    kept: tuple[str, ...] = ()
    forgotten: int = 0
    left: int = 0
    unread: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Offered:
    """What a file holds that could be imported, by kind; of another `program` what can't be read is `left_out`."""

    counts: Mapping[str, int]
    program: str = ""
    left_out: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Imported:
    """What came of an import: `added` and `known` (it was there already) count by kind, without a zero.

    `kept_out` texts stay forgotten, `redacted` counts secrets that were taken out, `inbox` facts that wait for the
    user's word, `quarantined` those of them that read like an instruction. `ordinary` are the facts that the file
    puts always in context, where there is no room for them. `restored` counts what had been forgotten or deleted.
    Of another `program` what could not be read is `left_out`, counted by what it is.
    """

    added: Mapping[str, int]
    known: Mapping[str, int]
    kept_out: int = 0
    redacted: int = 0
    inbox: int = 0
    quarantined: int = 0
    ordinary: tuple[str, ...] = ()
    program: str = ""
    left_out: Mapping[str, int] = field(default_factory=dict)
    restored: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Reflection:
    """An answer from memory; `cited` are the memories its text points to, `model` is empty when no model was used."""

    question: str
    text: str
    cited: tuple[Record, ...]
    model: str = ""


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
class Rebuilt:
    """What a rebuild found: `documents` are the messages and memories it looked at.

    Of these `mended` were not found as they should be; `strays` stood for nothing any more; `unsound` vectors were
    damaged; `embedded` texts got a vector and `waiting_vectors` did not, `trouble` says why. `index` serves now.
    `full_text` is what was wrong with the full-text index, "" where nothing was.
    """

    documents: int
    mended: int
    strays: int
    unsound: int
    embedded: int
    waiting_vectors: int
    index: str
    trouble: str = ""
    full_text: str = ""


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


class Period(StrEnum):
    """Up to now, in the user's time zone."""

    EVER = "ever"
    DAY = "day"
    MONTH = "month"


@dataclass(frozen=True, slots=True)
class Spent:
    """What some model calls took. `cost` in US dollars sums those with a known price, None where none has one.

    `unpriced` calls were counted in tokens, but nobody knows their price; `uncounted` ones were not counted at all.
    """

    key: str
    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost: float | None = None
    unpriced: int = 0
    uncounted: int = 0
    title: str = ""
    """Of a conversation that is still there."""


@dataclass(frozen=True, slots=True)
class Books:
    """Model calls of a span of time, in total and by what they were for; the dearest first, days newest first."""

    total: Spent
    purposes: tuple[Spent, ...]
    models: tuple[Spent, ...]
    conversations: tuple[Spent, ...]
    days: tuple[Spent, ...]
