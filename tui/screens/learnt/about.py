"""All that is known of one piece that was learnt: the turn that says it, what is kept of it, what it ended."""

from __future__ import annotations

from datetime import tzinfo

from rich.cells import cell_len
from textual.content import Content

from memory.types import LearntItem
from tui.commands.render import moment, record_rows
from tui.safe_text import safe, safe_line

AROUND = 240
"""Characters of the turn to each side of the words that say it."""
TOLD_ABOVE = frozenset({"quote", "evidence", "conversation", "message"})


def about(item: LearntItem, turn: str, zone: tzinfo | None) -> Content:
    """`turn` is the text of the message, "" where that is gone."""
    parts = [_head(safe_line(item.record.text), "bold"), *_said(item, turn, zone), *_kept(item, zone)]
    if item.replaced is not None:
        parts += [_head("ended by it"), Content.styled(safe_line(item.replaced.text), "$text-muted")]
    return Content("\n").join(parts)


def _said(item: LearntItem, turn: str, zone: tzinfo | None) -> list[Content]:
    if not turn:
        return []
    where = ", ".join(part for part in (safe_line(item.title), moment(item.said_at, zone)) if part)
    return [_head("you said"), excerpt(turn, item.record.quote), Content.styled(where, "$text-muted")]


def excerpt(turn: str, quote: str) -> Content:
    """The words of the turn that say it, with some of those around them; its beginning where they are not found."""
    at = turn.find(quote) if quote else -1
    start, end = (at, at + len(quote)) if at >= 0 else (0, 0)
    first, last = max(0, start - AROUND), min(len(turn), end + AROUND)
    return Content.assemble(
        ("…" if first else "", "$text-muted"),
        (safe(turn[first:start]), "$text-muted"),
        safe(turn[start:end]),
        (safe(turn[end:last]), "$text-muted"),
        ("…" if last < len(turn) else "", "$text-muted"),
    )


def _kept(item: LearntItem, zone: tzinfo | None) -> list[Content]:
    rows = [(name, value) for name, value in record_rows(item.record, zone) if name not in TOLD_ABOVE]
    column = max(cell_len(name) for name, _ in rows) + 2
    lines = [Content.assemble((name.ljust(column), "$text-disabled"), safe_line(value)) for name, value in rows]
    return [_head(f"kept as {item.record.id}"), *lines]


def _head(text: str, style: str = "$accent") -> Content:
    return Content.assemble("" if style == "bold" else "\n", (text, style))
