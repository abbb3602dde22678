"""Every setting with its value and where that comes from; a change is written to its file and holds at once."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Mapping
from functools import partial
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from memory.errors import HarkenError
from tui.config import Config
from tui.config.editing import OVERRIDES, Setting, change, problem_of, reset, settings_of
from tui.keys import SETTINGS, bindings, first_in_use
from tui.paths import Paths
from tui.safe_text import safe, safe_line
from tui.widgets.row import Row

VALUE_WIDTH = 60
EDIT_KEYS = "Enter keeps · Esc leaves it as it was"


class SettingsScreen(ModalScreen[None]):
    """`config` gives the settings in effect; `reload` makes them those that the files say now. `check` raises where
    nothing may be written."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape", "close", "close"), *bindings(SETTINGS)]

    def __init__(
        self,
        paths: Paths,
        profile: str,
        config: Callable[[], Config],
        reload: Callable[[], None],
        check: Callable[[], Awaitable[None]],
        keymap: Mapping[str, str],
    ) -> None:
        super().__init__()
        self._keys = f"Enter edit · {first_in_use(SETTINGS[0], keymap)} reset · Esc closes"
        self._paths, self._profile, self._config, self._reload = paths, profile, config, reload
        self._check = check
        self._settings: dict[str, Setting] = {}
        self._told_of = ""
        self._list = SettingsList(markup=False, classes="settings-list")
        self._input = Input(compact=True, classes="settings-edit")
        self._about = Static(markup=False, classes="settings-about")
        self._foot = Static(self._keys, markup=False, classes="dialog-foot")

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog settings"):
            yield Static("Settings", markup=False, classes="dialog-title")
            yield self._list
            yield self._about
            yield self._input
            yield self._foot

    def on_mount(self) -> None:
        self._input.display = False
        self._list.focus()
        self._draw()

    # What the user does

    @on(OptionList.OptionHighlighted)
    def _moved(self) -> None:
        """What was said of a row stays until another is marked."""
        if (setting := self._chosen) is not None:
            self._about.update(about(setting))
            if setting.key != self._told_of:
                self._told_of = setting.key
                self._foot.update(self._keys)

    @on(OptionList.OptionSelected)
    def _edit(self) -> None:
        if (setting := self._chosen) is not None:
            if "\n" in setting.value:
                self._say("It has more than one line: edit it in the file")
                return
            self._input.value = safe(setting.value)
            self._input.display = True
            self._input.focus()
            self._foot.update(EDIT_KEYS)

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        if self._input.display and (setting := self._chosen) is not None:
            problem = problem_of(setting.key, event.value)
            self._say(problem, "$text-error") if problem else self._foot.update(EDIT_KEYS)

    @on(Input.Submitted)
    def _entered(self, event: Input.Submitted) -> None:
        if (setting := self._chosen) is not None and not problem_of(setting.key, event.value):
            self._write(setting, partial(change, self._paths, self._profile, setting.key, event.value))

    def action_close(self) -> None:
        if self._input.display:
            self._end_edit()
        else:
            self.dismiss(None)

    def action_reset(self) -> None:
        if (setting := self._chosen) is not None:
            self._write(setting, partial(reset, self._paths, self._profile, setting.key))

    @work(group="write", exclusive=True)
    async def _write(self, setting: Setting, changing: Callable[[], object]) -> None:
        try:
            await self._check()
            await asyncio.to_thread(changing)
        except HarkenError as error:
            self._say(error.line, "$text-error")
            return
        self._reload()
        self._end_edit()
        self._draw()
        if setting.origin in OVERRIDES:
            self._say(f"Kept, but {setting.source} wins until harken is started without it")

    def _end_edit(self) -> None:
        self._input.display = False
        self._list.focus()
        self._foot.update(self._keys)

    # Drawing

    @property
    def _chosen(self) -> Setting | None:
        at = self._list.highlighted_option
        return self._settings.get(at.id or "") if at else None

    def _draw(self) -> None:
        """The rows anew; the marked one stays."""
        at = self._list.highlighted
        self._settings = {one.key: one for one in settings_of(self._config(), self._paths, self._profile)}
        self._list.set_options(list(self._rows()))
        self._list.highlighted = 1 if at is None else at

    def _rows(self) -> Iterator[Option]:
        column = max(len(_name(key)) for key in self._settings)
        table = ""
        for setting in self._settings.values():
            if setting.key.rpartition(".")[0] != table:
                first, table = not table, setting.key.rpartition(".")[0]
                yield Option(Content.styled(table if first else f"\n{table}", "bold $text-muted"), disabled=True)
            yield Option(Row(Content(_name(setting.key)), value(setting), column), id=setting.key)

    def _say(self, line: str, style: str = "") -> None:
        self._foot.update(Content.styled(safe_line(line), style))


class SettingsList(OptionList):
    """Keeps the marked row in sight when the field below takes room."""

    def on_resize(self) -> None:
        self.scroll_to_highlight()


def _name(key: str) -> str:
    return key.rpartition(".")[2]


def value(setting: Setting) -> Content:
    """The value, and where it comes from unless it is the default."""
    shown = Content(safe_line(setting.value, VALUE_WIDTH) or "none")
    if setting.origin == "default":
        return shown.stylize("$text-muted")
    return Content.assemble(shown, (f"  {setting.origin}", "$text-accent"))


def about(setting: Setting) -> Content:
    """Meaning, range, default and origin of the marked setting."""
    facts = [
        setting.allowed,
        f"default {safe_line(setting.default, VALUE_WIDTH) or 'none'}",
        "" if setting.origin == "default" else f"from {safe_line(setting.source)}",
    ]
    return Content.assemble(
        f"{setting.doc[0].upper()}{setting.doc[1:]}", ("\n" + " · ".join(filter(None, facts)), "$text-muted")
    )
