"""What the user said."""

from __future__ import annotations

from collections.abc import Sequence

from textual import events
from textual.content import Content
from textual.widgets import Static

from memory.counting import counted
from memory.types import Message, Part, PartKind, PartSource
from tui.messages import BranchWanted
from tui.safe_text import beginning, safe, safe_line
from tui.widgets.find.words import MARK, Sought, places
from tui.widgets.transcript.branches import WAY, branch_line

TYPED_ROOM = (2_000, 60)
FOREIGN_ROOM = (400, 6)
"""Characters and lines that are shown; the whole is stored and sent all the same."""
EMPTY = Content()
SECRET = "$warning underline"

_Drawn = tuple[Content, Content]
"""What is shown of a part, and the line that says how much more there is."""


class UserMessage(Static):
    """One message of the user; long ones are shown by their beginning, and say how long they are."""

    def __init__(self, parts: Sequence[Part], note: str = "", message: str = "", branches: Content = EMPTY) -> None:
        self._drawn = user_content(parts, note, message, branches)
        self._sought: Sought | None = None
        super().__init__(self._drawn, markup=False, classes="message user")

    @classmethod
    def of(cls, message: Message) -> UserMessage:
        return cls(message.parts, message.note, message.id, branch_line(message))

    def show(self, message: Message) -> None:
        """What is stored of it now."""
        self._drawn = user_content(message.parts, message.note, message.id, branch_line(message))
        self.look_for(self._sought)

    def look_for(self, wanted: Sought | None) -> None:
        """Marks the words wherever they stand."""
        self._sought, drawn = wanted, self._drawn
        for start, end in places(drawn.plain, wanted):
            drawn = drawn.stylize(MARK, start, end)
        self.update(drawn)

    def on_click(self, event: events.Click) -> None:
        if isinstance(branch := event.style.meta.get(WAY), str):
            event.stop()
            self.post_message(BranchWanted(branch))


def user_content(parts: Sequence[Part], note: str = "", message: str = "", branches: Content = EMPTY) -> Content:
    """`message` is the id of a stored one; then a line says what can be done about a secret in it.

    `branches` tells of others that stand in its place.
    """
    whole = Content()
    drawn, kinds = _marked([_part(part) for part in parts])
    for part, (shown, cut) in zip(parts, drawn, strict=True):
        apart = bool(cut) or part.kind is not PartKind.TEXT
        whole = Content("\n\n").join([whole.rstrip(), shown]) if apart and whole.plain.strip() else whole + shown
        if cut:
            whole = Content("\n").join([whole.rstrip(), cut]) + "\n\n"
    if kinds and message:
        line = f"A secret ({', '.join(dict.fromkeys(kinds))}): /redact {message} takes it out"
        whole = Content("\n").join([whole.rstrip(), Content.styled(line, "$text-muted")])
    if note:
        whole = Content("\n\n").join([whole.rstrip(), Content.styled(safe_line(note), "$text-muted")])
    if branches:
        whole = Content("\n").join([whole.rstrip(), branches])
    return whole.rstrip()


def _marked(parts: Sequence[_Drawn]) -> tuple[list[_Drawn], list[str]]:
    """The parts with their secrets marked, and the kinds of those. A secret may go on from one part to the next."""
    from memory.engine import secrets

    found = secrets("".join(shown.plain for shown, _ in parts))
    marked, start = [], 0
    for shown, cut in parts:
        for secret in found:
            here = max(0, secret.start - start), min(len(shown.plain), secret.end - start)
            if here[0] < here[1]:
                shown = shown.stylize(SECRET, *here)
        marked.append((shown, cut))
        start += len(shown.plain)
    return marked, [secret.kind for secret in found]


def _part(part: Part) -> _Drawn:
    if part.kind is not PartKind.TEXT:
        size = f", {max(1, len(part.data) // 1000):,} kB" if part.data else ""
        return Content(), _line(f"{part.kind} {safe_line(part.name)}".strip() + size)
    if part.name:
        return Content(), _line(f"file {safe_line(part.name)}, {counted(len(part.text), 'character')}")
    typed = part.source is PartSource.TYPED
    shown = _beginning(part.text, *(TYPED_ROOM if typed else FOREIGN_ROOM))
    more = f"… {counted(len(part.text), 'character')} {_came(part.source)}" if len(shown) < len(part.text) else ""
    return Content.styled(safe(shown), "" if typed else "$text-muted"), Content.styled(more, "$text-disabled")


def _line(text: str) -> Content:
    return Content.styled(text, "$text-muted")


def _beginning(text: str, characters: int, lines: int) -> str:
    return "\n".join(beginning(text, characters).split("\n")[:lines])


def _came(source: PartSource) -> str:
    return {PartSource.PASTED: "pasted", PartSource.FILE: "from a file", PartSource.STDIN: "from a pipe"}.get(
        source, ""
    )
