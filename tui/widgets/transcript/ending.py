"""The last line of a reply."""

from __future__ import annotations

from textual import events
from textual.content import Content
from textual.style import Style
from textual.widgets import Static

from memory.types import Message, Status
from tui.messages import ReplyWanted
from tui.safe_text import safe_line

_ENDS = {
    Status.CANCELLED: "stopped",
    Status.FAILED: "broke off",
    Status.PARTIAL: "cut off",
}


class Ending(Static):
    """Empty under a whole reply; else says what happened, and offers to go on or to answer again."""

    def __init__(self) -> None:
        super().__init__(markup=False, classes="ending")
        self.display = False

    def clear(self) -> None:
        if self.display:
            self.display = False

    def show_waiting(self, model: str, seconds: float) -> None:
        since = f", nothing for {seconds:.0f} s; Esc stops" if seconds >= 1 else ""
        self._show(Content.styled(f"waiting for {safe_line(model, 40)}{since}", "$text-muted"))

    def show_end(self, message: Message) -> None:
        if message.status is Status.COMPLETE:
            style = "$text-muted" if message.id else "$error"
            self._show(Content.styled(safe_line(message.note), style) if message.note else None)
        else:
            self.show_stopped(message.status, message.note)

    def show_stopped(self, status: Status, note: str = "") -> None:
        style = "$error" if status is Status.FAILED else "$text-muted"
        reason = f"{_ENDS.get(status, status)}{': ' if note else ''}{safe_line(note)}"
        offers = Content("   ").join([_offer("continue", resume=True), _offer("answer again", resume=False)])
        self._show(
            Content.assemble((reason, style), "   ", offers, ("   or type /retry continue, /retry", "$text-muted"))
        )

    def on_click(self, event: events.Click) -> None:
        resume = event.style.meta.get("resume")
        if isinstance(resume, bool):
            event.stop()
            self.post_message(ReplyWanted(resume))

    def _show(self, content: Content | None) -> None:
        self.display = content is not None
        self.update(content or "")


def _offer(label: str, *, resume: bool) -> Content:
    """A part of the line that can be clicked: what it does travels as data of the style, never as markup."""
    return Content.styled(label, Style(underline=True) + Style.from_meta({"resume": resume}))
