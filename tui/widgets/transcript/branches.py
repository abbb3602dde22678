"""The line that says that other messages stand in the place of this one, and leads to them."""

from __future__ import annotations

from textual.content import Content
from textual.style import Style

from memory.types import Message

WAY = "branch"
"""The data of the style under which a click finds the message to go to."""


def branch_line(message: Message) -> Content:
    """`‹ 2/3 ›` with both signs to click on, or nothing."""
    if not message.siblings:
        return Content()
    at, of = message.siblings.index(message.id), len(message.siblings)
    back, on = (_way(sign, message.siblings[(at + step) % of]) for sign, step in (("‹ ", -1), (" ›", 1)))
    return Content.assemble(back, (f"{at + 1}/{of}", "$text-muted"), on)


def _way(sign: str, message: str) -> Content:
    return Content.styled(sign, Style(bold=True) + Style.from_meta({WAY: message}))
