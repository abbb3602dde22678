"""What happens in a turn, one frozen value for each thing a screen or a pipe may want to show."""

from __future__ import annotations

from dataclasses import dataclass

from memory.types import Injection, Message, Usage
from tui.chat.filling import Filling


@dataclass(frozen=True, slots=True)
class Committed:
    """The user's message is on disk."""

    message: Message


@dataclass(frozen=True, slots=True)
class HoldsSecret:
    """The message just stored holds something that should not lie around; `kinds` says what."""

    message: str
    kinds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Recalled:
    """What memory gives to this turn; the ledger has it."""

    injection: Injection


@dataclass(frozen=True, slots=True)
class Assembled:
    """The request as it goes out."""

    filling: Filling


@dataclass(frozen=True, slots=True)
class Notice:
    """One plain line the user should see now."""

    text: str


@dataclass(frozen=True, slots=True)
class Waiting:
    """The request is out and nothing came for `seconds`; 0 when it has just been sent."""

    model: str
    seconds: float


@dataclass(frozen=True, slots=True)
class Retrying:
    """The call failed for `reason` before a word came; in `seconds` the next of `of` attempts is made."""

    reason: str
    seconds: float
    attempt: int
    of: int


@dataclass(frozen=True, slots=True)
class Text:
    delta: str


@dataclass(frozen=True, slots=True)
class Reasoning:
    delta: str


@dataclass(frozen=True, slots=True)
class Finished:
    """The reply is stored. `first_token_ms` counts from the request; `message.note` says if it was cut short."""

    message: Message
    usage: Usage | None
    first_token_ms: float


@dataclass(frozen=True, slots=True)
class Failed:
    """The turn ended with an error: `line` says what happened, `hint` what to do.

    `given_back` is the user's text where nothing was answered (it belongs into the composer again), else "".
    `message` is the part of the reply that came and was kept.
    """

    line: str
    hint: str = ""
    given_back: str = ""
    message: Message | None = None


TurnEvent = (
    Committed | Recalled | Assembled | Notice | Waiting | Retrying | Text | Reasoning | Finished | Failed | HoldsSecret
)
