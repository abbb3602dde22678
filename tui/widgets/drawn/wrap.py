"""Lines of styled text cut to a width in cells: between words, between ideographs, never inside a grapheme."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from rich.cells import cell_len, split_graphemes
from rich.segment import Segment
from rich.style import Style

Line: TypeAlias = list[Segment]

_WIDE = "\u2e80-\u2fdf\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_CLOSING = "、。，．！？：；）」』】〉》”’…ー"
_WORD = re.compile(rf"[{_WIDE}][{_CLOSING}]*\s*|[^\s{_WIDE}]+\s*|\s+")


def wrap(segments: Sequence[Segment], width: int) -> list[Line]:
    """Cut at newlines and between words; a word longer than a line is folded."""
    return [row for line in split_lines(segments) for row in divide(line, word_breaks(plain(line), width))]


def fold(segments: Sequence[Segment], width: int) -> list[Line]:
    """Cut one line at exactly the width, as code wants it; spaces stay."""
    text = plain(segments)
    return divide(segments, fold_breaks(text, width), trim=False)


def plain(segments: Iterable[Segment]) -> str:
    return "".join(segment.text for segment in segments)


def split_lines(segments: Iterable[Segment]) -> Iterator[Line]:
    line: Line = []
    for segment in segments:
        first, *others = segment.text.split("\n")
        line.append(Segment(first, segment.style))
        for text in others:
            yield line
            line = [Segment(text, segment.style)]
    yield line


def word_breaks(text: str, width: int) -> list[int]:
    """Offsets where a new line begins (0 is not among them)."""
    if len(text) * 2 <= width or cell_len(text) <= width:
        return []
    breaks: list[int] = []
    used = 0
    for match in _WORD.finditer(text):
        word = match[0]
        cells = cell_len(word.rstrip())
        if used and used + cells > width:
            breaks.append(match.start())
            used = 0
        if cells > width:
            folds = fold_breaks(word.rstrip(), width)
            breaks += (match.start() + fold for fold in folds)
            used = cell_len(word[folds[-1] :]) if folds else cells
        else:
            used += cell_len(word)
    return breaks


def fold_breaks(text: str, width: int) -> list[int]:
    if len(text) * 2 <= width or cell_len(text) <= width:
        return []
    breaks: list[int] = []
    used = 0
    for start, _, cells in split_graphemes(text)[0]:
        if used and used + cells > width:
            breaks.append(start)
            used = 0
        used += cells
    return breaks


def divide(segments: Sequence[Segment], breaks: Sequence[int], *, trim: bool = True) -> list[Line]:
    """Cut the segments of one line at character offsets; `trim` drops the spaces at the end of each row."""
    if not breaks:
        return [_trimmed(list(segments)) if trim else list(segments)]
    rows: list[Line] = [[] for _ in range(len(breaks) + 1)]
    bounds = [0, *breaks, sum(len(segment.text) for segment in segments)]
    row = at = 0
    for text, style, _ in segments:
        end = at + len(text)
        cut = at
        while row < len(breaks) and bounds[row + 1] <= end:
            _put(rows[row], text[cut - at : bounds[row + 1] - at], style)
            cut = bounds[row + 1]
            row += 1
        _put(rows[row], text[cut - at :], style)
        at = end
    return [_trimmed(line) for line in rows] if trim else rows


def _put(line: Line, text: str, style: Style | None) -> None:
    if text:
        line.append(Segment(text, style))


def _trimmed(line: Line) -> Line:
    while line:
        text = line[-1].text.rstrip()
        if text:
            line[-1] = Segment(text, line[-1].style)
            break
        line.pop()
    return line


def line_width(line: Iterable[Segment]) -> int:
    return sum(cell_len(segment.text) for segment in line)
