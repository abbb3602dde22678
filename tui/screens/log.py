"""What was logged, the newest first: found while typing, by level, copied with Enter."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from tui.commands.log_lines import LEVELS, LogLine, filtered
from tui.commands.outcome import Log
from tui.keys import LOG, bindings, first_in_use
from tui.safe_text import safe_line
from tui.widgets.row import Lines, indented

MOST_ROWS = 500
MOST_LINES = 12
"""Of one row; a traceback's end says most."""
STEPS = (LEVELS[0], "warning", "error")
SHOWN = {LEVELS[0]: "everything", "warning": "warnings and errors", "error": "errors"}
NOTHING = "Nothing was logged yet"
TEACHING = (
    "harken notes here what goes wrong behind the screen, such as a call that failed or a file that can't be read. Your"
    " words and your keys are never in it, so that you can show it to whoever helps you. It lies at {path}"
)
_COLOURS = {"warning": "$warning", "error": "$error", "critical": "$error"}


class LogScreen(ModalScreen[None]):
    """`copy` gets the text of a chosen line."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape", "dismiss(None)", "close"),
        *bindings(LOG),
        ("up", "move('cursor_up')", "up"),
        ("down", "move('cursor_down')", "down"),
        ("pageup", "move('page_up')", "up"),
        ("pagedown", "move('page_down')", "down"),
    ]

    def __init__(self, log: Log, copy: Callable[[str], None], keymap: Mapping[str, str]) -> None:
        super().__init__()
        self._level_key = first_in_use(LOG[0], keymap)
        self._log, self._copy = log, copy
        self._level = log.level
        self._shown: list[LogLine] = []
        self._input = Input(safe_line(log.words), placeholder="Type to find", compact=True, select_on_focus=False)
        self._list = OptionList(markup=False)
        self._foot = Static(markup=False, classes="dialog-foot")

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog log"):
            yield Static("Log", markup=False, classes="dialog-title")
            yield self._input
            yield self._list
            yield self._foot

    def on_mount(self) -> None:
        self._list.can_focus = False
        self._input.focus()
        self._draw()

    @on(Input.Changed)
    def _changed(self) -> None:
        self._draw()

    @on(Input.Submitted)
    def _entered(self) -> None:
        self._list.action_select()

    @on(OptionList.OptionSelected)
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        self._copy(self._shown[event.option_index].whole)
        self._foot.update("Copied")

    def action_level(self) -> None:
        at = STEPS.index(self._level) if self._level in STEPS else 0
        self._level = STEPS[(at + 1) % len(STEPS)]
        self._draw()

    def action_move(self, movement: str) -> None:
        getattr(self._list, f"action_{movement}")()

    def _draw(self) -> None:
        self._shown = filtered(self._log.lines, self._level, self._input.value)[: -MOST_ROWS - 1 : -1]
        rows = [Option(Logged(line)) for line in self._shown]
        self._list.set_options(rows or [Option(self._nothing(), disabled=True)])
        self._list.highlighted = 0 if rows else None
        level = SHOWN.get(self._level, self._level)
        self._foot.update(Content(f"Enter copies · {self._level_key}: shows {level} · Esc closes"))

    def _nothing(self) -> Lines:
        return Told("Nothing fits") if self._log.lines else Told(NOTHING, TEACHING.format(path=self._log.path))


class Logged(Lines):
    """Time and source, then what is said, in the colour of its level."""

    def __init__(self, line: LogLine) -> None:
        self._line = line

    def lines(self, width: int) -> list[Content]:
        line = self._line
        colour = _COLOURS.get(line.level, "$text-muted")
        head = Content.assemble(
            (f"{line.at} ", "$text-disabled"), (line.level, colour), (f" {line.source}", "$text-muted")
        )
        said = [row for text in line.text.split("\n") for row in indented(Content.styled(text, "$foreground"), width)]
        left_out = [] if len(said) <= MOST_LINES else indented(Content.styled("…", "$text-disabled"), width)
        return [head.truncate(width, ellipsis=True), *said[:1], *left_out, *said[1:][1 - MOST_LINES :]]


class Told(Lines):
    """What stands here where no line does."""

    def __init__(self, title: str, text: str = "") -> None:
        self._title, self._text = title, text

    def lines(self, width: int) -> list[Content]:
        text = Content.styled(safe_line(self._text), "$text-muted").wrap(width) if self._text else []
        return [Content.styled(self._title, "bold"), *([Content(), *text] if text else [])]
