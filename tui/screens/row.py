"""One row of a choice: a label and what is to say about it, beside it or below it as the width allows."""

from __future__ import annotations

from textual.content import Content
from textual.css.styles import RulesMap
from textual.strip import Strip
from textual.style import Style
from textual.visual import RenderOptions, Visual

GAP = 2
ROOM_FOR_DETAIL = 29
LEAST_LABEL = 34
INDENT = 2


class Row(Visual):
    """The detail wraps on words; a label is cut where it would leave no room for that.

    `column` is how wide the labels of the list are, in cells.
    """

    def __init__(self, label: Content, detail: Content, column: int) -> None:
        self.label, self.detail, self.column = label, detail, column

    def lines(self, width: int) -> list[Content]:
        """The row laid out for `width` cells."""
        if not self.detail:
            return self.label.wrap(width)
        column = min(self.column, max(LEAST_LABEL, width - GAP - ROOM_FOR_DETAIL))
        start = column + GAP
        if width - start < ROOM_FOR_DETAIL:
            below = self.detail.wrap(max(1, width - INDENT))
            return [self.label.truncate(width, ellipsis=True), *(" " * INDENT + line for line in below)]
        first, *others = self.detail.wrap(width - start)
        label = self.label.truncate(column, ellipsis=True, pad=True)
        return [label + " " * GAP + first, *(" " * start + line for line in others)]

    def render_strips(self, width: int, height: int | None, style: Style, options: RenderOptions) -> list[Strip]:
        return Content("\n").join(self.lines(width)).render_strips(width, height, style, options)

    def get_optimal_width(self, rules: RulesMap, container_width: int) -> int:
        return min(container_width, self.column + GAP + self.detail.cell_length)

    def get_height(self, rules: RulesMap, width: int) -> int:
        return len(self.lines(width))
