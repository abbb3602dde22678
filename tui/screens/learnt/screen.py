"""What was learnt, run by run: each piece with the words it rests on, and the user's word on it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from datetime import tzinfo
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from memory.errors import HarkenError
from memory.types import LearntItem, LearntRun, Message, Record
from tui.commands.learnt import DONE, left_out, run_title
from tui.keys import LEARNT, bindings, first_in_use, key_named
from tui.safe_text import safe_line
from tui.screens.learnt.about import about
from tui.screens.learnt.rows import Aside, Heading, Piece, Teaching, undone
from tui.screens.quoting import QuotingScreen

if TYPE_CHECKING:
    from memory.engine.learnt import Learnt

UNDO = key_named("learnt.undo")
EDIT_HELP = "Enter keeps your words · Esc leaves it as it was"
CLOSE_HELP = "Esc closes"
Judging = Callable[[], Awaitable[Record]]
Telling = Callable[[str], Awaitable[Message]]
ROOM_FOR_MORE = 120
"""From here on all that is known of the marked piece stands beside the list."""


class LearntScreen(QuotingScreen[LearntItem]):
    """Gives back the piece whose turn the user wants to see, or None. `turn` reads a message by its id."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape", "close", "close"),
        *bindings(LEARNT),
    ]

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (ROOM_FOR_MORE, "-wide")]  # noqa: RUF012 - as Textual declares it

    def __init__(self, learnt: Learnt, turn: Telling, zone: tzinfo | None, keymap: Mapping[str, str]) -> None:
        super().__init__()
        self._keymap, self._turn = keymap, turn
        self._learnt, self._zone = learnt, zone
        self._runs: Sequence[LearntRun] = ()
        self._items: dict[str, LearntItem] = {}
        self._editing = ""
        self._told_of: str | None = None
        self._judging = False
        self._fresh: frozenset[str] = frozenset()
        self._list = OptionList(markup=False, classes="learnt-list")
        self._about = Static(markup=False, classes="learnt-about")
        self._input = Input(compact=True, select_on_focus=False, classes="learnt-edit")
        self._foot = Static(markup=False, classes="dialog-foot")

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog learnt"):
            yield Static("What was learnt", markup=False, classes="dialog-title")
            with Horizontal(classes="learnt-panes"):
                yield self._list
                with VerticalScroll(classes="learnt-beside", can_focus=False):
                    yield self._about
            with Vertical(classes="learnt-below"):
                yield self._input
                yield self._foot

    async def on_mount(self) -> None:
        self._input.display = False
        self._list.focus()
        await self._guard(self._begin())

    async def _begin(self) -> None:
        runs = await self._learnt.runs()
        self._fresh = frozenset(run.id for run in runs if run.fresh)
        self._draw(runs)
        if runs:
            await self._learnt.looked(runs[0].id)

    async def renew(self, *, forgotten: bool) -> None:
        """What is gone leaves the list at once, and the edit of it ends."""
        if (runs := await self._learnt.runs()) == self._runs:
            self._tell_more()
            return
        self._draw(runs)
        if self._editing and self._editing not in self._items:
            self._input.value = ""
            self._end_edit()
        elif self._editing:
            self._foot.update(Content(EDIT_HELP))

    # What the user does

    @on(OptionList.OptionSelected)
    def _jump(self) -> None:
        item = self._chosen
        if item is None or self._editing:
            return
        if item.conversation is not None:
            self.dismiss(item)
        else:
            self._say("The turn it came from is gone")

    @on(OptionList.OptionHighlighted)
    def _moved(self, event: OptionList.OptionHighlighted) -> None:
        if event.option_id != self._told_of and not self._editing:
            self._say("")
        self._tell_more()

    def action_close(self) -> None:
        if self._editing:
            self._end_edit()
        else:
            self.dismiss(None)

    def action_keep(self) -> None:
        if item := self._chosen:
            self._judge("keep", partial(self._learnt.keep, item.id, seen=item.version))

    def action_undo(self) -> None:
        if item := self._chosen:
            action, verdict = ("redo", self._learnt.redo) if undone(item) else ("undo", self._learnt.undo)
            self._judge(action, partial(verdict, item.id, seen=item.version))

    def action_edit(self) -> None:
        if item := self._chosen:
            self._editing = item.id
            self._input.value = safe_line(item.record.text)
            self._input.display = True
            self._input.focus()
            self._foot.update(Content(EDIT_HELP))

    @on(Input.Submitted)
    def _edited(self, event: Input.Submitted) -> None:
        if item := self._items.get(self._editing):
            self._judge("edit", partial(self._learnt.edit, item.id, event.value, seen=item.version))

    def _end_edit(self) -> None:
        self._editing = ""
        self._input.display = False
        self._list.focus()
        self._say("")

    def _judge(self, action: str, verdict: Judging) -> None:
        """Gives one verdict at a time: the next is on what is true then."""
        if not self._judging:
            self._judging = True
            self._give(action, verdict)

    @work(group="verdict")
    async def _give(self, action: str, verdict: Judging) -> None:
        """Draws what is true afterwards, also where the verdict was refused; the words of a refused edit stay."""
        try:
            await self._guard(self._given(action, verdict))
        finally:
            self._judging = False

    async def _given(self, action: str, verdict: Judging) -> None:
        try:
            again = f" · {first_in_use(UNDO, self._keymap)} takes that back" if action == "undo" else ""
            said = f"{DONE[action]} {(await verdict()).id}{again}"
            if self._editing:
                self._end_edit()
        except HarkenError as error:
            said = error.line
        self._draw(await self._learnt.runs())
        self._say(said)

    async def _guard(self, work: Awaitable[None]) -> None:
        try:
            await work
        except HarkenError as error:
            self._say(error.line)

    # Drawing

    @property
    def _chosen(self) -> LearntItem | None:
        at = self._list.highlighted
        return None if at is None else self._items.get(self._list.get_option_at_index(at).id or "")

    def _draw(self, runs: Sequence[LearntRun]) -> None:
        """The rows anew; the marked one stays, or the one that came into its place."""
        before, at, self._runs = self._chosen, self._list.highlighted, runs
        self._items = {item.id: item for run in runs for item in run.items}
        self.set_class(bool(self._items), "-some")
        self._list.set_options(list(self._rows(runs)) or [Option(Teaching(), disabled=True)])
        ids = [option.id for option in self._list.options]
        if before is not None and before.id in self._items:
            self._list.highlighted = ids.index(before.id)
        else:
            free = [index for index, name in enumerate(ids) if name is not None]
            self._list.highlighted = min(free, key=lambda index: abs(index - (at or 0)), default=None)
        self._say("")
        self._tell_more()

    @work(group="about", exclusive=True)
    async def _tell_more(self) -> None:
        """All that is known of the marked piece, and the turn it comes from."""
        item = self._chosen
        if item is None:
            self._about.update("")
            return
        try:
            turn = await self._turn(item.message) if item.message else None
        except HarkenError:  # it is being forgotten: the list says so in a moment
            turn = None
        self._about.update(about(item, turn.text if turn else "", self._zone))

    def _rows(self, runs: Sequence[LearntRun]) -> Iterator[Option]:
        """A line for each run and a row for each piece; those of one run stand together."""
        for number, run in enumerate(runs):
            title = run_title(run, self._zone)
            yield Option(Heading(title, fresh=run.id in self._fresh, first=not number), disabled=True)
            for item in run.items:
                yield Option(Piece(item), id=item.id)
            if run.dropped:
                yield Option(Aside(left_out(run)), disabled=True)

    def _say(self, line: str) -> None:
        """What came of a key, while its row is marked; else what the keys do."""
        self._told_of = self._chosen.id if line and self._chosen else None
        self._foot.update(Content(safe_line(line) if line else self._keys_of(self._chosen)))

    def _keys_of(self, item: LearntItem | None) -> str:
        if item is None:
            return CLOSE_HELP
        other = {UNDO: "redo"} if undone(item) else {}
        keys = (f"{first_in_use(key, self._keymap)} {other.get(key, key.action)}" for key in LEARNT)
        return " · ".join(("Enter turn", *keys, CLOSE_HELP))
