"""What a question is about, line by line; a long one is scrolled by the keys of its dialog."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from tui.safe_text import safe


class PlanBody(VerticalScroll, can_focus=False):
    """Lines that are moved in stay so where they wrap."""

    def __init__(self, lines: Sequence[str]) -> None:
        super().__init__(classes="dialog-body")
        self._lines = lines

    def compose(self) -> ComposeResult:
        for indent, lines in groupby(self._lines, _indent):
            block = Static(Content(safe("\n".join(line[indent:] for line in lines))), markup=False)
            block.styles.padding = (0, 0, 0, indent)
            yield block

    def move(self, movement: str) -> None:
        getattr(self, movement)(animate=False)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))
