"""The chat screen: three regions and a status bar, and who hears what."""

from __future__ import annotations

from collections.abc import Coroutine, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from textual import events, on, work
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.screen import Screen

from memory import lent
from memory.counting import counted
from memory.errors import HarkenError
from memory.types import Message, Role
from tui.chat.branches import beside
from tui.chat.busy import StillWriting
from tui.chat.files import Files
from tui.keys import CHAT, bindings, in_use, key_named
from tui.messages import (
    BranchWanted,
    CommandEntered,
    ConversationChosen,
    ConversationDoomed,
    ConversationMoved,
    ConversationNamed,
    ConversationsSought,
    DraftChanged,
    FindEnded,
    FindWanted,
    PicksChanged,
    ReplyWanted,
    Sent,
    SettingsWanted,
    WaitingChosen,
    WaitingWanted,
    WritingWanted,
)
from tui.safe_text import safe
from tui.screens.chat import listed
from tui.screens.chat.again import write_again
from tui.screens.chat.elsewhere import Elsewhere
from tui.screens.chat.finding import Finding
from tui.screens.chat.guide import Guide
from tui.screens.chat.learning import news_line, show_learnt
from tui.screens.chat.outbox import Job
from tui.screens.chat.previewing import Previewing
from tui.screens.chat.sending import Sending
from tui.screens.chat.session import Session
from tui.screens.chat.sides import Sides
from tui.screens.chat.state import State
from tui.screens.chat.talk import Regions, Talk
from tui.screens.chat.unsent import HEED_SECONDS, NEW, Unsent
from tui.screens.quoting import QuotingScreen
from tui.widgets.composer.composer import Composer
from tui.widgets.composer.drafts import Draft
from tui.widgets.conversations.panel import Conversations
from tui.widgets.find.bar import FindBar
from tui.widgets.guide import GuideLines
from tui.widgets.notices import Notices
from tui.widgets.recall.panel import RecallPanel
from tui.widgets.status_bar import StatusBar
from tui.widgets.transcript.transcript import Transcript
from tui.widgets.waiting import Above, WaitingLines, editing_line, marked_line

if TYPE_CHECKING:
    from memory.ports import Clock
    from tui.screens.compare import CompareScreen


CLOSED = "closed: forgotten elsewhere"


class ChatScreen(Screen[None]):
    """Usable from the first frame on: what is sent before memory is open waits for it.

    `drafts` is the folder of unsent texts, None to keep none; `fresh` says that a new conversation is wanted, `guided`
    that a newcomer is shown around.
    """

    BINDINGS = bindings(CHAT)
    VERTICAL_BREAKPOINTS = [(0, "-short"), (24, "-tall")]  # noqa: RUF012 - as Textual declares it

    def __init__(
        self, profile: str, mode: str, clock: Clock, *, drafts: Path | None, fresh: bool = True, guided: bool = False
    ) -> None:
        super().__init__()
        self.clock = clock
        self.keymap: Mapping[str, str] = {}
        self.comparison: CompareScreen | None = None
        self.transcript = Transcript()
        self.composer = Composer()
        self.composer.files = files = Files(Path())
        self.conversations = Conversations()
        self.recall = RecallPanel()
        self._find = FindBar()
        self._finding = Finding(self, self._find, self.transcript)
        self._notices = Notices()
        self._waiting = WaitingLines()
        self._bar = StatusBar()
        self._guide_lines = GuideLines()
        self._guide = Guide(self, self._guide_lines)
        self._guided = guided
        self._sides = Sides(self, self.transcript, self.conversations, self.recall, self._guide.draw)
        self._early_commands: list[str] = []
        self._fresh = fresh
        self._state = State(self, profile=profile, mode=mode, clock=clock)
        self._unsent = Unsent(self, self.composer, drafts, self._state.trouble, self._state.solved)
        lending = drafts.parent / lent.FOLDER if drafts else None
        self._elsewhere = Elsewhere(self, self.composer, self._unsent, lending, self._state.confirm)
        regions = Regions(self.transcript, self.composer, self.recall, self._unsent)
        self.talk = Talk(self, regions, self._talk_changed, self.warn)
        self._unsent.outbox = self.talk.outbox
        self._previewing = Previewing(self, self.composer, self.recall, self.talk, self._state.trouble)
        self._sending = Sending(self.composer, self.talk, files, self.warn)
        self.composer.take_back = self.talk.outbox.take_back

    def compose(self) -> ComposeResult:
        self._sides.fit(self.app.size.width)
        with Horizontal(id="regions"):
            yield self.conversations
            with Vertical(id="middle"):
                yield self.transcript
                yield self._find
                yield self._notices
                yield self._guide_lines
                yield self._waiting
                yield self.composer
            yield self.recall
        yield self._bar

    def on_mount(self) -> None:
        self.composer.focus_editor()
        self.refresh_state()
        self.screen_layout_refresh_signal.subscribe(self, lambda _: self._sides.keep_composer_free())
        self.set_interval(HEED_SECONDS, self._unsent.heed)
        self.set_interval(HEED_SECONDS, self._elsewhere.look)
        if self._fresh:
            self.guarded(self._unsent.show(NEW))

    def on_resize(self, event: events.Resize) -> None:
        self._sides.fit(event.size.width)
        self.call_after_refresh(self.draw_status)

    # The program around

    async def ready(self, session: Session, *, resume: str | None = None, continue_last: bool = False) -> None:
        """Memory is open: the conversation asked for is shown, what waited goes, news come in."""
        self.composer.completer = lambda text: session.completions(text, self.talk.conversation)
        session.memory.register(self.composer.history)
        session.memory.register(self._unsent)
        self._state.ready(session)
        if continue_last:
            resume = await session.newest()
        await self._guard(self.talk.ready(session, resume or None))
        if resume == "":
            self._run_command("/resume")
        for line in self._early_commands:
            self._run_command(line)
        self._early_commands.clear()
        if self._guided:
            await self._guide.begin(session.memory)

    async def not_ready(self, problem: str) -> None:
        """Memory can't be opened: the screen stays, and so does what was written."""
        self._state.broken = True
        self.talk.stop()
        await self._unsent.show(NEW)
        await self.transcript.add_note(problem, "error")
        self.refresh_state()

    async def renew_dialogs(self, *, forgotten: bool) -> None:
        """What lies over the chat may quote what has changed or was `forgotten` in another window."""
        while isinstance(top := self.app.screen, QuotingScreen):
            await top.renew(forgotten=forgotten)
            if self.app.screen is top:
                break
            self.tell(CLOSED)

    def tell(self, line: str) -> None:
        """One line that stands in the status bar for a moment."""
        self._state.confirm(line)

    def warn(self, line: str) -> None:
        """What stands above the composer until it is read."""
        self._notices.say(line)

    def say_held(self, line: str) -> None:
        """Why the settings that are used are not those of the files; "" once they are, or the user has chosen."""
        self._state.held = line
        self.draw_status()

    def keep_unsent(self) -> None:
        """The disk may take again what it did not take before."""
        self._unsent.changed()

    def saving(self) -> None:
        self.talk.hold()
        self._state.tell("saving")

    @property
    def lost(self) -> str:
        """Why what was not sent could not be kept at the end, "" where it was."""
        return self._unsent.lost

    @property
    def has_unsent(self) -> bool:
        """Something was sent that has not begun: it waits for memory."""
        return bool(self.talk.outbox.waiting)

    async def close(self) -> None:
        """Ends what runs; what came of it is stored, and what is unsent waits for the next start."""
        try:
            await self._elsewhere.close()
            if self.comparison is not None:
                await self.comparison.end()
            await self.talk.close()
        finally:
            await self._unsent.close()
        self._state.close()
        for group in ("ask", "preview"):
            self.workers.cancel_group(self, group)

    def copy_text(self, text: str) -> None:
        self.app.copy_to_clipboard(safe(text))
        self._state.confirm(f"Copied {counted(len(text), 'character')}")

    # What widgets say

    @on(Sent)
    def _sent(self, event: Sent) -> None:
        assert isinstance(event.draft, Draft)
        if self._state.broken:
            self.composer.arrived(event.draft)
            self.composer.give_back(event.draft)
            return
        job = Job(event.parts, event.draft, self._previewing.take(), instead_of=event.instead_of)
        self._sides.uncover()
        self.transcript.follow()
        self.transcript.unmark()
        self._state.seen()
        self.guarded(self._sending.send(job, self.talk.opened))

    @on(DraftChanged)
    def _draft_changed(self) -> None:
        self._unsent.changed()
        self._previewing.changed()

    @on(PicksChanged)
    def _picks_changed(self, event: PicksChanged) -> None:
        self._previewing.choose(event.picks)

    @on(WritingWanted)
    def _writing_wanted(self) -> None:
        self.composer.focus_editor()
        self.draw_status()

    @on(WaitingWanted)
    def _waiting_wanted(self) -> None:
        self.talk.release()

    @on(WaitingChosen)
    def _waiting_chosen(self, event: WaitingChosen) -> None:
        draft = self.talk.outbox.take_back(event.place)
        if draft is not None and not event.remove:
            self.composer.give_back(draft)
        self.composer.focus_editor()

    @on(FindWanted)
    def _find_wanted(self, event: FindWanted) -> None:
        self._finding.look(event.words, event.step)

    @on(FindEnded)
    def _find_ended(self) -> None:
        self._finding.close()
        self.composer.focus_editor()
        self.draw_status()

    @on(BranchWanted)
    def _branch_wanted(self, event: BranchWanted) -> None:
        self.guarded(self.talk.follow(event.message))

    @on(CommandEntered)
    def _entered(self, event: CommandEntered) -> None:
        self._sides.uncover()
        self.run_line(event.line)

    def run_line(self, line: str) -> None:
        """Runs a slash command, once memory is open."""
        if self.talk.session is None and not self._state.broken:
            self._early_commands.append(line)
        else:
            self._run_command(line)

    @on(ConversationChosen)
    def _chosen(self, event: ConversationChosen) -> None:
        self._sides.uncover()
        self._finding.close()
        self.composer.focus_editor()
        self.guarded(listed.go_to(event.id, event.message, self))

    @on(ConversationsSought)
    def _sought(self) -> None:
        self._state.refresh_conversations()

    @on(ConversationMoved)
    def _moved(self, event: ConversationMoved) -> None:
        if session := self.talk.session:
            self.guarded(listed.move(event.id, self, session, top=event.top))

    @on(ConversationNamed)
    def _named(self, event: ConversationNamed) -> None:
        if session := self.talk.session:
            self.guarded(listed.rename(event.id, event.title, self, session))

    @on(ConversationDoomed)
    def _doomed(self, event: ConversationDoomed) -> None:
        self._run_command(f"/delete {event.id}")

    @on(ReplyWanted)
    def _reply_wanted(self, event: ReplyWanted) -> None:
        self._run_command("/continue" if event.resume else "/regenerate")

    # Keys

    def action_stop(self) -> None:
        """One step back: what lies over the transcript goes first, then a running reply stops."""
        if self.composer.close_completions():
            return
        if self._finding.close():
            self.composer.focus_editor()
            return
        if self._sides.uncover() or (not self.talk.running and self._notices.close()):
            self.composer.focus_editor()
        elif not self.talk.running and (self.transcript.unmark() or self.composer.end_edit()):
            self.draw_status()
        elif not self.talk.running and self._guide.skip():
            self.composer.focus_editor()
        elif not self.talk.step_back():
            self.clear_selection()
            self.composer.focus_editor()

    def action_regenerate(self) -> None:
        self._run_command("/regenerate")

    def action_edit(self) -> None:
        marked = self.transcript.marked
        if marked is not None and marked.role is not Role.USER:
            self.guarded(self._command(f"/edit {marked.parent}"))
        else:
            self._run_command(f"/edit {marked.id}" if marked else "/edit")

    def action_mark(self, step: int) -> None:
        self.guarded(self._mark(step))

    async def _mark(self, step: int) -> None:
        await self.transcript.mark(step)
        self.draw_status()

    def action_branch(self, step: int) -> None:
        place = self.transcript.marked or self.transcript.latest(lambda message: bool(message.siblings))
        if place is not None and place.siblings:
            self.guarded(self.talk.follow(beside(place, step)))
        else:
            self._state.confirm("No other version. Alt+R, Alt+E make one")

    def edit(self, message: Message) -> None:
        """An earlier message of the user stands in the composer to be written anew."""
        self.transcript.unmark()
        self.composer.edit(message.id, Draft.again(message.parts))
        self._unsent.sent()
        self.draw_status()

    def action_copy(self) -> None:
        selected = self.get_selected_text() or self.composer.selected_text
        if selected:
            self.copy_text(selected)
        else:
            quits, stops = self.key("app.quit"), self.key("chat.stop")
            self.warn(f"Nothing is selected. {quits} quits, {stops} stops a reply")

    def action_new(self) -> None:
        self._finding.close()
        self.guarded(self.talk.open(None))

    def action_toggle_conversations(self) -> None:
        if self._sides.toggle_conversations():
            self.conversations.begin()
        else:
            self.composer.focus_editor()

    def action_toggle_recall(self) -> None:
        self._sides.toggle_recall()
        self._previewing.changed()

    def action_choose(self) -> None:
        if not self.recall.focus_draft():
            self.tell(self._nothing_to_choose())

    def _nothing_to_choose(self) -> str:
        if self.recall.display and not self.composer.draft.blank:
            return "Memory has nothing for what you write"
        return f"While you write, {self.key('chat.recall')} shows what there is"

    def action_learnt(self) -> None:
        self.guarded(show_learnt(self))

    def action_history(self) -> None:
        self.guarded(write_again(self))

    def action_find(self) -> None:
        self.find()

    def find(self, words: str = "") -> None:
        """Looks for words in the conversation shown; without them the user is asked."""
        self._find.open(words)

    def action_editor(self) -> None:
        self.guarded(self._elsewhere.write())

    def action_settings(self) -> None:
        self.post_message(SettingsWanted())

    def action_page(self, pages: int) -> None:
        self.transcript.scroll_relative(y=pages * (self.transcript.size.height - 2), animate=False)

    def action_ends(self, direction: int) -> None:
        if direction > 0:
            self.transcript.follow()
        else:
            self.transcript.scroll_home(animate=False)

    def action_toggle_thinking(self) -> None:
        self.transcript.toggle_thinking()

    def action_help(self) -> None:
        from tui.commands.registry import COMMANDS
        from tui.screens.help import HelpScreen

        self.app.push_screen(HelpScreen(((one.usage, one.summary) for one in COMMANDS.values()), self.keymap))

    def use_keymap(self, keymap: Mapping[str, str]) -> None:
        """What is shown names these keys from now on."""
        self.keymap = self.recall.draft.keymap = self.conversations.keymap = keymap
        self._notices.key = self.key("chat.stop")
        self.draw_status()

    def key(self, name: str) -> str:
        """The first key that does what is called `name`, as people write it."""
        return in_use(key_named(name), self.keymap).partition(",")[0]

    def begin_command(self, text: str) -> None:
        """Puts the beginning of a command before the user, who types the rest."""
        if not self.composer.begin(text):
            self.warn(f"Send what you have written first, or clear it: {text.strip()} needs the line")

    # Drawing

    @work(group="ask")
    async def guarded(self, job: Coroutine[Any, Any, object]) -> None:
        """Runs `job` beside the screen; what it can't do is said in the transcript."""
        await self._guard(job)

    async def _guard(self, job: Coroutine[Any, Any, object]) -> None:
        try:
            await job
        except StillWriting as error:
            self.warn(error.line)
        except HarkenError as error:
            await self.transcript.add_note(error.line, "error")

    def _run_command(self, line: str) -> None:
        self.guarded(self._command(line))

    async def _command(self, line: str) -> None:
        """A draft on disk must not say the command any more when that looks through the files."""
        from tui.screens.chat.outcomes import run_command

        await self._unsent.save()
        await run_command(line, self)

    def _talk_changed(self) -> None:
        self._guide.look()
        self._previewing.changed()
        self.refresh_state()

    def refresh_state(self) -> None:
        """Something a list or the status bar shows may be different now."""
        self._state.refresh()

    @property
    def mode(self) -> str:
        """What memory does in the conversation that is shown."""
        return self._state.status().mode

    def draw_status(self) -> None:
        self._bar.status = self._state.status()
        marked, editing = self.transcript.marked, self.composer.editing
        said = editing_line(editing) if editing else marked_line(marked.id) if marked and not self._find.display else ""
        news = news_line(self._state.learnt, self.key("chat.learnt"))
        above = Above(self._state.locked, said, self.talk.outbox.held, self.talk.outbox.waiting, news)
        self._guide.draw()
        self._waiting.show(above, self.composer.size.width - 4)
