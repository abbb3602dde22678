"""What is forgotten, redacted or cleared: what is asked, the preview and the report."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from memory.types.records import Record


@dataclass(frozen=True, slots=True)
class Trace:
    """One place a forgotten thing stands in: `place` is the store, `what` a line for the user.

    `left` says why it could not be erased there, "" where it was or will be.
    """

    place: str
    what: str
    count: int = 1
    left: str = ""


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
    are files of the user's that say it. So many `own_turns`, messages of the user's that say it, stay.
    """

    query: Forgettable
    targets: tuple[Record, ...]
    traces: tuple[Trace, ...] = ()
    with_turns: bool = False
    exports: tuple[str, ...] = ()
    own_turns: int = 0

    @property
    def empty(self) -> bool:
        return not (self.targets or self.traces or self.exports or self.own_turns)


@dataclass(frozen=True, slots=True)
class Clearing:
    """A preview of clearing a whole profile; the exported files stay unless they are to go too."""

    profile: str
    traces: tuple[Trace, ...]
    exports: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ForgetReport:
    """What went. `pending` is True while another window keeps old bytes alive; the next start finishes it.

    `receipt` is the id of the receipt, `exports` are files that still hold it. `left` are files of the user that could
    not be written: a later start or forget finishes those.
    """

    erased: tuple[Trace, ...]
    pending: bool = False
    exports: tuple[str, ...] = ()
    receipt: str = ""
    left: tuple[Trace, ...] = ()


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
