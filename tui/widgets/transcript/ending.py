"""The last line of a reply."""

from __future__ import annotations

from textual import events
from textual.content import Content
from textual.style import Style
from textual.widgets import Static

from memory.types import Message, Status
from tui.messages import BranchWanted, ReplyWanted
from tui.safe_text import safe_line
from tui.widgets.row import Pieces
from tui.widgets.transcript.branches import WAY, branch_line

_ENDS = {
    Status.CANCELLED: "stopped",
    Status.FAILED: "broke off",
    Status.PARTIAL: "cut off",
}


class Ending(Static):
    """Says which of several answers this is; what happened where it is not whole, and offers to go on from there."""

    def __init__(self) -> None:
        super().__init__(markup=False, classes="ending")
        self.display = False

    @staticmethod
    def needed(message: Message) -> bool:
        return bool(message.note or message.siblings) or message.status is not Status.COMPLETE

    def clear(self) -> None:
        if self.display:
            self.display = False

    def show_waiting(self, model: str, seconds: float) -> None:
        since = f", nothing for {seconds:.0f} s; Esc stops" if seconds >= 1 else ""
        self._show(Content.styled(f"waiting for {safe_line(model, 40)}{since}", "$text-muted"))

    def show_retry(self, reason: str, seconds: float, attempt: str) -> None:
        when = f"trying again in {seconds:.0f} s ({attempt}); Esc stops"
        self._show(Content.assemble((f"{safe_line(reason)}: ", "$warning"), (when, "$text-muted")))

    def show_end(self, message: Message) -> None:
        pieces = [branch_line(message)]
        if message.status is not Status.COMPLETE:
            pieces += _stopped(message.status, message.note, resume=bool(message.text))
        elif message.note:
            pieces += [Content.styled(safe_line(message.note), "$text-muted" if message.id else "$error")]
            pieces += _offers(resume=bool(message.text)) if message.id else []
        self._show(_joined(pieces) if any(pieces) else None)

    def show_stopped(self, status: Status, *, resume: bool) -> None:
        """Without a text there is nothing to `resume`."""
        self._show(_joined(_stopped(status, resume=resume)))

    def on_click(self, event: events.Click) -> None:
        resume, branch = event.style.meta.get("resume"), event.style.meta.get(WAY)
        if isinstance(resume, bool):
            event.stop()
            self.post_message(ReplyWanted(resume))
        elif isinstance(branch, str):
            event.stop()
            self.post_message(BranchWanted(branch))

    def _show(self, content: Content | Pieces | None) -> None:
        self.display = content is not None
        self.update(content or "")


class Unanswered(Ending):
    """Stands in the place of a reply that never came."""

    def __init__(self) -> None:
        super().__init__()
        self.add_class("message", "reply")
        self._show(_joined([Content.styled("no reply", "$text-muted"), *_offers(resume=False)]))


def _stopped(status: Status, note: str = "", *, resume: bool) -> list[Content]:
    reason = f"{_ENDS.get(status, status)}{': ' if note else ''}{safe_line(note)}"
    return [
        Content.styled(reason, "$error" if status is Status.FAILED else "$text-muted"),
        *_offers(resume=resume),
    ]


def _offers(*, resume: bool) -> list[Content]:
    return [
        *([_offer("continue", resume=True)] if resume else []),
        _offer("answer again", resume=False),
        Content.styled("or /continue, /regenerate" if resume else "or /regenerate", "$text-muted"),
    ]


def _joined(pieces: list[Content]) -> Pieces:
    return Pieces([piece for piece in pieces if piece])


def _offer(label: str, *, resume: bool) -> Content:
    """A part of the line that can be clicked: what it does travels as data of the style, never as markup."""
    return Content.styled(label, Style(underline=True) + Style.from_meta({"resume": resume}))
