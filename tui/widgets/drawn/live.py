"""A message drawn while it is being written: what is finished stays, only the open unit is drawn again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tui.widgets.drawn.draw import Block, Canvas, draw_markdown, draw_plain, needs_gap
from tui.widgets.drawn.lines import Lines
from tui.widgets.drawn.open_units import Ending, OpenFence, OpenTable, OpenText, OpenUnit, is_table
from tui.widgets.drawn.units import Kind, UnitScanner, starts
from tui.widgets.drawn.wrap import Line, word_breaks

LONGEST_LINE = 2_300
"""Characters; a longer line is cut for the time being, so that no step costs more than a bounded amount.

What is cut off is longer than `LIVE_LIMIT`, and so is drawn only once.
"""


class LiveDrawing:
    """Feed it safe text; `lines` is what to show, `blocks` the finished parts."""

    def __init__(self, canvas: Canvas) -> None:
        self.canvas = replace(canvas, patient=False)
        self.lines = Lines()
        self.blocks: list[Block] = []
        self._scanner = UnitScanner()
        self._unit: OpenUnit | None = None
        self._kind = ""
        self._partial = ""
        self._goes_on = False
        """What comes next belongs to a line that was cut."""
        self._at = 0
        self._start = 0
        self._base = 0
        self._lead = 0
        self._settled = 0
        self._changed = 0

    def feed(self, text: str) -> int:
        """Take in more text; return the number of the first line that may have changed."""
        self._changed = self._settled
        self.lines.cut(self._settled)
        *complete, last = (self._partial + text).split("\n")
        for line in complete:
            for piece in _pieces(line, self.canvas.width):
                self._piece(piece)
            self._goes_on = False
            self._at += 1
        *pieces, self._partial = _pieces(last, self.canvas.width)
        for piece in pieces:
            self._piece(piece)
        self._settle()
        self.lines.extend(self._tail())
        return self._changed

    def _piece(self, piece: str) -> None:
        if self._goes_on and self._unit:
            self._unit.add(piece)
            self._at += len(piece)
        else:
            self._line(piece)
        self._goes_on = True

    def _line(self, line: str) -> None:
        step = self._scanner.push(line)
        header = self._unit.take_last() if step.takes_header and isinstance(self._unit, OpenText) else None
        start = self._at if header is None else self._at - len(header) - 1
        if step.closes:
            self._close(start)
        if step.opens:
            self._open(step.opens, line, header, start)
        elif step.joins and self._unit and not (step.ends and isinstance(self._unit, OpenFence)):
            self._unit.add(line)
        self._at += len(line)
        if step.ends:
            self._close(self._at + 1)

    def _open(self, kind: Kind, line: str, header: str | None, start: int) -> None:
        self._start = start
        self._kind = _block_kind(kind)
        self._lead = len(self.lines)
        if self._gap_before(kind, blank=self._scanner.gap and header is None):
            self.lines.extend([[]])
        self._base = self._settled = len(self.lines)
        self._unit = self._new_unit(kind, line, header)

    def _new_unit(self, kind: Kind, line: str, header: str | None) -> OpenUnit:
        if header is not None and is_table(f"{header}\n{line}"):
            return OpenTable(self.canvas, f"{header}\n{line}")
        canvas = replace(self.canvas, number=self._scanner.number)
        unit = OpenFence(canvas, self._scanner.lang) if kind == "fence" else OpenText(canvas)
        if header is not None:
            unit.add(header)
        unit.add(line)
        return unit

    def _gap_before(self, kind: Kind, *, blank: bool) -> bool:
        return bool(self.blocks) and needs_gap(self.blocks[-1].kind, _block_kind(kind), blank)

    def _settle(self) -> None:
        if self._unit:
            self.lines.extend(self._unit.settle())
            self._settled = len(self.lines)

    def _tail(self) -> list[Line]:
        if self._unit:
            return self._unit.tail(self._partial)
        if not self._partial.strip():
            return []
        gap: list[Line] = [[]] if self._gap_before(starts(self._partial), blank=True) else []
        return gap + draw_markdown(self._partial, self.canvas).lines

    def _close(self, end: int) -> None:
        if self._unit is None:
            return
        ending = self._unit.close()
        self._unit = None
        if ending.redrawn:
            keep = self._base if ending.lines else self._lead
            self._changed = min(self._changed, keep)
            self.lines.cut(keep)
        self.lines.extend(ending.lines)
        self._settled = len(self.lines)
        self.blocks += self._finished(ending, end)

    def _finished(self, ending: Ending, end: int) -> Iterator[Block]:
        if ending.redrawn:
            for block in ending.blocks:
                yield replace(
                    block,
                    start=block.start + self._start,
                    end=min(block.end + self._start, end),
                    top=block.top + self._base,
                    bottom=block.bottom + self._base,
                )
        else:
            yield Block(self._kind, self._start, end, self._base, len(self.lines))


class PlainDrawing:
    """The same for text that is no Markdown: wrapped rows, line breaks as they come."""

    def __init__(self, canvas: Canvas) -> None:
        self.canvas = canvas
        self.lines = Lines()
        self.blocks: list[Block] = []
        self._partial = ""
        self._settled = 0

    def feed(self, text: str) -> int:
        changed = self._settled
        self.lines.cut(changed)
        *complete, last = (self._partial + text).split("\n")
        *pieces, self._partial = _pieces(last, self.canvas.width)
        for line in [*complete, *pieces]:
            self.lines.extend(draw_plain(line, self.canvas.width))
        self._settled = len(self.lines)
        if self._partial:
            self.lines.extend(draw_plain(self._partial, self.canvas.width))
        return changed


def _block_kind(kind: Kind) -> str:
    return "paragraph" if kind == "text" else kind


def _pieces(line: str, width: int) -> list[str]:
    """The line, cut where a row of so many cells begins anyway."""
    pieces = []
    while len(line) > LONGEST_LINE:
        rows = word_breaks(line[:LONGEST_LINE], width)
        cut = rows[-1] if rows else LONGEST_LINE
        pieces.append(line[:cut])
        line = line[cut:]
    return [*pieces, line]
