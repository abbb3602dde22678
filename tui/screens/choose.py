"""A list to take one of; a longer one is typed into, and what fits stays."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import ClassVar

from rich.cells import cell_len
from textual import on
from textual.actions import SkipAction
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input, OptionList, Static
from textual.widgets import option_list as rows

from tui.commands.outcome import Option
from tui.safe_text import safe_line
from tui.screens.plan_body import PlanBody
from tui.screens.quoting import QuotingScreen
from tui.widgets.row import Row

LABEL_WIDTH = 60


class ChooseScreen(QuotingScreen[str]):
    """Gives back the id of an option, or None. With a `preview`, which gets the highlighted one, it stands aside."""

    MOST: ClassVar[int | None] = None
    """How many rows are shown at once, None for all."""
    FEWEST: ClassVar[int] = 4
    """So many are worth a search."""
    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape", "dismiss(None)", "close"),
        ("up", "move(-1)", "up"),
        ("down", "move(1)", "down"),
        Binding("pageup", "scroll('scroll_page_up')", priority=True),
        Binding("pagedown", "scroll('scroll_page_down')", priority=True),
    ]
    VERTICAL_BREAKPOINTS = [(0, "-short"), (24, "-tall")]  # noqa: RUF012 - as Textual declares it

    def __init__(
        self,
        title: str,
        options: Sequence[Option],
        *,
        begin: str = "",
        preview: Callable[[str], Awaitable[None]] | None = None,
        body: Sequence[str] = (),
    ) -> None:
        super().__init__(classes="-beside" if preview else None)
        self._title, self._options, self._begin = title, options, begin
        self._preview, self._body = preview, body
        labels = (cell_len(safe_line(option.label, LABEL_WIDTH)) for option in options[: self.MOST])
        self._column = max(labels, default=0)
        self._searched = len(options) >= self.FEWEST

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog choose"):
            yield Static(Content(safe_line(self._title)), markup=False, classes="dialog-title")
            if self._body:
                yield PlanBody(self._body)
            if self._searched:
                yield Input(placeholder="Type to filter", compact=True)
            yield OptionList(markup=False)
            scrolls = "PgUp and PgDn scroll, " if self._body else ""
            yield Static(f"{scrolls}Enter takes it, Esc closes", markup=False, classes="dialog-foot")

    def on_mount(self) -> None:
        options = self.query_one(OptionList)
        options.can_focus = not self._searched
        self._fill(self._options)
        if not self._searched:
            options.focus()

    @on(Input.Changed)
    def _filter(self, event: Input.Changed) -> None:
        words = event.value.casefold().split()
        self._fill([option for option in self._options if fits(option, words)])

    @on(Input.Submitted)
    def _enter(self) -> None:
        self.query_one(OptionList).action_select()

    @on(OptionList.OptionSelected)
    def _take(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(event.option_id)

    @on(OptionList.OptionHighlighted)
    async def _try_on(self, event: OptionList.OptionHighlighted) -> None:
        if self._preview is not None and event.option_id is not None:
            await self._preview(event.option_id)

    def action_move(self, step: int) -> None:
        options = self.query_one(OptionList)
        options.action_cursor_up() if step < 0 else options.action_cursor_down()

    def action_scroll(self, movement: str) -> None:
        """Of a dialog without a body these keys are the list's."""
        if not self._body:
            raise SkipAction
        self.query_one(PlanBody).move(movement)

    def _fill(self, options: Sequence[Option]) -> None:
        options = options[: self.MOST]
        shown = [rows.Option(row(o, self._column), id=o.id, disabled=bool(o.disabled_reason)) for o in options]
        nothing = [rows.Option(Content.styled("Nothing fits", "$text-muted"), disabled=True)]
        option_list = self.query_one(OptionList)
        option_list.set_options(shown or nothing)
        free = {option.id: index for index, option in enumerate(options) if not option.disabled_reason}
        option_list.highlighted = free.get(self._begin, next(iter(free.values()), None))


def fits(option: Option, words: Sequence[str]) -> bool:
    """Whether every word stands somewhere in the option."""
    text = (option.text or f"{option.label} {option.detail}").casefold()
    return all(word in text for word in words)


def row(option: Option, column: int) -> Row:
    label = Content(safe_line(option.label, LABEL_WIDTH))
    return Row(label, Content.styled(safe_line(option.disabled_reason or option.detail), "$text-muted"), column)
