"""Rows of lists that lay themselves out for the width they get."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from textual.content import Content
from textual.css.styles import RulesMap
from textual.strip import Strip
from textual.style import Style
from textual.visual import RenderOptions, Visual

GAP = 2
ROOM_FOR_DETAIL = 29
LEAST_LABEL = 34
INDENT = 2
PIECE_GAP = 3


class Lines(Visual, ABC):
    """A row of one or more lines, wrapped on words."""

    @abstractmethod
    def lines(self, width: int) -> list[Content]:
        """The row laid out for `width` cells."""

    def render_strips(self, width: int, height: int | None, style: Style, options: RenderOptions) -> list[Strip]:
        return Content("\n").join(self.lines(width)).render_strips(width, height, style, options)

    def get_optimal_width(self, rules: RulesMap, container_width: int) -> int:
        return container_width

    def get_height(self, rules: RulesMap, width: int) -> int:
        return len(self.lines(width))


class Row(Lines):
    """One row of a choice: a label and what is to say about it, beside it or below it as the width allows.

    `column` is how wide the labels of the list are, in cells. A label that would leave the detail no room stands above.
    """

    def __init__(self, label: Content, detail: Content, column: int) -> None:
        self.label, self.detail, self.column = label, detail, column

    def lines(self, width: int) -> list[Content]:
        if not self.detail:
            return self.label.wrap(width)
        column = min(self.column, max(LEAST_LABEL, width - GAP - ROOM_FOR_DETAIL))
        start = column + GAP
        if width - start < ROOM_FOR_DETAIL or self.label.cell_length > column:
            return [self.label.truncate(width, ellipsis=True), *indented(self.detail, width)]
        first, *others = self.detail.wrap(width - start)
        label = self.label.pad_right(start - self.label.cell_length)
        return [label + first, *(" " * start + line for line in others)]

    def get_optimal_width(self, rules: RulesMap, container_width: int) -> int:
        return min(container_width, self.column + GAP + self.detail.cell_length)


class Hint(Row):
    """A row of what is offered while one types: where it is narrow the detail is cut, not put below."""

    def lines(self, width: int) -> list[Content]:
        if not self.detail or width - self.column - GAP >= ROOM_FOR_DETAIL:
            return super().lines(width)
        label = self.label.pad_right(max(0, self.column - self.label.cell_length))
        return [Content.assemble(label, " " * GAP, self.detail).truncate(width, ellipsis=True)]


class Pieces(Lines):
    """Several pieces in a row, each kept whole where the width allows."""

    def __init__(self, pieces: Sequence[Content]) -> None:
        self._pieces = pieces

    def lines(self, width: int) -> list[Content]:
        found = [Content()]
        for piece in self._pieces:
            joined = found[-1] + (" " * PIECE_GAP if found[-1] else "") + piece
            if joined.cell_length <= width or not found[-1]:
                found[-1] = joined
            else:
                found.append(piece)
        return [line for content in found for line in content.wrap(max(1, width))]


def indented(content: Content, width: int) -> list[Content]:
    """The content wrapped, every line moved in."""
    return [" " * INDENT + line for line in content.wrap(max(1, width - INDENT))]
