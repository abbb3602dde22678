"""Drawn lines as they are kept: small, and nothing for the garbage collector to visit."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate, groupby, pairwise
from operator import attrgetter
from typing import TypeAlias, overload

from rich.segment import Segment
from rich.style import Style

from tui.widgets.drawn.wrap import Line

_Packed: TypeAlias = tuple[str, tuple[int, ...], tuple[int, ...]]
"""The text of a line; for each run of one style its length in characters; the numbers of these styles.

Of plain values, so that the collector stops tracking it: a full collection takes a time in proportion to what is
tracked, and it stops the event loop.
"""


class Lines(Sequence[Line]):
    """A list of lines that grows and is cut at its end; a line is unpacked when it is asked for."""

    def __init__(self, lines: Iterable[Line] = ()) -> None:
        self._packed: list[_Packed] = []
        self._numbers: dict[Style | None, int] = {}
        self._styles: list[Style | None] = []
        self.extend(lines)

    def __len__(self) -> int:
        return len(self._packed)

    @overload
    def __getitem__(self, index: int) -> Line: ...
    @overload
    def __getitem__(self, index: slice) -> list[Line]: ...
    def __getitem__(self, index: int | slice) -> Line | list[Line]:
        if isinstance(index, slice):
            return [self._unpack(packed) for packed in self._packed[index]]
        return self._unpack(self._packed[index])

    def extend(self, lines: Iterable[Line]) -> None:
        self._packed += map(self._pack, lines)

    def cut(self, length: int) -> None:
        """Drop the lines from number `length` on."""
        del self._packed[length:]

    def _pack(self, line: Line) -> _Packed:
        runs = [(style, [segment.text for segment in run]) for style, run in groupby(line, attrgetter("style"))]
        texts = ["".join(parts) for _, parts in runs]
        return "".join(texts), tuple(map(len, texts)), tuple(self._number(style) for style, _ in runs)

    def _number(self, style: Style | None) -> int:
        number = self._numbers.setdefault(style, len(self._styles))
        if number == len(self._styles):
            self._styles.append(style)
        return number

    def _unpack(self, packed: _Packed) -> Line:
        text, sizes, numbers = packed
        ends = list(accumulate(sizes, initial=0))
        return [
            Segment(text[at:end], self._styles[number])
            for (at, end), number in zip(pairwise(ends), numbers, strict=True)
        ]
