"""Selected text in drawn lines: how it is marked and what is copied."""

from __future__ import annotations

from collections.abc import Sequence

from rich.segment import Segment
from rich.style import Style
from textual.selection import Selection

from tui.widgets.drawn.wrap import Line, divide, plain


def marked(line: Line, span: tuple[int, int], highlight: Style) -> Line:
    """The line with the characters of `span` marked (an end of -1 is the end of the line), never its padding."""
    size = len(plain(line).rstrip())
    start, end = span
    end = size if end == -1 else min(end, size)
    before, inside, after = divide(line, [min(start, end), end], trim=False)
    return [*before, *(Segment(text, (style or Style.null()) + highlight) for text, style, _ in inside), *after]


def selected_text(lines: Sequence[Line], selection: Selection) -> str:
    """The visible text under a selection, which may be older than the lines; without the padding of code."""
    start, end = selection
    first = 0 if start is None else max(0, start.y)
    last = len(lines) - 1 if end is None else min(end.y, len(lines) - 1)
    rows = [plain(line) for line in lines[first : last + 1]]
    if rows and end is not None and end.y == last:
        rows[-1] = rows[-1][: end.x]
    if rows and start is not None:
        rows[0] = rows[0][start.x :]
    return "\n".join(row.rstrip() for row in rows)
