"""Code on its panel: highlighted by pygments in the theme's colours, folded to the width."""

from __future__ import annotations

import re
from itertools import groupby
from operator import itemgetter
from threading import Thread

from pygments.lexer import Lexer  # type: ignore[import-untyped]
from pygments.lexers import get_lexer_by_name  # type: ignore[import-untyped]
from pygments.util import ClassNotFound  # type: ignore[import-untyped]
from rich.segment import Segment

from tui.widgets.drawn.palette import Palette
from tui.widgets.drawn.wrap import Line, fold, line_width, split_lines

LONGEST_LINE = 1_000
"""Characters; code with a longer line (data, minified scripts) is not highlighted: a lexer may take minutes."""

_TAB = 4
_FENCE_LANGUAGE = re.compile(r"(?:`{3,}|~{3,})[ \t]*([^\s`]*)")


_KNOWN_LIMIT = 256

_lexers: dict[str, Lexer | None] = {"": None}
_loading: set[str] = set()


def draw_code(
    code: str, lang: str, width: int, palette: Palette, *, labelled: bool = True, patient: bool = True
) -> list[Line]:
    """Draw code as rows of full width; the first names the language unless `labelled` is false.

    Not `patient`: while a lexer is not loaded yet, the code is drawn without colours.
    """
    rows = [label_row(lang, width, palette)] if lang and labelled else []
    lexer = lexer_for(lang, wait=patient)
    for line in split_lines(highlight(code.expandtabs(_TAB), lexer, palette)):
        rows += (_on_panel(row, width, palette) for row in fold(line, max(1, width - 2)))
    return rows


def label_row(lang: str, width: int, palette: Palette) -> Line:
    return _on_panel(fold([Segment(lang, palette.label)], max(1, width - 2))[0], width, palette)


def highlight(code: str, lexer: Lexer | None, palette: Palette) -> list[Segment]:
    if lexer is None or any(len(line) > LONGEST_LINE for line in code.split("\n")):
        return [Segment(code, palette.panel)]
    styled = ((palette.token(kind), text) for kind, text in lexer.get_tokens(code))
    runs = [Segment("".join(text for _, text in run), style) for style, run in groupby(styled, key=itemgetter(0))]
    return runs or [Segment("", palette.panel)]


def lexer_for(lang: str, *, wait: bool) -> Lexer | None:
    """The lexer of a language. Loading one takes up to 100 ms, so the event loop does not wait: a thread loads it."""
    if lang in _lexers:
        return _lexers[lang]
    if wait:
        return _load(lang)
    if lang not in _loading:
        _loading.add(lang)
        Thread(target=_load, args=(lang,), name=f"lexer {lang}", daemon=True).start()
    return None


def lexers_loaded(source: str) -> bool:
    """Whether all code fences of a text can be drawn without loading a lexer first."""
    return all(match[1] in _lexers for match in _FENCE_LANGUAGE.finditer(source))


def _load(lang: str) -> Lexer | None:
    try:
        lexer = get_lexer_by_name(lang.lower(), stripnl=False, ensurenl=False)
    except ClassNotFound:
        lexer = None
    if len(_lexers) > _KNOWN_LIMIT:
        _lexers.clear()
    _lexers[lang] = lexer
    _loading.discard(lang)
    return lexer


def _on_panel(row: Line, width: int, palette: Palette) -> Line:
    padding = max(0, width - 1 - line_width(row))
    return [Segment(" ", palette.panel), *row, Segment(" " * padding, palette.panel)]
