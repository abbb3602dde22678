"""What widgets tell their screen. Facts and wishes go up as messages; state comes down."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual.message import Message

if TYPE_CHECKING:
    from memory.types import Part, Picks


@dataclass
class Sent(Message):
    """The user sent a message."""

    parts: tuple[Part, ...]
    draft: object
    """The composer's own value, to be handed back by `Composer.give_back` when the message could not be sent."""
    instead_of: str = ""
    """The earlier message beside which it is to stand."""


@dataclass
class DraftChanged(Message):
    """What stands in the composer is another than before."""


@dataclass
class PicksChanged(Message):
    """The user decided what the message being written gets from memory."""

    picks: Picks


@dataclass
class WritingWanted(Message):
    """The user goes back to the composer."""


@dataclass
class CommandEntered(Message):
    """The user entered a slash command."""

    line: str


@dataclass
class ConversationChosen(Message):
    """The user wants to see a conversation, at a message of it."""

    id: str
    message: str | None = None


@dataclass
class ConversationsSought(Message):
    """What the user searches the conversations for has changed."""


@dataclass
class SearchWanted(Message):
    """The user goes back to the search."""


@dataclass
class ConversationMoved(Message):
    """The user wants a conversation on top of the list, or no longer."""

    id: str
    top: bool


@dataclass
class ConversationNamed(Message):
    """The user wants to give a conversation another name."""

    id: str
    title: str


@dataclass
class ConversationDoomed(Message):
    """The user wants to delete a conversation."""

    id: str


@dataclass
class ReplyWanted(Message):
    """The user clicked one of the offers under a reply."""

    resume: bool
    """Go on with the half reply; else answer the last message again."""


@dataclass
class WaitingWanted(Message):
    """The user wants what is held to be sent."""


@dataclass
class WaitingChosen(Message):
    """The user clicked on a message that waits to be sent."""

    place: int
    """Its place among those that wait, the oldest first."""
    remove: bool
    """It is to go; else it goes back into the composer."""


@dataclass
class FindWanted(Message):
    """The user looks for words in the conversation: the place `step` from the one shown, 0: from here."""

    words: str
    step: int


@dataclass
class FindEnded(Message):
    """The user has found what they looked for."""


@dataclass
class BranchWanted(Message):
    """The user clicked on the way to another branch."""

    message: str
    """One of its messages."""


@dataclass
class ThemeWanted(Message):
    """The user chose a theme."""

    name: str


@dataclass
class SettingsWanted(Message):
    """The user wants to see the settings."""


@dataclass
class ProfileWanted(Message):
    """The user wants to go on in another profile."""

    name: str


@dataclass
class ModelWanted(Message):
    """The user chose a model."""

    name: str


@dataclass
class ReplyDone(Message):
    """A reply ended by itself."""

    seconds: float
    """How long it took."""
