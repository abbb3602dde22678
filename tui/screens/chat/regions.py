"""Which of the side regions stand beside the transcript: pure rules of width and wish."""

from __future__ import annotations

from dataclasses import dataclass, replace

ROOM_TO_READ = 76
"""From here on the panel leaves the transcript enough to be read beside it."""
ROOM_FOR_RECALL = 100
ROOM_FOR_BOTH = 132


@dataclass(frozen=True, slots=True)
class Shown:
    """None is no wish: the width decides. A region that is wished for where it has no room lies over the transcript."""

    width: int = 80
    wants_conversations: bool | None = None
    wants_recall: bool | None = None

    @property
    def narrow(self) -> bool:
        """The list of conversations lies over the transcript; the panel is a slim one."""
        return self.width < ROOM_FOR_RECALL

    @property
    def small(self) -> bool:
        """The panel takes the place of the transcript."""
        return self.width < ROOM_TO_READ

    @property
    def conversations(self) -> bool:
        return self.width >= ROOM_FOR_BOTH if self.wants_conversations is None else self.wants_conversations

    @property
    def recall(self) -> bool:
        return not self.narrow if self.wants_recall is None else self.wants_recall

    @property
    def over(self) -> bool:
        """Whether a region lies over the transcript."""
        return (self.narrow and self.conversations) or (self.small and self.recall)

    @property
    def crowded(self) -> bool:
        """Whether two regions leave too little of the transcript, or lie over each other."""
        return self.conversations and self.recall and not self._has_room

    @property
    def _has_room(self) -> bool:
        return self.width >= ROOM_FOR_BOTH or (self.narrow and not self.small)

    def at_width(self, width: int) -> Shown:
        """The same at another width. Where room is lost, a region that was wished for on the wider screen goes."""
        lost = self.width >= ROOM_FOR_BOTH > width and self.wants_conversations
        hidden = self.wants_recall and any(width < room <= self.width for room in (ROOM_TO_READ, ROOM_FOR_RECALL))
        there = Shown(width, None if lost else self.wants_conversations, None if hidden else self.wants_recall)
        return replace(there, wants_conversations=None) if there.crowded else there

    def toggle_conversations(self) -> Shown:
        wished = replace(self, wants_conversations=not self.conversations)
        if wished.conversations:
            return replace(wished, wants_recall=False) if wished.crowded else wished
        return wished if self._has_room else replace(wished, wants_recall=None)

    def toggle_recall(self) -> Shown:
        wished = replace(self, wants_recall=not self.recall)
        if wished.recall:
            return replace(wished, wants_conversations=False) if wished.crowded else wished
        return wished if self._has_room else replace(wished, wants_conversations=None)

    def after_choice(self) -> Shown:
        """A region that lies over the transcript has done its work."""
        return Shown(
            self.width,
            None if self.narrow else self.wants_conversations,
            None if self.small else self.wants_recall,
        )
