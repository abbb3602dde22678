"""What the user said."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from textual.content import Content
from textual.widgets import Static

from memory.types import Part, PartKind, PartSource
from tui.safe_text import safe, safe_line

TYPED_ROOM = (2_000, 60)
FOREIGN_ROOM = (400, 6)
"""Characters and lines that are shown; the whole is stored and sent all the same."""


class UserMessage(Static):
    """One message of the user; long ones are shown by their beginning, and say how long they are."""

    def __init__(self, parts: Sequence[Part], note: str = "") -> None:
        super().__init__(user_content(parts, note), markup=False, classes="message user")


def user_content(parts: Sequence[Part], note: str = "") -> Content:
    pieces = [Content("\n").join(_part(part)) for part in parts]
    if note:
        pieces.append(Content.styled(safe_line(note), "$text-muted"))
    return Content("\n\n").join(pieces)


def _part(part: Part) -> Iterator[Content]:
    if part.kind is not PartKind.TEXT:
        yield Content.styled(f"{part.kind} {safe_line(part.name)}".strip(), "$text-muted")
        return
    typed = part.source is PartSource.TYPED
    shown = _beginning(part.text, *(TYPED_ROOM if typed else FOREIGN_ROOM))
    yield Content.styled(safe(shown), "" if typed else "$text-muted")
    if len(shown) < len(part.text):
        yield Content.styled(f"… {len(part.text):,} characters {_came(part.source)}", "$text-disabled")


def _beginning(text: str, characters: int, lines: int) -> str:
    return "\n".join(text[:characters].split("\n")[:lines])


def _came(source: PartSource) -> str:
    return {PartSource.PASTED: "pasted", PartSource.FILE: "from a file", PartSource.STDIN: "from a pipe"}.get(
        source, ""
    )
