"""The text field of the composer: what is typed, what is pasted, and when it is sent."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from textual import events
from textual.actions import SkipAction
from textual.message import Message
from textual.timer import Timer
from textual.widgets import TextArea

from memory.drafts import join
from tui.chat.mentions import begun
from tui.keys import COMPOSER, bindings
from tui.widgets.composer.burst import BURST_SECONDS, GATHER_SECONDS, Burst
from tui.widgets.composer.completion import CompletionList
from tui.widgets.composer.drafts import FOLD_CHARACTERS, Draft, mended
from tui.widgets.composer.history import History
from tui.widgets.composer.vim import Vim
from tui.written import is_joiner, written

_AS_TEXT = {"enter": "\r", "ctrl+j": "\n", "tab": "\t"}
PLACEHOLDER = "Write a message, or / for commands"


class Editor(TextArea):
    """Enter sends; a paste never does, marked or not: an Enter inside a burst of keys is a pasted line end.

    A burst of one line that ends with Enter is a script that types, and is sent. Keys of a burst are gathered and
    inserted at once: a megabyte pasted as keys would else take minutes.
    """

    BINDINGS = bindings(COMPOSER)

    @dataclass
    class Entered(Message):
        """The user pressed Enter on something worth sending."""

        draft: Draft

    class EnteredNothing(Message):
        """The user pressed Enter in the empty field."""

    def __init__(
        self, completion: CompletionList, history: History, take_back: Callable[[], Draft | None] = lambda: None
    ) -> None:
        super().__init__(
            compact=True, highlight_cursor_line=False, placeholder=PLACEHOLDER, tab_behavior="focus", id="editor"
        )
        self._completion = completion
        self._history = history
        self._take_back = take_back
        self._pastes = Draft()
        self._burst = Burst()
        self._gathered: list[str] = []
        self._lone = ""
        self._vim: Vim | None = None
        self._after_burst: Timer | None = None
        self._sending: Timer | None = None

    @property
    def draft(self) -> Draft:
        return Draft(self.text, self._pastes.folded, self._pastes.short)

    def show(self, draft: Draft) -> None:
        """Replaces what stands in the field."""
        self._pastes = draft
        self.text = draft.text
        self.move_cursor(self.document.end)

    def put_in_front(self, draft: Draft) -> None:
        """Adds `draft` before what stands in the field; the cursor stays where the user writes."""
        empty = not self.text
        row, column = self.cursor_location
        below = self.document.line_count - row
        self.show(Draft.of(join([draft.spans, self.draft.spans])))
        if not empty:
            self.move_cursor((self.document.line_count - below, column))

    async def on_key(self, event: events.Key) -> None:
        text = _AS_TEXT.get(event.key) or written(event)
        if text and (self._burst.key(event.time) or self._gathered) and not self._commands(event):
            self._gather(text)
            event.stop().prevent_default()
            return
        self._send_now_if_pressed()
        self._insert_gathered()
        if self._is_command(event):
            event.stop().prevent_default()
            return
        if event.key.startswith("alt+"):  # a terminal sends its letter along, which is not to be written
            event.prevent_default()
            return
        self._lone = written(event)
        if is_joiner(self._lone):
            event.stop().prevent_default()
            self._insert(self._lone)
        elif event.key == "enter":
            event.stop().prevent_default()
            self._send_soon()
        elif await self._acts(event.key):
            event.stop().prevent_default()

    async def _acts(self, key: str) -> bool:
        """Whether the key does something in this field. Textual would do that once the key has come up to the app, and
        a letter typed meanwhile would overtake it."""
        for binding in self._bindings.key_to_bindings.get(key, ()):
            if not binding.priority and await self.app.run_action(binding.action, self):
                return True
        return False

    def use_vim(self, wanted: bool) -> None:
        """Whether the keys of vi hold; the mode stands at the lower edge."""
        if wanted != (self._vim is not None):
            self._vim = Vim(self, self._show_mode) if wanted else None
            if not wanted:
                self._show_mode("")

    def _show_mode(self, mode: str) -> None:
        self.border_subtitle = mode

    def _is_command(self, event: events.Key) -> bool:
        """Whether vi took the key. An Esc that closes something, or ends what runs, is none."""
        if self._vim is None:
            return False
        if event.key == "escape":
            return not self._completion.is_open and self._vim.escape()
        if self._commands(event):
            self._lone = ""
            self._vim.command(event.character or "")
            return True
        return False

    def _commands(self, event: events.Key) -> bool:
        """Whether the letter is none to be written, however fast it came: a slow line brings several at once."""
        return self._vim is not None and self._vim.commands and event.is_printable and bool(event.character)

    def on_paste(self, event: events.Paste) -> None:
        event.stop().prevent_default()
        self._insert_gathered()
        self._insert_paste(event.text)

    def _gather(self, text: str) -> None:
        if self._sending is not None:
            self._sending.stop()
            self._sending = None
            self._gathered.append(_AS_TEXT["enter"])
        elif not self._gathered:
            self._take_back_first()
        if self._after_burst is None:
            self._after_burst = self.set_timer(GATHER_SECONDS, self._end_burst)
        else:
            self._after_burst.reset()
        self._gathered.append(text)

    def _take_back_first(self) -> None:
        """The key before the burst was its first: inserted as typed already, it belongs to the paste."""
        row, column = self.cursor_location
        if self._lone and column and self.document.get_line(row)[column - 1] == self._lone:
            self.action_delete_left()
            self._gathered.append(self._lone)
        self._lone = ""

    def _end_burst(self) -> None:
        """Nothing followed for a while: a single line that ends with Enter was a script that types, and is sent."""
        *line, last = self._gathered
        typed = last == _AS_TEXT["enter"] and not {"\r", "\n"}.intersection(line)
        if typed:
            self._gathered = line
        self._insert_gathered()
        if typed:
            self._send()

    def _insert_gathered(self) -> None:
        if self._after_burst is not None:
            self._after_burst.stop()
            self._after_burst = None
        text, self._gathered = mended("".join(self._gathered)), []
        if len(text) > FOLD_CHARACTERS or "\n" in text.strip():
            self._insert_paste(text)
        elif text:
            self._insert(text)

    def _insert_paste(self, raw: str) -> None:
        self._pastes, shown = self.draft.with_paste(raw)
        self._insert(shown)

    def _insert(self, text: str) -> None:
        start, end = self.selection
        self.replace(text, start, end, maintain_selection_offset=False)
        self.scroll_cursor_visible()

    def _send_soon(self) -> None:
        """Sends once it is clear that no burst follows this Enter."""
        mention = self.mention
        if self._completion.wants(mention if len(mention) > 1 else self.text):
            self.action_complete()
        else:
            self._sending = self.set_timer(BURST_SECONDS, self._send)

    def _send_now_if_pressed(self) -> None:
        if self._sending is not None:
            self._sending.stop()
            self._send()

    def _send(self) -> None:
        self._sending = None
        draft = self.draft
        if self._vim is not None:
            self._vim.write()
        if not draft.blank or draft.folded:
            self.post_message(self.Entered(draft))
        elif not draft.text:
            self.post_message(self.EnteredNothing())

    def action_newline(self) -> None:
        self._insert("\n")

    def action_copy(self) -> None:
        """Ctrl+C belongs to the screen, which knows all that may be selected."""
        raise SkipAction

    def action_cursor_page_up(self) -> None:
        """The page keys turn the transcript."""
        raise SkipAction

    def action_cursor_page_down(self) -> None:
        raise SkipAction

    def action_complete(self) -> None:
        chosen, mention = self._completion.chosen, self.mention
        if chosen.startswith("/"):
            self.show(Draft(chosen))
        elif chosen and mention:
            row, column = self.cursor_location
            self.replace(chosen, (row, column - len(mention)), (row, column), maintain_selection_offset=False)

    @property
    def mention(self) -> str:
        """The `@file` that is being written at the cursor, "" where there is none."""
        row, column = self.cursor_location
        return begun(self.document.get_line(row)[:column]) if self.selection.is_empty else ""

    def action_history(self, step: int) -> None:
        if self._completion.is_open:
            self._completion.move(step)
            return
        edge = self.cursor_at_first_line if step < 0 else self.cursor_at_last_line
        if not edge:
            self.action_cursor_up() if step < 0 else self.action_cursor_down()
        elif step < 0 and not self.text and (waiting := self._take_back()) is not None:
            self.show(waiting)
        elif (draft := self._history.move(step, self.draft)) is not None:
            self.show(draft)
