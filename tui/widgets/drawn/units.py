"""Cuts a growing Markdown text into units that are finished, line by line and without a parser.

A unit is closed at a blank line, before a list item of the first level, before and after a heading, at the end of a
code fence. It never grows again, so what was drawn of it stays.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, TypeAlias

Kind: TypeAlias = Literal["text", "quote", "item", "fence", "table", "heading", "rule"]

_FENCE = re.compile(r" {0,3}(?:(`{3,})([^`]*)|(~{3,})(.*))$")
_HEADING = re.compile(r" {0,3}#{1,6}(?:\s|$)")
_RULE = re.compile(r" {0,3}([-*_])(?: *\1){2,} *$")
_ITEM = re.compile(r"( {0,3}(?:[-+*]|(\d{1,9})[.)]))(?:( {1,4})(?=\S)|\s|$)")
_QUOTE = re.compile(r" {0,3}>")
_SETEXT = re.compile(r" {0,3}(?:-+|=+) *$")
_DELIMITER = re.compile(r"[ |:-]*-[ |:-]*$")


@dataclass(frozen=True, slots=True)
class Step:
    """What one line does: close the open unit, open another, join it, end it.

    `takes_header`: the line is the second of a table, whose first was taken for text.
    """

    closes: bool = False
    opens: Kind | None = None
    joins: bool = True
    ends: bool = False
    takes_header: bool = False


class UnitScanner:
    """Feed it complete lines, without their newline.

    `kind`, `lang`, `gap` and `number` are those of the open unit: what it is, a fence's language, whether a blank line
    is before it, and its place in a numbered list (which goes by the first number alone).
    """

    def __init__(self) -> None:
        self.kind: Kind | None = None
        self.lang = ""
        self.gap = False
        self.number: int | None = None
        self._list = ""
        self._fence = ""
        self._indent = 0
        self._blank = False
        self._previous = ""

    def push(self, line: str) -> Step:
        step = self._step(line)
        if step.opens:
            self._open(step.opens, line)
        if step.ends or (step.closes and not step.opens):
            self.kind = None
        self._blank = not line.strip()
        self._previous = line
        return step

    def _step(self, line: str) -> Step:
        if self.kind == "fence":
            return Step(ends=_closes(self._fence, line))
        if not line.strip():
            return Step() if self.kind == "item" else Step(closes=self.kind is not None, joins=False)
        if self.kind is None:
            return self._fresh(line)
        if self.kind == "item":
            return self._in_item(line)
        return self._in_text(line)

    def _fresh(self, line: str) -> Step:
        kind = starts(line)
        return Step(closes=self.kind is not None, opens=kind, ends=kind in ("heading", "rule"))

    def _in_item(self, line: str) -> Step:
        inside = _indent(line) >= self._indent
        if self._fence and inside:
            self._fence = "" if _closes(self._fence, line[self._indent :]) else self._fence
            return Step()
        self._fence = ""
        if inside:
            self._fence, _ = _opening(line[self._indent :])
            return Step()
        lazy = not self._blank and starts(line) == "text"
        return Step() if lazy else self._fresh(line)

    def _in_text(self, line: str) -> Step:
        kind = starts(line)
        if self.kind == "text":
            if _SETEXT.match(line):
                return Step(ends=True)
            if _DELIMITER.match(line) and "|" in self._previous and "|" in line:
                return Step(closes=True, opens="table", takes_header=True)
        if kind == "text" or kind == self.kind or (kind == "item" and not self._interrupts(line)):
            return Step()
        return self._fresh(line)

    def _interrupts(self, line: str) -> bool:
        """Whether a list may begin inside a paragraph: an empty item or one that starts with 2 may not."""
        match = _ITEM.match(line)
        return match is not None and bool(match[3]) and match[2] in (None, "1")

    def _open(self, kind: Kind, line: str) -> None:
        self.kind = kind
        self.gap = self._blank
        self._fence, self.lang = _opening(line) if kind == "fence" else ("", "")
        if kind == "item" and (match := _ITEM.match(line)):
            self._open_item(match)
        else:
            self._list = ""
            self.number = None

    def _open_item(self, match: re.Match[str]) -> None:
        self._indent = len(match[1]) + len(match[3] or " ")
        self._fence, _ = _opening(match.string[self._indent :])
        same_list, self._list = match[1][-1] == self._list, match[1][-1]
        if match[2] is None:
            self.number = None
        else:
            self.number = self.number + 1 if same_list and self.number is not None else int(match[2])


def starts(line: str) -> Kind:
    """What kind of unit a line would open."""
    if _opening(line)[0]:
        return "fence"
    if _HEADING.match(line):
        return "heading"
    if _RULE.match(line):
        return "rule"
    if _ITEM.match(line):
        return "item"
    return "quote" if _QUOTE.match(line) else "text"


def _opening(line: str) -> tuple[str, str]:
    """The fence a line opens and its language, or two empty strings."""
    match = _FENCE.match(line)
    if match is None:
        return "", ""
    words = (match[2] or match[4] or "").split()
    return match[1] or match[3], words[0] if words else ""


def _closes(fence: str, line: str) -> bool:
    stripped = line.strip()
    return len(stripped) >= len(fence) and not stripped.strip(fence[0]) and _indent(line) < 4


def _indent(line: str) -> int:
    expanded = line.expandtabs(4)
    return len(expanded) - len(expanded.lstrip(" "))
