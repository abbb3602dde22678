"""The unit that is still being written: how it looks now, and which of its rows are final."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from markdown_it.token import Token

from tui.widgets.drawn.code import draw_code, label_row
from tui.widgets.drawn.draw import Block, Canvas, draw_markdown, draw_plain
from tui.widgets.drawn.inline import PARSER
from tui.widgets.drawn.table import column_widths, draw_head, draw_records, draw_rows, draw_table, read_table
from tui.widgets.drawn.wrap import Line

LIVE_LIMIT = 2_000
"""Characters; a longer unit is shown plain while it grows, since drawing it again each time costs too much."""
CLOSE_LIMIT = 4_000
"""Characters; a longer unit stays plain when it closes: the final drawing, off the event loop, sees to it."""
FITTED_ROWS = 64
"""Rows of a table that decide its column widths; later rows are wrapped into them."""

_SLACK = 2
"""Cells a column may grow by once its width is settled, as a column of numbers does."""


@dataclass(frozen=True, slots=True)
class Ending:
    """What a closed unit looks like: rows to add, or with `redrawn` its whole look and its blocks."""

    lines: list[Line]
    redrawn: bool = False
    blocks: Sequence[Block] = ()


class OpenUnit(Protocol):
    def add(self, line: str) -> None:
        """Take in one more complete line."""

    def settle(self) -> list[Line]:
        """Return the rows that became final since the last call."""

    def tail(self, partial: str) -> list[Line]:
        """Draw the rows after the settled ones, with the line that is still being written."""

    def close(self) -> Ending: ...


class OpenText:
    """Prose, a quote, a heading or one list item."""

    def __init__(self, canvas: Canvas) -> None:
        self.canvas = canvas
        self.lines: list[str] = []
        self._size = 0
        self._settled = 0

    def add(self, line: str) -> None:
        self.lines.append(line)
        self._size += len(line) + 1

    def take_last(self) -> str:
        """Give back the last line: it turned out to be the header of a table."""
        line = self.lines.pop()
        self._size -= len(line) + 1
        self._settled = min(self._settled, len(self.lines))
        return line

    def settle(self) -> list[Line]:
        if self._size <= LIVE_LIMIT:
            return []
        fresh = self.lines[self._settled :]
        self._settled = len(self.lines)
        return draw_plain("\n".join(fresh), self.canvas.width) if fresh else []

    def tail(self, partial: str) -> list[Line]:
        if self._settled:
            return draw_plain(partial, self.canvas.width) if partial else []
        return draw_markdown("\n".join([*self.lines, partial]), self.canvas).lines

    def close(self) -> Ending:
        if self._size > CLOSE_LIMIT:
            return Ending(self.settle())
        drawn = draw_markdown("\n".join(self.lines) + "\n", self.canvas)
        return Ending(drawn.lines, redrawn=True, blocks=drawn.blocks)


class OpenFence:
    """A code fence: each line is highlighted once, when it is complete."""

    def __init__(self, canvas: Canvas, lang: str) -> None:
        self.canvas = canvas
        self.lang = lang
        self.code: list[str] = []
        self._started = False
        self._indent = 0
        self._settled = 0
        self._labelled = not lang

    def add(self, line: str) -> None:
        if self._started:
            self.code.append(self._inside(line))
        else:
            self._started = True
            self._indent = len(line) - len(line.lstrip())

    def _inside(self, line: str) -> str:
        spaces = len(line) - len(line.lstrip(" "))
        return line[min(spaces, self._indent) :]

    def settle(self) -> list[Line]:
        rows = [] if self._labelled else [label_row(self.lang, self.canvas.width, self.canvas.palette)]
        self._labelled = True
        fresh = self.code[self._settled :]
        self._settled = len(self.code)
        return rows + (self._draw("\n".join(fresh)) if fresh else [])

    def tail(self, partial: str) -> list[Line]:
        return self._draw(self._inside(partial)) if partial.strip(" `~") else []

    def close(self) -> Ending:
        return Ending(self.settle())

    def _draw(self, code: str) -> list[Line]:
        canvas = self.canvas
        return draw_code(code, self.lang, canvas.width, canvas.palette, labelled=False, patient=canvas.patient)


class OpenTable:
    """A table: drawn anew with each row until the column widths are settled."""

    def __init__(self, canvas: Canvas, head: str) -> None:
        self.canvas = canvas
        self._head = head
        self._table = read_table(_table_tokens(head, canvas), canvas.palette, canvas.env)
        self._widths: list[int] | None = None
        self._fitted = False

    def add(self, line: str) -> None:
        self._table.rows.extend(self._read(line))

    def _read(self, line: str) -> list[list[Line]]:
        tokens = _table_tokens(f"{self._head}\n{line}", self.canvas)
        return read_table(tokens, self.canvas.palette, self.canvas.env).rows

    def settle(self) -> list[Line]:
        rows = self._table.rows
        if not self._fitted and len(rows) < FITTED_ROWS:
            return []
        head = [] if self._fitted else self._fit()
        lines = head + self._draw(rows)
        rows.clear()
        return lines

    def _fit(self) -> list[Line]:
        table, canvas = self._table, self.canvas
        self._fitted = True
        self._widths = column_widths([table.header, *table.rows], len(table.header), canvas.width, _SLACK)
        return draw_head(table, self._widths, canvas.palette) if self._widths else []

    def _draw(self, rows: list[list[Line]]) -> list[Line]:
        if not rows:
            return []
        if self._widths:
            return draw_rows(self._table, rows, self._widths, self.canvas.palette)
        return [*draw_records(self._table, rows, self.canvas.width, self.canvas.palette), []]

    def tail(self, partial: str) -> list[Line]:
        rows = self._read(partial) if partial.strip() else []
        if self._fitted:
            return self._draw(rows)
        table = type(self._table)(self._table.header, self._table.rows + rows, self._table.aligns)
        return draw_table(table, self.canvas.width, self.canvas.palette)

    def close(self) -> Ending:
        return Ending(self.settle() if self._fitted else self.tail(""))


def is_table(head: str) -> bool:
    """Whether a header and a delimiter line really make a table (the number of columns must agree)."""
    tokens = PARSER.parse(head)
    return bool(tokens) and tokens[0].type == "table_open"


def _table_tokens(source: str, canvas: Canvas) -> list[Token]:
    return PARSER.parse(source, canvas.env)
