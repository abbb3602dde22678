"""What stands where no conversation is yet."""

from __future__ import annotations

from textual.content import Content
from textual.widgets import Static

_LINES = (
    ("harken", "bold $accent"),
    ("a chat that remembers", "$text-muted"),
    ("", ""),
    (
        "Write below and press Enter. What you say about yourself and your work is remembered on this computer "
        "and comes back when it helps.",
        "",
    ),
    ("", ""),
)
_HINTS = (
    ("/remember", "keep something for good"),
    ("/forget", "remove it everywhere"),
    ("/model", "choose who answers"),
    ("/help", "all commands and keys"),
)


class Empty(Static):
    """The first thing a newcomer reads."""

    def __init__(self) -> None:
        super().__init__(empty_content(), markup=False, id="empty")


def empty_content() -> Content:
    lines = [Content.styled(text, style) for text, style in _LINES]
    lines += [Content.assemble((f"{command:<12}", "$accent"), (meaning, "$text-muted")) for command, meaning in _HINTS]
    return Content("\n").join(lines)
