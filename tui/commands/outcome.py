"""What a command gives back. A screen draws it; a command never touches a screen."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from memory.types import Injection, Message

if TYPE_CHECKING:
    from tui.commands.log_lines import LogLine

Severity = Literal["information", "warning", "error"]


@dataclass(frozen=True, slots=True)
class Say:
    """A text for the transcript, shown as it is."""

    text: str
    severity: Severity = "information"


@dataclass(frozen=True, slots=True)
class Confirm:
    """A plan; `action` runs when the user says yes. `danger`: it can't be undone."""

    title: str
    body_lines: tuple[str, ...]
    yes_label: str
    action: Callable[[], Awaitable[Outcome]]
    danger: bool = True


@dataclass(frozen=True, slots=True)
class Option:
    """One row of a choice. With a `disabled_reason` it can't be taken and says why.

    Where `text` is given, what is typed is looked for in that alone.
    """

    id: str
    label: str
    detail: str = ""
    disabled_reason: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class Choose:
    """A list to filter and take one of; `action` gets the option's id.

    `begin` is the option in use. With a `preview`, each option is tried on while it is highlighted; who takes none
    gets `begin` again. The `body_lines` say what it is about.
    """

    title: str
    options: tuple[Option, ...]
    action: Callable[[str], Awaitable[Outcome]]
    begin: str = ""
    preview: Callable[[str], Outcome] | None = None
    body_lines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Open:
    """Show this conversation."""

    conversation_id: str


@dataclass(frozen=True, slots=True)
class Answer:
    """Call the model without a new message: the last one `again`, or `resume` a half reply."""

    again: bool = False
    resume: bool = False


@dataclass(frozen=True, slots=True)
class Edit:
    """Put an earlier message of the user into the composer; what is sent stands beside it."""

    message: Message


@dataclass(frozen=True, slots=True)
class Follow:
    """Show the branch of this message."""

    message_id: str


@dataclass(frozen=True, slots=True)
class Find:
    """Look for these words in the conversation shown; without any, ask for them."""

    words: str


@dataclass(frozen=True, slots=True)
class Compare:
    """Answer `asked` once more beside its `reply`, to which memory gave `given`: without memory, or with memories
    that the user is to `pick`."""

    asked: Message
    reply: Message
    given: Injection | None
    pick: bool = False


@dataclass(frozen=True, slots=True)
class Quit:
    pass


@dataclass(frozen=True, slots=True)
class Refresh:
    """Lists, title or status bar have changed."""


@dataclass(frozen=True, slots=True)
class Redraw:
    """The conversation on the screen has changed in memory, or may quote what is gone."""


@dataclass(frozen=True, slots=True)
class Theme:
    name: str


@dataclass(frozen=True, slots=True)
class Page:
    """A longer text on a screen of its own; what came from outside is already escaped in `markdown`."""

    title: str
    markdown: str


@dataclass(frozen=True, slots=True)
class Learnt:
    """Show what was learnt, on its screen."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Show the settings, on their screen."""


@dataclass(frozen=True, slots=True)
class Log:
    """Show what was logged in the file `path`, at first only what is of `level` or worse and holds the words."""

    lines: tuple[LogLine, ...]
    path: str
    level: str
    words: str


@dataclass(frozen=True, slots=True)
class Copy:
    """Put `text` on the clipboard."""

    text: str


@dataclass(frozen=True, slots=True)
class Written:
    """This file was made for the user; in a browser it is downloaded as well. `note` is told with its path."""

    path: Path
    note: str = ""


@dataclass(frozen=True, slots=True)
class ModelChosen:
    """An empty name stands for the usual one, as the settings have it."""

    name: str


@dataclass(frozen=True, slots=True)
class ProfileChosen:
    """End this profile, with all that runs stored, and begin another."""

    name: str


@dataclass(frozen=True, slots=True)
class Several:
    """One after the other."""

    outcomes: tuple[Outcome, ...]


Outcome = (
    Say
    | Confirm
    | Choose
    | Open
    | Answer
    | Edit
    | Follow
    | Find
    | Compare
    | Quit
    | Refresh
    | Redraw
    | Theme
    | Page
    | Copy
    | Written
    | ModelChosen
    | Several
    | Learnt
    | Log
    | Settings
    | ProfileChosen
)
