"""What was learnt, run by run: each piece with the words it rests on, and the user's word on it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from datetime import tzinfo
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from memory.errors import HarkenError
from memory.types import LearntItem, LearntRun, Record, Verdict
from tui.commands.learnt import DONE, GONE, NOTHING, SIGNS, TEACHING, left_out, quote_of, run_title, state_of
from tui.commands.render import place_name
from tui.keys import LEARNT, bindings, first_in_use, key_named
from tui.safe_text import safe_line
from tui.screens.quoting import QuotingScreen
from tui.widgets.row import INDENT, Lines, indented

if TYPE_CHECKING:
    from memory.engine.learnt import Learnt

UNDO = key_named("learnt.undo")
EDIT_HELP = "Enter keeps your words · Esc leaves it as it was"
CLOSE_HELP = "Esc closes"
Judging = Callable[[], Awaitable[Record]]
_COLOURS = {"+": "$success", "~": "$warning", "=": "$text-muted", "?": "$accent"}


class LearntScreen(QuotingScreen[LearntItem]):
    """Gives back the piece whose turn the user wants to see, or None."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape", "close", "close"),
        *bindings(LEARNT),
    ]

    def __init__(self, learnt: Learnt, zone: tzinfo | None, keymap: Mapping[str, str]) -> None:
        super().__init__()
        self._keymap = keymap
        self._learnt, self._zone = learnt, zone
        self._runs: Sequence[LearntRun] = ()
        self._items: dict[str, LearntItem] = {}
        self._editing = ""
        self._told_of: str | None = None
        self._judging = False
        self._fresh: frozenset[str] = frozenset()
        self._list = OptionList(markup=False, classes="learnt-list")
        self._input = Input(compact=True, select_on_focus=False, classes="learnt-edit")
        self._foot = Static(markup=False, classes="dialog-foot")

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog learnt"):
            yield Static("What was learnt", markup=False, classes="dialog-title")
            yield self._list
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
            action, verdict = ("redo", self._learnt.redo) if _undone(item) else ("undo", self._learnt.undo)
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
        self._list.set_options(list(self._rows(runs)) or [Option(Teaching(), disabled=True)])
        ids = [option.id for option in self._list.options]
        if before is not None and before.id in self._items:
            self._list.highlighted = ids.index(before.id)
        else:
            free = [index for index, name in enumerate(ids) if name is not None]
            self._list.highlighted = min(free, key=lambda index: abs(index - (at or 0)), default=None)
        self._say("")

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
        undone = {UNDO: "redo"} if _undone(item) else {}
        keys = (f"{first_in_use(key, self._keymap)} {undone.get(key, key.action)}" for key in LEARNT)
        return " · ".join(("Enter turn", *keys, CLOSE_HELP))


def _undone(item: LearntItem) -> bool:
    return item.verdict is Verdict.UNDONE


class Heading(Lines):
    """Where and when a run learnt, and whether the user sees it for the first time."""

    def __init__(self, title: str, *, fresh: bool, first: bool) -> None:
        self._title, self._fresh, self._first = title, fresh, first

    def lines(self, width: int) -> list[Content]:
        new = Content.styled("  new", "$accent") if self._fresh else Content()
        title = Content.styled(safe_line(self._title, width - new.cell_length), "bold $text-muted")
        return [*([] if self._first else [Content()]), title + new]


class Piece(Lines):
    """Sign and text, then the words it rests on; what was taken back is struck out."""

    def __init__(self, item: LearntItem) -> None:
        self._item = item

    def lines(self, width: int) -> list[Content]:
        item = self._item
        gone = _undone(item) or item.record.state == "rejected"
        sign = SIGNS[item.action]
        head = Content.styled(safe_line(item.record.text), "strike $text-muted" if gone else "")
        if item.replaced is not None:
            old = Content.styled(safe_line(item.replaced.text), "" if gone else "$text-muted")
            head = Content.assemble(old, (" → ", "$text-muted"), head)
        if state := state_of(item):
            head = Content.assemble(head, (f"  {state}", "$accent"))
        first, *others = head.wrap(max(1, width - INDENT))
        return [
            Content.assemble((f"{sign} ", f"bold {_COLOURS[sign]}"), first),
            *(" " * INDENT + line for line in others),
            *self._source(width),
        ]

    def _source(self, width: int) -> list[Content]:
        gone = "" if self._item.conversation else GONE
        place = safe_line(place_name(self._item.record.partition))
        told = " · ".join(part for part in (quote_of(self._item), place, gone) if part)
        return indented(Content.styled(told, "$text-muted"), width) if told else []


class Aside(Lines):
    """A quiet line under the pieces of a run."""

    def __init__(self, text: str) -> None:
        self._text = text

    def lines(self, width: int) -> list[Content]:
        return indented(Content.styled(self._text, "$text-disabled"), width)


class Teaching(Lines):
    """What stands here before anything was learnt."""

    def lines(self, width: int) -> list[Content]:
        first = Content.styled(NOTHING, "bold")
        parts = [Content.styled(text, "$text-muted").wrap(width) for text in TEACHING]
        return [first, *(line for part in parts for line in (Content(), *part))]
