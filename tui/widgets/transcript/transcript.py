"""The scrolling column of messages. However long the conversation, only a bounded stretch of it is mounted."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from textual import work
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widget import Widget

from memory.types import Message, Part, PartKind, Role
from tui.widgets.find.words import Sought, says
from tui.widgets.transcript.empty import Empty
from tui.widgets.transcript.ending import Unanswered
from tui.widgets.transcript.item import Item
from tui.widgets.transcript.note import Note, Severity
from tui.widgets.transcript.user import UserMessage
from tui.widgets.transcript.window import Window

if TYPE_CHECKING:
    from tui.widgets.transcript.reply import Reply

W = TypeVar("W", bound=Widget)

NEAR = 3
"""Rows from an edge at which the next page is mounted."""
ROWS_ABOVE = 3
"""Of what stands before the words that were found."""


class Transcript(VerticalScroll, can_focus=False):
    """Follows the newest line until the reader scrolls up, and again once the reader is back at the end."""

    def __init__(self) -> None:
        super().__init__(id="transcript")
        self._items: list[Item] = []
        self._window = Window.newest(0)
        self._pointed = ""
        self._sought: Sought | None = None
        self._changing = asyncio.Lock()
        """Mounting takes many turns of the loop; two that do it at once would lose count of what is mounted."""

    def compose(self) -> ComposeResult:
        yield Empty()

    @property
    def is_empty(self) -> bool:
        return not self._items

    async def show(self, messages: Sequence[Message]) -> None:
        """Replaces everything by a stored conversation."""
        self._items = [Item.stored(message) for message in messages]
        self._pointed = ""
        async with self._changing:
            await self._rebuild()

    async def add_user(self, parts: Sequence[Part], note: str = "") -> UserMessage:
        """What was sent; `settle` says what was stored of it."""
        return await self._add(UserMessage(parts, note), partial(UserMessage, parts, note), live=True)

    async def add_note(self, text: str, severity: Severity = "information") -> Note:
        return await self._add(Note(text, severity), partial(Note, text, severity))

    async def add_unanswered(self) -> Unanswered:
        return await self._add(Unanswered(), Unanswered)

    async def add_reply(self, prefix: str = "") -> Reply:
        """A reply that grows: it stays mounted until `settle` says what was stored."""
        from tui.widgets.transcript.reply import Reply

        return await self._add(Reply(prefix=prefix), Reply, live=True)

    def settle(self, widget: Widget, message: Message) -> None:
        for item in self._items:
            if item.live and item.added is widget:
                item.settle(message)

    async def renew(self, messages: Sequence[Message]) -> None:
        """Draws again what is stored in other words now; all else, also a reply that grows, stays as it is."""
        stored = {message.id: message for message in messages}
        async with self._changing:
            await self._draw_again(stored)

    async def _draw_again(self, stored: Mapping[str, Message]) -> None:
        for item in self._items:
            message = stored.get(item.id)
            if message is None or message == item.message:
                continue
            item.settle(message)
            match item.widget:
                case None:
                    pass
                case UserMessage() as shown:
                    shown.show(message)
                case shown:
                    item.widget = self._made(item)
                    await self.mount(item.widget, before=shown)
                    await shown.remove()

    async def catch_up(self, messages: Sequence[Message]) -> None:
        """Draws what is stored now; what was here before stays as it is, and so does the reader who is not at the end.

        Not while a reply grows.
        """
        async with self._changing:
            await self._draw_again({message.id: message for message in messages})
            follows = self._window.at_end and self.scroll_y >= self.max_scroll_y and not self._pointed
            shown = [(at, item.id) for at, item in enumerate(self._items) if item.message]
            same = _alike([known for _, known in shown], messages)
            if same < len(shown):
                await self._end_before(shown[same][0])
            if same < len(messages):
                await self._extend([Item.stored(message) for message in messages[same:]], follows=follows)

    async def _end_before(self, place: int) -> None:
        del self._items[place:]
        if place <= self._window.start:
            await self._rebuild()
        else:
            self._window = self._window.shorter(place)
            await self._arrange()

    async def _extend(self, items: Sequence[Item], *, follows: bool) -> None:
        before, self._window = self._window, self._window.longer(len(items))
        self._items.extend(items)
        if not before.stop or (follows and not self._window.at_end):
            await self._rebuild()
            return
        await self._arrange()
        if follows:
            self.anchor()

    async def take_reply(self) -> str:
        """Takes the reply to the last message away, because another comes in its place; returns its text."""
        index = next((i for i, item in reversed([*enumerate(self._items)]) if item.message), None)
        last = self._items[index].message if index is not None else None
        if index is None or last is None or last.role is not Role.ASSISTANT:
            return ""
        async with self._changing:
            del self._items[index]
            await self._rebuild(empty=False)
        return last.text

    async def cut(self, message: str) -> None:
        """Takes a stored message away with all that stands below it, because another comes in its place."""
        if (at := self._place_of(message)) is not None and not any(item.live for item in self._items):
            async with self._changing:
                del self._items[at:]
                await self._rebuild(empty=False)

    async def drop(self, widgets: Sequence[Widget]) -> None:
        """Takes widgets away again, as if they had not been added."""
        async with self._changing:
            self._items = [item for item in self._items if item.added is None or item.added not in widgets]
            self._window = self._window.shorter(len(self._items))
            await (self._rebuild() if self.is_empty else self._arrange())

    async def drop_note(self, note: Note) -> None:
        """Takes a note away again, where nothing came below it."""
        if self._items and self._items[-1].added is note:
            await self.drop([note])

    def follow(self) -> None:
        """Goes to the newest line and stays there."""
        if self._window.at_end:
            self.anchor()
        else:
            self._rebuild_later()

    def holds(self, message: str) -> bool:
        """Whether the stored message with this id has its place here."""
        return self._place_of(message) is not None

    async def point_to(self, message: str) -> bool:
        """Marks a stored message and brings it to the top of the screen; False where it has no place here."""
        at = self._place_of(message)
        if at is None:
            return False
        self._pointed = message
        self.release_anchor()
        async with self._changing:
            target = await self._mounted(at)
        for child in self.children:
            child.set_class(child is target, "-pointed")
        self.call_after_refresh(self._go_to, target)
        return True

    async def _mounted(self, at: int) -> Widget:
        """The widget of an item; what is mounted moves there."""
        self._window = self._window.around(at)
        await self._arrange()
        widget = self._items[at].widget
        assert widget is not None
        return widget

    @property
    def marked(self) -> Message | None:
        """The message that the reader marked."""
        at = self._place_of(self._pointed) if self._pointed else None
        return None if at is None else self._items[at].message

    @property
    def drawn(self) -> frozenset[str]:
        """The ids of all stored messages that have their place here."""
        return frozenset(item.id for item in self._items if item.id)

    def latest(self, wanted: Callable[[Message], bool]) -> Message | None:
        """The newest stored message that is wanted."""
        stored = (item.message for item in reversed(self._items) if item.message and item.id)
        return next((message for message in stored if wanted(message)), None)

    async def mark(self, step: int) -> None:
        """Marks the message `step` from the marked one, at first the newest; below that none is marked."""
        stored = [item.id for item in self._items if item.id]
        at = stored.index(self._pointed) if self._pointed in stored else len(stored)
        if at + step >= len(stored):
            self.unmark()
        elif at + step >= 0:
            await self.point_to(stored[at + step])

    def unmark(self) -> bool:
        """Returns whether there was a mark."""
        was, self._pointed = self._pointed, ""
        for child in self.children:
            child.set_class(False, "-pointed")
        if was:
            self.follow()
        return bool(was)

    def look_for(self, wanted: Sought | None) -> None:
        """Marks words in every message, also in those that come into sight later."""
        self._sought = wanted
        for child in self.children:
            _look_for(child, wanted)

    async def saying(self, wanted: Sought) -> list[str]:
        """The stored messages that say it, oldest first, in sight or not. A long conversation is read in a thread."""
        stored = [item.message for item in self._items if item.message and item.id]
        return await asyncio.to_thread(_saying, stored, wanted)

    async def show_found(self, message: str) -> None:
        """Brings the first line of a message that says what is looked for onto the screen."""
        from tui.widgets.transcript.reply import Reply

        if not await self.point_to(message) or self._sought is None:
            return
        await self._refreshed()
        wanted, place = self._sought, self._place_of(message)
        target = self._items[place].widget if place is not None else None
        row = await target.row_of(wanted) if wanted and isinstance(target, Reply) else 0
        if target is not None and row:
            await self._refreshed()
            y = target.virtual_region.y + row - ROWS_ABOVE
            self.scroll_to(y=y, animate=False, force=True, immediate=True)

    async def _refreshed(self) -> None:
        """Returns when what was mounted has its place."""
        done = asyncio.Event()
        self.call_after_refresh(done.set)
        await done.wait()

    def _place_of(self, message: str) -> int | None:
        return next((at for at, item in enumerate(self._items) if item.id and item.id == message), None)

    def _go_to(self, widget: Widget) -> None:
        self.scroll_to_widget(widget, top=True, animate=False, force=True, immediate=True)

    def toggle_thinking(self) -> None:
        """Unfolds or folds the newest thinking there is."""
        from tui.widgets.transcript.reply import Reply

        any(reply.toggle_thinking() for reply in reversed(self.query(Reply)))

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        super().watch_scroll_y(old_value, new_value)
        if (
            not self._window.at_end
        ):  # the lowest line is not the newest: what comes below must not carry the reader away
            self.release_anchor()
        if new_value < old_value and new_value <= NEAR and self._window.start:
            self._move_window(Window.older)
        elif new_value > old_value and new_value >= self.max_scroll_y - NEAR and not self._window.at_end:
            self._move_window(Window.newer)

    def on_resize(self) -> None:
        self.call_after_refresh(self._fill)

    def _fill(self) -> None:
        """A page may be shorter than the screen: then nothing can be scrolled, and more must come by itself."""
        if self._window.start and self.max_scroll_y <= NEAR and not self._window.is_full:
            self._move_window(Window.older)

    async def _add(self, widget: W, make: Callable[[], Widget], *, live: bool = False) -> W:
        async with self._changing:
            if not self._window.at_end:
                self._window = Window.newest(len(self._items))
            self._window = self._window.grown()
            self._items.append(Item(make, added=widget, live=live))
            await self._arrange()
        self.anchor()
        return widget

    @work(group="window")
    async def _rebuild_later(self) -> None:
        async with self._changing:
            if not self._window.at_end:
                await self._rebuild()

    async def _rebuild(self, *, empty: bool = True) -> None:
        """Shows the newest page alone."""
        self._window = Window.newest(len(self._items))
        await self._arrange()
        if empty and self.is_empty:
            await self.mount(Empty())
        self.anchor()
        self.call_after_refresh(self._fill)

    async def _arrange(self) -> None:
        """Mounts what the window shows and nothing else; only what grows stays on beyond it, out of sight."""
        window, present = self._window, set(self.children)
        async with self.batch():
            missing: list[Widget] = []
            for at, item in enumerate(self._items):
                shown = window.start <= at < window.stop
                if not (shown or item.live):
                    item.widget = None
                    continue
                item.widget = item.widget or self._made(item)
                item.widget.display = shown
                if item.widget not in present:
                    missing.append(item.widget)
                    continue
                present.remove(item.widget)
                if missing:
                    await self.mount_all(missing, before=item.widget)
                    missing = []
            await self.mount_all(missing)
            await self.remove_children(list(present))

    @work(group="window")
    async def _move_window(self, moved: Callable[[Window], Window]) -> None:
        """Mounts and unmounts at the two ends; what the reader looks at stays where it is."""
        if self._changing.locked():  # what changes now looks at the edges again by itself
            return
        async with self._changing:
            await self._move_to(moved(self._window))

    async def _move_to(self, window: Window) -> None:
        before, self._window = self._window, window
        if before == window:
            return
        kept = self._items[max(before.start, window.start)].widget
        assert kept is not None
        offset = kept.virtual_region.y - self.scroll_y
        follows = before.at_end and self.is_anchored
        await self._arrange()
        self.call_after_refresh(self._keep_in_place, kept, offset, follows=follows)

    def _keep_in_place(self, pivot: Widget, offset: float, *, follows: bool) -> None:
        """What the reader looks at; the newest line for one who `follows` that."""
        if not follows or self.scroll_y < self.max_scroll_y:
            self.scroll_to(y=pivot.virtual_region.y - offset, animate=False, immediate=True)
        self._fill()

    def _made(self, item: Item) -> Widget:
        widget = item.make()
        if self._pointed and item.id == self._pointed:
            widget.add_class("-pointed")
        if self._sought is not None:
            _look_for(widget, self._sought)
        return widget


def _alike(shown: Sequence[str], messages: Sequence[Message]) -> int:
    """How many messages both begin with."""
    pairs = zip(shown, messages, strict=False)
    return next((at for at, (one, other) in enumerate(pairs) if one != other.id), min(len(shown), len(messages)))


def _look_for(widget: Widget, wanted: Sought | None) -> None:
    from tui.widgets.transcript.reply import Reply

    if isinstance(widget, Reply | UserMessage):
        widget.look_for(wanted)


def _saying(messages: Sequence[Message], wanted: Sought) -> list[str]:
    return [message.id for message in messages if says(_readable(message), wanted)]


def _readable(message: Message) -> str:
    """What can be read of it: files are folded."""
    return "".join(part.text for part in message.parts if part.kind is PartKind.TEXT and not part.name)
