"""Which of the side regions stand beside the transcript: pure rules of width and wish."""

from __future__ import annotations

from dataclasses import dataclass, replace

ROOM_FOR_RECALL = 100
ROOM_FOR_BOTH = 132


@dataclass(frozen=True, slots=True)
class Shown:
    """None is no wish: the width decides. On a narrow screen a region that is wished for lies over the transcript."""

    width: int = 80
    wants_conversations: bool | None = None
    wants_recall: bool | None = None

    @property
    def narrow(self) -> bool:
        return self.width < ROOM_FOR_RECALL

    @property
    def conversations(self) -> bool:
        return self.width >= ROOM_FOR_BOTH if self.wants_conversations is None else self.wants_conversations

    @property
    def recall(self) -> bool:
        return not self.narrow if self.wants_recall is None else self.wants_recall

    @property
    def over(self) -> bool:
        """Whether a region lies over the transcript."""
        return self.narrow and (self.conversations or self.recall)

    def at_width(self, width: int) -> Shown:
        """The same at another width. Where room is lost, a region that was wished for on the wider screen goes."""
        crowded = width < ROOM_FOR_BOTH <= self.width and self.wants_conversations
        hidden = width < ROOM_FOR_RECALL <= self.width and self.wants_recall
        return Shown(width, None if crowded else self.wants_conversations, None if hidden else self.wants_recall)

    def toggle_conversations(self) -> Shown:
        wanted = not self.conversations
        return replace(self, wants_conversations=wanted, wants_recall=self._beside(wanted, self.wants_recall))

    def toggle_recall(self) -> Shown:
        wanted = not self.recall
        return replace(self, wants_recall=wanted, wants_conversations=self._beside(wanted, self.wants_conversations))

    def after_choice(self) -> Shown:
        """A region that lies over the transcript has done its work."""
        return replace(self, wants_conversations=None, wants_recall=None) if self.narrow else self

    def _beside(self, wanted: bool, other: bool | None) -> bool | None:
        """The wish for the other region: below `ROOM_FOR_BOTH` two would leave too little of the transcript."""
        if self.width >= ROOM_FOR_BOTH:
            return other
        return False if wanted else None
