"""The lower edge of the transcript: completions, the editor, and one line that says what Enter would do."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import OptionList, TextArea

from memory.drafts import join
from memory.types import Part
from tui.messages import CommandEntered, DraftChanged, Sent
from tui.widgets.composer.completion import CompletionList
from tui.widgets.composer.drafts import Draft
from tui.widgets.composer.editor import Editor
from tui.widgets.composer.history import History

Completer = Callable[[str], Sequence[tuple[str, str]]]


class Composer(Vertical):
    """Sends `Sent` and `CommandEntered`. `completer` is set once commands are known; it may stay None."""

    completer: Completer | None = None

    def __init__(self) -> None:
        super().__init__(id="composer")
        self.history = History()
        self._on_its_way: list[Draft] = []
        self._completion = CompletionList()
        self._editor = Editor(self._completion, self.history)

    def compose(self) -> ComposeResult:
        self._completion.display = False
        yield self._completion
        yield self._editor

    @property
    def empty(self) -> bool:
        return not self._editor.text

    @property
    def draft(self) -> Draft:
        return self._editor.draft

    @property
    def selected_text(self) -> str:
        return self._editor.selected_text

    def focus_editor(self) -> None:
        self._editor.focus()

    def begin(self, text: str) -> bool:
        """Writes `text` for the user to go on with; not where something stands already, which is more than that."""
        self.focus_editor()
        if self.unsent:
            return False
        self._editor.insert(text)
        return True

    @property
    def unsent(self) -> tuple[Part, ...]:
        """All that was written and not sent, the draft that Up has put aside included."""
        return join(draft.spans for draft in self.history.unsent(self.draft))

    @property
    def on_its_way(self) -> tuple[Draft, ...]:
        """What was sent and has not arrived: no longer here, and not yet there."""
        return tuple(self._on_its_way)

    def arrived(self, draft: Draft) -> None:
        self._on_its_way.remove(draft)

    def give_back(self, draft: Draft) -> None:
        """Puts an unsent message back, in front of what the user has begun since."""
        self._editor.put_in_front(draft)

    def clear(self) -> None:
        self.history.leave()
        self._editor.show(Draft())

    def close_completions(self) -> bool:
        """Returns whether there were any."""
        was_open = self._completion.is_open
        self._completion.close()
        return was_open

    def remember(self, texts: Iterable[str]) -> None:
        """Up offers the messages of the conversation shown."""
        self.history.seed(texts)

    @on(Editor.Entered)
    def _enter(self, event: Editor.Entered) -> None:
        event.stop()
        draft = event.draft
        behind = self.history.leave()
        self.history.add(draft)
        self._editor.show(behind)
        self._completion.close()
        if line := draft.command:
            self.post_message(CommandEntered(line))
        elif parts := draft.parts():
            self._on_its_way.append(draft)
            self.post_message(Sent(parts, draft))

    @on(TextArea.Changed)
    def _changed(self, event: TextArea.Changed) -> None:
        event.stop()
        self.post_message(DraftChanged())
        text = self._editor.text
        if text.startswith("/") and "\n" not in text and self.completer is not None:
            found = self.completer(text)
            self._completion.offer([] if [known for known, _ in found] == [text] else found)
        elif self._completion.is_open:
            self._completion.close()

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self._editor.action_complete()
        self._editor.focus()
