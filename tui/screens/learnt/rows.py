"""The rows of what was learnt: a heading for each run, a piece for each thing it did."""

from __future__ import annotations

from textual.content import Content

from memory.types import LearntItem, Verdict
from tui.commands.learnt import GONE, NOTHING, SIGNS, TEACHING, quote_of, state_of
from tui.commands.render import place_name
from tui.safe_text import safe_line
from tui.widgets.row import INDENT, Lines, indented

_COLOURS = {"+": "$success", "~": "$warning", "=": "$text-muted", "?": "$accent"}


def undone(item: LearntItem) -> bool:
    return item.verdict is Verdict.UNDONE


class Heading(Lines):
    """Where and when a run learnt, and whether the user sees it for the first time."""

    def __init__(self, title: str, *, fresh: bool, first: bool) -> None:
        self._title, self._fresh, self._first = title, fresh, first

    def lines(self, width: int) -> list[Content]:
        new = Content.styled("  new", "$accent") if self._fresh else Content()
        title = Content.styled(safe_line(self._title, width - new.cell_length), "bold $text-muted")
        return [*([] if self._first else [Content()]), title + new]


class Piece(Lines):
    """Sign and text, then the words it rests on; what was taken back is struck out."""

    def __init__(self, item: LearntItem) -> None:
        self._item = item

    def lines(self, width: int) -> list[Content]:
        item = self._item
        gone = undone(item) or item.record.state == "rejected"
        sign = SIGNS[item.action]
        head = Content.styled(safe_line(item.record.text), "strike $text-muted" if gone else "")
        if item.replaced is not None:
            old = Content.styled(safe_line(item.replaced.text), "" if gone else "$text-muted")
            head = Content.assemble(old, (" → ", "$text-muted"), head)
        if state := state_of(item):
            head = Content.assemble(head, (f"  {state}", "$accent"))
        first, *others = head.wrap(max(1, width - INDENT))
        return [
            Content.assemble((f"{sign} ", f"bold {_COLOURS[sign]}"), first),
            *(" " * INDENT + line for line in others),
            *self._source(width),
        ]

    def _source(self, width: int) -> list[Content]:
        gone = "" if self._item.conversation else GONE
        place = safe_line(place_name(self._item.record.partition))
        told = " · ".join(part for part in (quote_of(self._item), place, gone) if part)
        return indented(Content.styled(told, "$text-muted"), width) if told else []


class Aside(Lines):
    """A quiet line under the pieces of a run."""

    def __init__(self, text: str) -> None:
        self._text = text

    def lines(self, width: int) -> list[Content]:
        return indented(Content.styled(self._text, "$text-disabled"), width)


class Teaching(Lines):
    """What stands here before anything was learnt."""

    def lines(self, width: int) -> list[Content]:
        first = Content.styled(NOTHING, "bold")
        parts = [Content.styled(text, "$text-muted").wrap(width) for text in TEACHING]
        return [first, *(line for part in parts for line in (Content(), *part))]
