"""The lower edge of the transcript: completions, the editor, and one line that says what Enter would do."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from textual import on, work
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import OptionList, TextArea

from memory.drafts import Edited, join
from memory.types import Part
from tui.chat.files import Files
from tui.chat.mentions import written
from tui.messages import CommandEntered, DraftChanged, Sent, WaitingWanted
from tui.widgets.composer.completion import CompletionList
from tui.widgets.composer.drafts import Draft
from tui.widgets.composer.editor import Editor
from tui.widgets.composer.history import History


@dataclass(frozen=True, slots=True)
class _Edited:
    """The earlier message that is written anew, what it said, and the draft that waits behind it."""

    message: str
    was: Draft
    aside: Draft


Completer = Callable[[str], Sequence[tuple[str, str]]]


class Composer(Vertical):
    """Sends `Sent` and `CommandEntered`."""

    completer: Completer | None = None
    """Set once commands are known."""
    files: Files | None = None
    """Those that `@` offers."""
    take_back: Callable[[], Draft | None] = staticmethod(lambda: None)
    """Takes the newest message that waits to be sent."""

    def __init__(self) -> None:
        super().__init__(id="composer")
        self.history = History()
        self._on_its_way: list[Draft] = []
        self._edited: _Edited | None = None
        self._completion = CompletionList()
        self._editor = Editor(self._completion, self.history, lambda: self.take_back())

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
        """All that was written and not sent, the draft that Up or an edit has put aside included.

        A message that is edited counts once it says something else.
        """
        edited = self._edited
        written = [draft for draft in self.history.unsent(self.draft) if edited is None or draft != edited.was]
        return join(draft.spans for draft in ((edited.aside, *written) if edited else written))

    @property
    def written(self) -> tuple[Part, ...]:
        """All that can be read in it now or stands behind that."""
        return join([self.unsent, self.draft.spans]) if self._edited else self.unsent

    @property
    def edited(self) -> Edited | None:
        """The earlier message whose new version is being written, as it stood."""
        return Edited(self._edited.message, self._edited.was.whole) if self._edited else None

    @property
    def editing(self) -> str:
        """The earlier message whose new version is being written, "" for none."""
        return self._edited.message if self._edited else ""

    def edit(self, message: str, was: Draft) -> None:
        """Shows an earlier message to be written anew; what stands here waits until it is sent or given up."""
        aside = self._edited.aside if self._edited else Draft.of(self.unsent)
        self.history.leave()
        self._edited = _Edited(message, was, aside)
        self._editor.show(was)
        self.focus_editor()

    def end_edit(self) -> bool:
        """Gives the edit up: the draft from before is there again. Returns whether there was one."""
        if self._edited is None:
            return False
        aside, self._edited = self._edited.aside, None
        self.history.leave()
        self._editor.show(aside)
        return True

    def free_edit(self) -> None:
        """An edit, of which the message is gone, becomes a message of its own."""
        if self._edited is not None:
            unsent, self._edited = Draft.of(self.unsent), None
            self.history.leave()
            self._editor.show(unsent)

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
        self._edited = None
        self.history.leave()
        self._editor.show(Draft())

    def use_vim(self, wanted: bool) -> None:
        self._editor.use_vim(wanted)

    def close_completions(self) -> bool:
        """Returns whether there were any."""
        was_open = self._completion.is_open
        self._completion.close()
        return was_open

    def remember(self, drafts: Iterable[Draft]) -> None:
        """Up offers the messages of the conversation shown; what it has brought here and nobody changed goes."""
        if self.draft not in self.history.unsent(self.draft):
            self._editor.show(self.history.leave())
        self.history.seed(drafts)

    def also_remember(self, drafts: Iterable[Draft]) -> None:
        """Up offers these first, which another window has sent."""
        self.history.join(drafts)

    def rewrite(self, text: str) -> None:
        """The draft in other words; its pastes stay behind their placeholders."""
        self._editor.show(self.draft.rewritten(text))

    def write_again(self, draft: Draft) -> None:
        """Shows what was sent before; what stands here waits behind it, as with Up."""
        self.history.take(draft, Draft.of(join(one.spans for one in self.history.unsent(self.draft))))
        self._editor.show(draft)
        self.focus_editor()

    @on(Editor.Entered)
    def _enter(self, event: Editor.Entered) -> None:
        event.stop()
        draft = event.draft
        behind, instead_of = self.history.leave(), self.editing
        if self._edited is not None:
            behind, self._edited = self._edited.aside, None
        self.history.add(draft)
        self._editor.show(behind)
        self._completion.close()
        if line := draft.command:
            self.post_message(CommandEntered(line))
        elif parts := draft.parts():
            self._on_its_way.append(draft)
            self.post_message(Sent(parts, draft, instead_of))

    @on(Editor.EnteredNothing)
    def _enter_nothing(self, event: Editor.EnteredNothing) -> None:
        event.stop()
        self.post_message(WaitingWanted())

    @on(TextArea.Changed)
    def _changed(self, event: TextArea.Changed) -> None:
        event.stop()
        self.post_message(DraftChanged())
        text = self._editor.text
        if self._editor.mention and self.files is not None:
            self._find_files(self._editor.mention)
        elif text.startswith("/") and "\n" not in text and self.completer is not None:
            found = self.completer(text)
            self._completion.offer([] if [known for known, _ in found] == [text] else found)
        elif self._completion.is_open:
            self._completion.close()

    @work(group="files", exclusive=True)
    async def _find_files(self, mention: str) -> None:
        assert self.files is not None
        typed = mention.removeprefix("@").strip('"')
        found = await self.files.matching(typed)
        if self._editor.mention == mention:
            self._completion.offer([] if found == [typed] else [(_mentioned(path), "") for path in found])

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self._editor.action_complete()
        self._editor.focus()


def _mentioned(path: str) -> str:
    """What is written for it: a folder is gone into, behind a file the message goes on."""
    return f"@{path}" if path.endswith("/") else f"{written(path)} "
