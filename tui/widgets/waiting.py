"""The lines above the composer: what was sent and has not begun, and what the next key does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from textual import events
from textual.content import Content
from textual.style import Style
from textual.widgets import Static

from tui.keys import CHAT, shown
from tui.messages import WaitingChosen
from tui.safe_text import safe_line

MOST = 3
"""Messages that are listed; the rest is counted."""
LEAST_WIDTH = 12
_KEYS = {key.id: shown(key.keys) for key in CHAT}
_HELD = "Enter sends it, Up edits it, Esc removes it"


@dataclass(frozen=True, slots=True)
class Above:
    """`trouble` is what all waits for, `keys` what they do now, `news` what is shown where there is nothing else."""

    trouble: str = ""
    keys: str = ""
    held: Sequence[str] = ()
    waiting: Sequence[str] = ()
    news: Content = Content()


class WaitingLines(Static):
    """Each message that waits can be taken back or removed by a click."""

    def __init__(self) -> None:
        super().__init__(markup=False, id="waiting")

    def show(self, above: Above, width: int) -> None:
        told = ((above.trouble, "$warning"), (above.keys, "$accent"))
        lines = [Content.styled(safe_line(text), style) for text, style in told if text]
        lines += waiting_lines(above.held, above.waiting, width)
        drawn = Content("\n").join(lines or ([above.news] if above.news else []))
        self.update(drawn)
        self.display = bool(drawn)

    def on_click(self, event: events.Click) -> None:
        place, remove = event.style.meta.get("place"), event.style.meta.get("remove")
        if isinstance(place, int):
            event.stop()
            self.post_message(WaitingChosen(place, bool(remove)))


def waiting_lines(held: Sequence[str], waiting: Sequence[str], width: int) -> list[Content]:
    """One line for each of the first, those that are held before those that go by themselves."""
    texts = [*(("held", text) for text in held), *(("next", text) for text in waiting)]
    lines = [_line(place, sign, text, width) for place, (sign, text) in enumerate(texts[:MOST])]
    more = f"and {len(texts) - MOST} more" if len(texts) > MOST else ""
    hint = ", ".join(filter(None, (more, _HELD if held else "")))
    return [*lines, Content.styled(hint, "$text-muted")] if hint else lines


def _line(place: int, sign: str, text: str, width: int) -> Content:
    ways = Content("  ").join([_way("edit", place, remove=False), _way("remove", place, remove=True)])
    room = max(LEAST_WIDTH, min(60, width - len(sign) - ways.cell_length - 6))
    return Content.assemble((f"{sign}  ", "$accent"), (safe_line(text, room), "$text-muted"), "   ", ways)


def _way(label: str, place: int, *, remove: bool) -> Content:
    return Content.styled(label, Style(underline=True) + Style.from_meta({"place": place, "remove": remove}))


def editing_line(message: str) -> str:
    return f"{message} anew: Enter sends it as a branch, Esc ends"


def marked_line(message: str) -> str:
    return f"{message}: {_KEYS['chat.edit']} edits, {_KEYS['chat.branch_back']} and Right branches, Esc ends"
