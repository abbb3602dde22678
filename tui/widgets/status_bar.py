"""One line at the foot of the screen: who answers, as whom, what memory does, how full the context is, what goes on."""

from __future__ import annotations

from dataclasses import dataclass

from rich.cells import cell_len
from textual.content import Content
from textual.reactive import reactive
from textual.widgets import Static

from tui.safe_text import safe_line

GAP = "   "
LEAST_NOTE = 24
"""Cells a cut note keeps before something on its left gives way."""
LEAST_SHOWN = 4
NEARLY_FULL = 0.8
MODEL_WIDTH = 32
PROFILE_WIDTH = 20


@dataclass(frozen=True, slots=True)
class Status:
    """What the line says. `persona` and `project` are those of the conversation, "" for none. `context` is 0 to 1, None
    while unknown; `news` is background work, `trouble` worse.
    """

    model: str = ""
    profile: str = ""
    mode: str = ""
    project: str = ""
    persona: str = ""
    context: float | None = None
    news: str = ""
    trouble: str = ""


class StatusBar(Static):
    """Cuts what matters least where the screen is narrow."""

    status: reactive[Status] = reactive(Status(), layout=False)

    def __init__(self) -> None:
        super().__init__(markup=False, id="status")

    def render(self) -> Content:
        return status_line(self.status, self.content_size.width)


def status_line(status: Status, width: int) -> Content:
    """The line cut to `width`. Profile and context give way to the note on the right; then that is cut, at a word, and
    project and persona go. A context that is nearly full is worth more than a whole note.

    The memory mode always stays: nobody should have to guess whether what they write is kept.
    """
    note = safe_line(status.trouble or status.news)
    left = _left(status, cell_len(note), width)
    room = width - left.cell_length - len(GAP)
    note = _at_a_word(note, room) if room >= min(LEAST_SHOWN, cell_len(note)) else ""
    right = Content.styled(note, "$error" if status.trouble else "$text-muted")
    return left + " " * max(0, width - left.cell_length - right.cell_length) + right


def _at_a_word(note: str, room: int) -> str:
    """The note; of a longer one whole words, where it has some."""
    cut = safe_line(note, room)
    if cut == note or note.startswith(f"{cut[:-1]} "):
        return cut
    words = cut[:-1].rpartition(" ")[0].rstrip(" ,;:")
    return f"{words}…" if 2 * cell_len(words) >= room else cut


def _left(status: Status, note: int, width: int) -> Content:
    """What fits beside a note of so many cells; the model and the mode stand even where that leaves it less."""
    mode = [Content.styled(f"memory {safe_line(status.mode)}", "$text-muted")] if status.mode else []
    for_model = width - sum(piece.cell_length + len(GAP) for piece in mode)
    model = [Content.styled(safe_line(status.model, max(0, min(MODEL_WIDTH, for_model))), "$foreground")]
    profile = [Content.styled(safe_line(status.profile, PROFILE_WIDTH), "$text-disabled")]
    own = [
        Content.styled(f"{what} {safe_line(name, PROFILE_WIDTH)}", "$accent")
        for what, name in (("persona", status.persona), ("project", status.project))
        if name
    ]
    context = _context(status)
    ways = [([*own, *context, *profile], note), ([*own, *context], note)]
    if _nearly_full(status):
        ways.append(([*own, *context], min(note, LEAST_NOTE)))
    ways.append(([*own, *profile], note))
    ways += [(rest, min(note, LEAST_NOTE)) for rest in (own, own[:1], [])]
    for rest, beside in ways:
        line = Content(GAP).join(piece for piece in (*model, *mode, *rest) if piece)
        if line.cell_length <= width - (beside + len(GAP) if note else 0):
            return line
    return line


def _context(status: Status) -> list[Content]:
    if status.context is None:
        return []
    return [Content.styled(f"context {status.context:.0%}", "$warning" if _nearly_full(status) else "$text-muted")]


def _nearly_full(status: Status) -> bool:
    return status.context is not None and status.context >= NEARLY_FULL
