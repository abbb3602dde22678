"""What the user said."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from textual.content import Content
from textual.widgets import Static

from memory.types import Part, PartKind, PartSource
from tui.safe_text import safe, safe_line

SHOWN_CHARACTERS = 2_000
PASTED_CHARACTERS = 400


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
    room = SHOWN_CHARACTERS if part.source is PartSource.TYPED else PASTED_CHARACTERS
    foreign = part.source is not PartSource.TYPED
    yield Content.styled(safe(part.text[:room]), "$text-muted" if foreign else "")
    if len(part.text) > room:
        yield Content.styled(f"… {len(part.text):,} characters {_came(part.source)}", "$text-disabled")


def _came(source: PartSource) -> str:
    return {PartSource.PASTED: "pasted", PartSource.FILE: "from a file", PartSource.STDIN: "from a pipe"}.get(source, "")
