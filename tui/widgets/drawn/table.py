"""Tables: columns as wide as they need, shrunk to the width; too many columns become one record a row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, TypeAlias

from markdown_it.token import Token
from rich.segment import Segment

from tui.widgets.drawn.inline import draw_inline
from tui.widgets.drawn.palette import Palette
from tui.widgets.drawn.wrap import Line, line_width, split_lines, wrap

Cell: TypeAlias = list[Segment]
Row: TypeAlias = list[Cell]

_GAP = " │ "
_CROSS = "─┼─"
_NARROWEST = 4


@dataclass(frozen=True, slots=True)
class Table:
    header: Row
    rows: list[Row]
    aligns: tuple[str, ...]


def read_table(tokens: Sequence[Token], palette: Palette, env: dict[str, Any]) -> Table:
    """Read the tokens of one table, from `table_open` on."""
    rows: list[Row] = []
    aligns: list[str] = []
    style = palette.table_header
    for token in tokens:
        if token.type == "tr_open":
            rows.append([])
        elif token.type == "th_open":
            aligns.append(str(token.attrs.get("style", "")).removeprefix("text-align:"))
        elif token.type == "inline":
            rows[-1].append(draw_inline(token.content, palette, env, style if len(rows) == 1 else None))
    return Table(rows[0], rows[1:], tuple(aligns))


def column_widths(rows: Sequence[Row], columns: int, width: int, slack: int = 0) -> list[int] | None:
    """Natural widths and `slack`, the widest shrunk until all fit; None when columns would be too narrow to read."""
    room = width - len(_GAP) * (columns - 1)
    if room < columns * _NARROWEST:
        return None
    natural = [1] * columns
    for row in rows:
        for column, cell in enumerate(row):
            natural[column] = max(natural[column], *(line_width(line) for line in split_lines(cell)))
    return _shrunk([cells + slack for cells in natural], room)


def _shrunk(natural: list[int], room: int) -> list[int]:
    widths = list(natural)
    left, todo = room, sorted(range(len(widths)), key=lambda column: natural[column])
    for done, column in enumerate(todo):
        widths[column] = min(natural[column], left // (len(todo) - done))
        left -= widths[column]
    return widths


def draw_table(table: Table, width: int, palette: Palette) -> list[Line]:
    widths = column_widths([table.header, *table.rows], len(table.header), width)
    if widths is None:
        return draw_records(table, table.rows, width, palette)
    return draw_head(table, widths, palette) + draw_rows(table, table.rows, widths, palette)


def draw_head(table: Table, widths: Sequence[int], palette: Palette) -> list[Line]:
    rule = _CROSS.join("─" * width for width in widths)
    return [*draw_rows(table, [table.header], widths, palette), [Segment(rule, palette.muted)]]


def draw_rows(table: Table, rows: Sequence[Row], widths: Sequence[int], palette: Palette) -> list[Line]:
    gap = Segment(_GAP, palette.muted)
    lines: list[Line] = []
    for row in rows:
        cells = [wrap(cell, width) for cell, width in zip(row, widths, strict=True)]
        for parts in zip_longest(*cells, fillvalue=[]):
            line: Line = []
            for part, width, align in zip(parts, widths, table.aligns, strict=True):
                line += [*_aligned(part, width, align), gap]
            lines.append(line[:-1])
    return lines


def draw_records(table: Table, rows: Sequence[Row], width: int, palette: Palette) -> list[Line]:
    colon = Segment(": ", palette.muted)
    lines: list[Line] = []
    for row in rows or [[[] for _ in table.header]]:
        for name, cell in zip(table.header, row, strict=True):
            lines += wrap([*name, colon, *cell], width)
        lines.append([])
    return lines[:-1]


def _aligned(part: Line, width: int, align: str) -> Line:
    room = max(0, width - line_width(part))
    left = room if align == "right" else room // 2 if align == "center" else 0
    return [Segment(" " * left), *part, Segment(" " * (room - left))]
