"""Markdown to lines of styled text for one width and palette. Pure: safe to run in a thread."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from markdown_it.token import Token
from rich.segment import Segment
from rich.style import Style

from tui.widgets.drawn.code import draw_code
from tui.widgets.drawn.inline import PARSER, draw_inline
from tui.widgets.drawn.palette import Palette
from tui.widgets.drawn.table import draw_table, read_table
from tui.widgets.drawn.wrap import Line, wrap

_BULLETS = "•◦▪"
_NARROWEST = 12
"""Below this many cells nested text is no longer indented."""
_DEEPEST = 18
"""The parser drops what lies deeper than 20 levels, so such a block is shown as it came."""


@dataclass(frozen=True, slots=True)
class Block:
    """A top-level part of a message; a list counts item by item.

    `start` and `end` are offsets into the source, `top` and `bottom` line numbers on the screen, both half-open.
    """

    kind: str
    start: int
    end: int
    top: int
    bottom: int


@dataclass(slots=True)
class Drawn:
    """Lines ready to show, and which block each came from."""

    lines: list[Line] = field(default_factory=list)
    blocks: list[Block] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Canvas:
    """What everything in one message is drawn with.

    `env` holds the link definitions seen so far; `patient` is false where nothing may wait for a lexer to load;
    `number` is that of a first list item whose list began earlier.
    """

    width: int
    palette: Palette
    patient: bool = True
    number: int | None = None
    env: dict[str, Any] = field(default_factory=dict)
    style: Style | None = None

    def inner(self, indent: int) -> Canvas:
        return replace(self, width=self.width - indent)


@dataclass(frozen=True, slots=True)
class _Part:
    """The tokens of one block; for an item of a list with the marker to draw in front of it."""

    kind: str
    tokens: Sequence[Token]
    marker: str = ""

    @property
    def source_lines(self) -> tuple[int, int]:
        first, end = self.tokens[0].map or (0, 0)
        return first, end


def draw_markdown(source: str, canvas: Canvas) -> Drawn:
    """Draw a whole text, or a part of one that starts at a block's first line."""
    tokens = PARSER.parse(source, canvas.env)
    offsets = _line_offsets(source)
    drawn = Drawn()
    for part in _parts(tokens, first_number=canvas.number):
        first, last = part.source_lines
        start, end = offsets[first], offsets[min(last, len(offsets) - 1)]
        blank_before = first > 0 and not source[offsets[first - 1] : start].strip()
        if drawn.blocks and needs_gap(drawn.blocks[-1].kind, part.kind, blank_before):
            drawn.lines.append([])
        text = source[start:end]
        lines = draw_plain(text, canvas.width) if _too_deep(part.tokens) else _draw_part(part, canvas)
        top = len(drawn.lines)
        drawn.lines += lines
        drawn.blocks.append(Block(part.kind, start, end, top, len(drawn.lines)))
    return drawn


def draw_plain(source: str, width: int) -> list[Line]:
    """Draw text as it is, with its line breaks; no Markdown."""
    return [row for line in source.rstrip("\n").split("\n") for row in wrap([Segment(line.expandtabs(4))], width)]


def needs_gap(before: str, kind: str, blank_between: bool) -> bool:
    """Whether an empty line stands between two blocks."""
    if before == "heading":
        return False
    if kind == "item" and before in ("item", "paragraph"):
        return blank_between
    return True


def _line_offsets(source: str) -> list[int]:
    offsets = [0]
    for line in source.split("\n"):
        offsets.append(offsets[-1] + len(line) + 1)
    offsets[-1] = len(source)
    return offsets


def _groups(tokens: Sequence[Token]) -> Iterator[Sequence[Token]]:
    """Cut a flat list of tokens into its top-level blocks."""
    start = depth = 0
    for index, token in enumerate(tokens):
        depth += token.nesting
        if depth == 0:
            yield tokens[start : index + 1]
            start = index + 1


_KINDS = {
    "paragraph_open": "paragraph",
    "heading_open": "heading",
    "blockquote_open": "quote",
    "bullet_list_open": "list",
    "ordered_list_open": "list",
    "table_open": "table",
    "hr": "rule",
}


def _parts(tokens: Sequence[Token], depth: int = 0, first_number: int | None = None) -> Iterator[_Part]:
    for group in _groups(tokens):
        kind = _KINDS.get(group[0].type, group[0].type)
        if kind != "list":
            yield _Part(kind, group)
            continue
        number = int(group[0].attrs.get("start", 1)) if first_number is None else first_number
        first_number = None
        ordered = group[0].type == "ordered_list_open"
        for index, item in enumerate(_groups(group[1:-1])):
            bullet = f" {_BULLETS[min(depth, len(_BULLETS) - 1)]} "
            yield _Part("item", item, f"{number + index}.".rjust(3) + " " if ordered else bullet)


def _draw_part(part: _Part, canvas: Canvas, depth: int = 0) -> list[Line]:
    first = part.tokens[0]
    match part.kind:
        case "paragraph":
            return wrap(draw_inline(part.tokens[1].content, canvas.palette, canvas.env, canvas.style), canvas.width)
        case "heading":
            style = canvas.palette.heading if first.tag in ("h1", "h2", "h3") else canvas.palette.subheading
            return wrap(draw_inline(part.tokens[1].content, canvas.palette, canvas.env, style), canvas.width)
        case "fence" | "code_block":
            code = first.content.removesuffix("\n")
            return draw_code(code, _language(first), canvas.width, canvas.palette, patient=canvas.patient)
        case "table":
            return draw_table(read_table(part.tokens, canvas.palette, canvas.env), canvas.width, canvas.palette)
        case "item":
            return _draw_item(part, canvas, depth)
        case "quote":
            quoted = replace(canvas, style=canvas.palette.quote)
            bar = Segment("▎ ", canvas.palette.muted)
            return _prefixed(part, quoted, bar, bar, depth)
        case _:
            return [[Segment("─" * canvas.width, canvas.palette.muted)]]


def _draw_item(part: _Part, canvas: Canvas, depth: int) -> list[Line]:
    marker = Segment(part.marker, canvas.palette.marker)
    return _prefixed(part, canvas, marker, Segment(" " * len(part.marker)), depth + 1) or [[marker]]


def _prefixed(part: _Part, canvas: Canvas, first: Segment, other: Segment, depth: int) -> list[Line]:
    indent = len(first.text)
    if canvas.width - indent < _NARROWEST:
        return _draw_children(part, canvas, depth)
    lines = _draw_children(part, canvas.inner(indent), depth)
    return [[other if index else first, *line] for index, line in enumerate(lines)]


def _draw_children(part: _Part, canvas: Canvas, depth: int) -> list[Line]:
    lines: list[Line] = []
    before = ""
    for child in _parts(part.tokens[1:-1], depth):
        tight = part.kind == "item" and child.kind in ("item", "fence", "code_block")
        if before and not tight and needs_gap(before, child.kind, blank_between=False):
            lines.append([])
        lines += _draw_part(child, canvas, depth)
        before = child.kind
    return lines


def _too_deep(tokens: Sequence[Token]) -> bool:
    return len(tokens) > _DEEPEST and max(token.level for token in tokens) >= _DEEPEST


def _language(token: Token) -> str:
    words = token.info.split() if token.type == "fence" else []
    return words[0] if words else ""
