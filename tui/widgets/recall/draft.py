"""What memory would give to the message being written; each piece can be left out of it or pinned to it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from textual.content import Content
from textual.geometry import Region
from textual.widget import Widget
from textual.widgets import Static

from memory.counting import counted
from tui.keys import CHOOSE, DRAFT, Key, bindings, in_use
from tui.messages import PicksChanged, WritingWanted
from tui.safe_text import safe_line
from tui.widgets.recall.picking import pinned, ticked

if TYPE_CHECKING:
    from memory.types import Injection, Item, Picks

LONGEST_TEXT = 160
HEAD_LINES = 3
MARKS = {"in": "[x]", "out": "[ ]", "pinned": "[p]"}


class DraftPreview(Static, can_focus=True):
    """With the focus, keys move through the memories and decide about them; `PicksChanged` tells the screen."""

    BINDINGS = bindings(DRAFT)
    HEAD: ClassVar[str] = "for what you write"
    KEYS: ClassVar[tuple[Key, ...]] = DRAFT

    def __init__(self) -> None:
        super().__init__(markup=False, id="draft-preview")
        self.keymap: Mapping[str, str] = {}
        self._injection: Injection | None = None
        self._picks: Picks | None = None
        self._at = ""
        self._keys_are_ours = False

    @property
    def memories(self) -> tuple[Item, ...]:
        """What goes in, then what was left out."""
        return (*self._injection.items, *self._injection.cut) if self._injection else ()

    def show(self, injection: Injection, picks: Picks) -> None:
        self._injection, self._picks = injection, picks
        if self._at not in {item.id for item in self.memories}:
            self._at = self.memories[0].id if self.memories else ""
        self._draw()

    def on_focus(self) -> None:
        self._keys_are_ours = True
        self._draw()

    def on_blur(self) -> None:
        self._keys_are_ours = False
        self._draw()

    def action_move(self, step: int) -> None:
        found = [item.id for item in self.memories]
        if found:
            place = found.index(self._at) + step
            self._at = found[min(len(found) - 1, max(0, place))]
            self._draw()

    def action_tick(self) -> None:
        if self._picks is not None and self._injection is not None and self._at:
            goes_in = self._at in {item.id for item in self._injection.items} and self._at not in self._picks.dropped
            self._choose(ticked(self._picks, self._at, goes_in=goes_in))

    def action_pin(self) -> None:
        if self._picks is not None and self._at:
            self._choose(pinned(self._picks, self._at))

    def _choose(self, picks: Picks) -> None:
        """The next key may come before it is known what this one does to the message."""
        self._picks = picks
        self.post_message(PicksChanged(picks))

    def action_back(self) -> None:
        self.post_message(WritingWanted())

    def _draw(self) -> None:
        if self._injection is None or self._picks is None:
            return
        chosen = self._at if self._keys_are_ours else ""
        pieces = lines(
            self.HEAD, self._injection, self._picks, chosen, _keys(self.KEYS if chosen else (CHOOSE,), self.keymap)
        )
        self.update(Content("\n").join(pieces))
        if chosen and isinstance(self.parent, Widget):
            self._reveal(self.parent, pieces, self.memories)

    def _reveal(self, around: Widget, pieces: Sequence[Content], memories: Sequence[Item]) -> None:
        width = max(1, self.size.width)
        place = HEAD_LINES + [item.id for item in memories].index(self._at)
        above = sum(len(piece.wrap(width)) for piece in pieces[:place])
        region = Region(0, self.virtual_region.y + above, width, len(pieces[place].wrap(width)))
        around.scroll_to_region(region, animate=False)


def lines(head: str, injection: Injection, picks: Picks, chosen: str, keys: Sequence[Content]) -> list[Content]:
    """A head of `HEAD_LINES`, one piece for each memory, and the keys; `chosen` is the memory the keys are for."""
    given = {item.id for item in injection.items}
    pieces = [
        _piece(item, picks, goes_in=item.id in given, chosen=chosen) for item in (*injection.items, *injection.cut)
    ]
    return [
        Content.styled(head, "bold"),
        Content.styled(safe_line(injection.gate.rule), "$text-muted"),
        Content(""),
        *pieces,
        *([Content("")] if pieces else []),
        Content.styled(counted(injection.tokens, "token"), "$text-muted"),
        Content(""),
        *(keys if pieces else ()),
    ]


def _piece(item: Item, picks: Picks, *, goes_in: bool, chosen: str) -> Content:
    mark = MARKS["pinned" if goes_in and item.id in picks.pinned else "in" if goes_in else "out"]
    text = f"{mark} {safe_line(item.text, LONGEST_TEXT)}"
    style = "reverse" if item.id == chosen else "" if goes_in else "$text-muted"
    about = safe_line(item.reason) if not goes_in else f"{item.kind}  {item.tokens} tok"
    return Content("\n").join([Content.styled(text, style), Content.styled(about, "$text-disabled")])


def _keys(keys: Sequence[Key], keymap: Mapping[str, str]) -> list[Content]:
    """The keys that can be pressed now."""
    return [Content.styled(f"{in_use(key, keymap)}: {key.help}", "$text-muted") for key in keys]
