"""One line at the foot of the screen: who answers, as whom, what memory does, how full the context is, what goes on."""

from __future__ import annotations

from dataclasses import dataclass

from textual.content import Content
from textual.reactive import reactive
from textual.widgets import Static

from tui.safe_text import safe_line

GAP = "   "
ROOM_FOR_NEWS = 24


@dataclass(frozen=True, slots=True)
class Status:
    """What the line says. `context` is 0 to 1, None while unknown; `news` is background work, `trouble` worse."""

    model: str = ""
    profile: str = ""
    mode: str = ""
    context: float | None = None
    news: str = ""
    trouble: str = ""


class StatusBar(Static):
    """Drops what matters least where the screen is narrow."""

    status: reactive[Status] = reactive(Status(), layout=False)

    def __init__(self) -> None:
        super().__init__(markup=False, id="status")

    def render(self) -> Content:
        return status_line(self.status, self.content_size.width)


def status_line(status: Status, width: int) -> Content:
    """The line cut to `width`: news on the right, and of the rest as much as fits, most important first."""
    news = safe_line(status.trouble or status.news, max(ROOM_FOR_NEWS, width // 2))
    right = Content.styled(news, "$error" if status.trouble else "$text-muted")
    room = width - (right.cell_length + len(GAP) if news else 0)
    left = Content("")
    for piece in _pieces(status):
        longer = Content(GAP).join([left, piece]) if left else piece
        if longer.cell_length > room:
            break
        left = longer
    return left + " " * max(0, width - left.cell_length - right.cell_length) + right


def _pieces(status: Status) -> list[Content]:
    pieces = []
    if status.model:
        pieces.append(Content.styled(safe_line(status.model, 32), "$foreground"))
    if status.mode:
        pieces.append(Content.styled(f"memory {safe_line(status.mode)}", "$text-muted"))
    if status.context is not None:
        style = "$warning" if status.context >= 0.8 else "$text-muted"
        pieces.append(Content.styled(f"context {status.context:.0%}", style))
    if status.profile:
        pieces.append(Content.styled(safe_line(status.profile, 20), "$text-disabled"))
    return pieces
