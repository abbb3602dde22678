"""Code on its panel: highlighted by pygments in the theme's colours, folded to the width."""

from __future__ import annotations

from functools import lru_cache

from pygments.lexer import Lexer  # type: ignore[import-untyped]
from pygments.lexers import get_lexer_by_name  # type: ignore[import-untyped]
from pygments.util import ClassNotFound  # type: ignore[import-untyped]
from rich.segment import Segment

from tui.widgets.drawn.palette import Palette
from tui.widgets.drawn.wrap import Line, fold, line_width, split_lines

LONGEST_LINE = 1_000
"""Characters; code with a longer line (data, minified scripts) is not highlighted: a lexer may take minutes."""

_TAB = 4


def draw_code(code: str, lang: str, width: int, palette: Palette, *, labelled: bool = True) -> list[Line]:
    """Draw code as rows of full width; the first names the language unless `labelled` is false."""
    rows = [label_row(lang, width, palette)] if lang and labelled else []
    for line in split_lines(highlight(code.expandtabs(_TAB), lang, palette)):
        rows += (_on_panel(row, width, palette) for row in fold(line, max(1, width - 2)))
    return rows


def label_row(lang: str, width: int, palette: Palette) -> Line:
    return _on_panel(fold([Segment(lang, palette.label)], max(1, width - 2))[0], width, palette)


def highlight(code: str, lang: str, palette: Palette) -> list[Segment]:
    lexer = lexer_for(lang)
    if lexer is None or any(len(line) > LONGEST_LINE for line in code.split("\n")):
        return [Segment(code, palette.panel)]
    segments = [Segment(text, palette.token(kind)) for kind, text in lexer.get_tokens(code)]
    return segments or [Segment("", palette.panel)]


@lru_cache(maxsize=64)
def lexer_for(lang: str) -> Lexer | None:
    try:
        return get_lexer_by_name(lang.lower(), stripnl=False, ensurenl=False) if lang else None
    except ClassNotFound:
        return None


def _on_panel(row: Line, width: int, palette: Palette) -> Line:
    padding = max(0, width - 1 - line_width(row))
    return [Segment(" ", palette.panel), *row, Segment(" " * padding, palette.panel)]
