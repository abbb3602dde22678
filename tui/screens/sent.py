"""What was sent before, to be searched and written again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, ClassVar

from textual.binding import BindingType

from tui.commands.outcome import Option
from tui.keys import HISTORY
from tui.screens.choose import ChooseScreen
from tui.widgets.conversations.ages import age

if TYPE_CHECKING:
    from memory.types import Asked
    from tui.widgets.composer.drafts import Draft

EXCERPT = 200


class SentScreen(ChooseScreen):
    """Newest first; the key that opened it goes on to the one before, as in a shell."""

    MOST = 200
    FEWEST = 0
    BINDINGS: ClassVar[list[BindingType]] = [replace(HISTORY, action="move(1)").binding]

    def __init__(self, options: Sequence[Option]) -> None:
        super().__init__("Sent before", options)


def options(commands: Sequence[Draft], asked: Sequence[Asked], now: datetime) -> list[Option]:
    """A row for each text, once: commands of this window by their place, messages by their id."""
    rows = [*_commands(commands), *_messages(asked, now)]
    return list({row.text: row for row in reversed(rows)}.values())[::-1]


def _commands(commands: Sequence[Draft]) -> Iterator[Option]:
    for place, draft in enumerate(commands):
        yield Option(str(place), draft.command[:EXCERPT], text=draft.command)


def _messages(asked: Sequence[Asked], now: datetime) -> Iterator[Option]:
    for one in asked:
        if text := one.beginning.strip():
            yield Option(one.id, text[:EXCERPT], f"{age(one.at, now)}  {one.title}", text=text)
