"""The list of what fits what is being typed: slash commands with a line of help each, or files."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from textual.content import Content
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from tui.safe_text import safe_line
from tui.widgets.row import Hint

LONGEST = 200
COLUMN = 28


class CompletionList(OptionList):
    """Stands above the composer while there is something to complete; the editor keeps the focus."""

    can_focus = False

    def __init__(self) -> None:
        super().__init__(id="completions", markup=False)
        self._texts: tuple[str, ...] = ()
        self._moved = False

    @property
    def is_open(self) -> bool:
        return bool(self._texts) and self.display

    @property
    def chosen(self) -> str:
        """What the highlighted line completes to."""
        return self._texts[self.highlighted] if self.is_open and self.highlighted is not None else ""

    def wants(self, text: str) -> bool:
        """Whether Enter completes `text` instead of running it: a command's name that isn't whole, or a choice made."""
        if not self.is_open or self.chosen.strip() == text.strip():
            return False
        unfinished = " " not in text and text.strip() not in (known.strip() for known in self._texts)
        return self._moved or unfinished

    def offer(self, completions: Sequence[tuple[str, str]]) -> None:
        """Shows `completions` (text, help), or hides when there are none."""
        rows = completions[:LONGEST]
        self._texts = tuple(text for text, _ in rows)
        self._moved = False
        widest = max((cell_len(safe_line(text)) for text in self._texts), default=0)
        self.set_options(Option(hint(text, help_line, min(widest, COLUMN))) for text, help_line in rows)
        self.highlighted = 0 if rows else None
        self.display = bool(rows)

    def close(self) -> None:
        self.offer(())

    def move(self, step: int) -> None:
        self._moved = True
        if self.highlighted is not None:
            self.highlighted = (self.highlighted + step) % len(self._texts)


def hint(text: str, help_line: str, column: int) -> Hint:
    return Hint(Content(safe_line(text)), Content.styled(safe_line(help_line), "$text-muted"), column)
