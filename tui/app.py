"""The program: it puts the parts together and hears what concerns them all. No work is done here."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from importlib import import_module
from pathlib import Path, PurePath
from typing import Any, ClassVar

from textual import events, on, work
from textual.app import App
from textual.binding import BindingType
from textual.command import Provider
from textual.driver import Driver
from textual.screen import Screen
from textual.worker import Worker, WorkerCancelled, WorkerFailed

from memory import drafts
from memory.errors import HarkenError
from memory.ports import Clock, SystemClock
from memory.types import Mode
from tui.config import Config
from tui.config.watch import followed, watch_config
from tui.keys import APP, bindings, usable_keymap
from tui.messages import ModelWanted, ProfileWanted, ReplyDone, SettingsWanted, ThemeWanted
from tui.outlasting import with_lasting_writer
from tui.pasting import for_field, with_whole_pastes
from tui.paths import Paths
from tui.safe_text import safe_line
from tui.screens.chat.screen import ChatScreen
from tui.screens.chat.session import Session
from tui.theming import ThemeSet, load_themes, watch_themes

log = logging.getLogger(__name__)
STYLES = Path(__file__).parent / "styles"
DEFAULT_THEME = "harken-dark"
COLOURLESS = "NO_COLOR"
"""The variable that asks programs for no colours: then only the theme without any ground of its own can be read."""
COLOURLESS_THEME = "ansi"
LONG_REPLY_SECONDS = 10.0
LOOK_SECONDS = 2.0
SAVING_SECONDS = 6.0
"""Memory itself stops flushing after 5 s; whatever still hangs then is left behind."""


@dataclass(frozen=True, slots=True)
class Launch:
    """What the command line decided. `resume` is a conversation, "" to choose one, None for a new one of `project`.

    With a `persona` a new one begins with it.

    `reload` gives the settings as the files say them now.
    """

    config: Config
    paths: Paths
    profile: str = "default"
    resume: str | None = None
    continue_last: bool = False
    project: str = ""
    persona: str = ""
    reload: Callable[[], Config] | None = None

    @property
    def drafts(self) -> Path | None:
        """The folder of unsent texts; None in incognito."""
        keeps = self.config.memory.mode.keeps
        return self.paths.profile(self.profile) / drafts.FOLDER if keeps else None


def all_there_is_to_do() -> type[Provider]:
    from tui.screens.palette import EverythingToDo

    return EverythingToDo


Opener = Callable[["HarkenApp"], AbstractAsyncContextManager[Session]]


class HarkenApp(App[None]):
    """Paints first; memory, models and themes' watcher come after the first frame."""

    TITLE = "harken"
    CSS_PATH: ClassVar[list[str | PurePath]] = [
        STYLES / name for name in ("chat.tcss", "messages.tcss", "dialogs.tcss")
    ]
    BINDINGS: ClassVar[list[BindingType]] = bindings(APP)
    COMMANDS: ClassVar[set[type[Provider] | Callable[[], type[Provider]]]] = {all_there_is_to_do}
    PAUSE_GC_ON_SCROLL = True

    def __init__(
        self, launch: Launch, *, opener: Opener | None = None, clock: Clock | None = None, live: bool = True
    ) -> None:
        super().__init__(ansi_color=True if COLOURLESS in os.environ else None)
        self.launch = launch
        worn = launch.config.chat.theme
        first = load_themes(launch.paths.themes, {worn, f"harken-{worn}", DEFAULT_THEME, COLOURLESS_THEME})
        self.themes = replace(first, problems=())
        self._opener: Opener = opener or open_session
        self._live = live
        self._open = AsyncExitStack()
        self._leaving = False
        self.next_profile = ""
        self._terminal_gone = False
        self._session: Session | None = None
        self._opening: Worker[None] | None = None
        self._chat = ChatScreen(
            launch.profile,
            launch.config.memory.mode,
            clock or SystemClock(),
            drafts=launch.drafts,
            fresh=launch.resume is None and not launch.continue_last,
        )
        self._know_themes(self.themes)
        self._begin_with(self._worn(worn) or DEFAULT_THEME)

    def get_driver_class(self) -> type[Driver]:
        return with_lasting_writer(with_whole_pastes(super().get_driver_class()))

    async def on_event(self, event: events.Event) -> None:
        if isinstance(event, events.Paste) and self._in_a_field:
            event.text = for_field(event.text)
        await super().on_event(event)

    @property
    def clipboard(self) -> str:
        return for_field(super().clipboard) if self._in_a_field else super().clipboard

    @property
    def _in_a_field(self) -> bool:
        from textual.widgets import Input

        return isinstance(self.focused, Input)

    def get_default_screen(self) -> Screen[Any]:
        return self._chat

    def on_load(self) -> None:
        """Before anything is drawn: from then on the terminal has to be given back."""
        if not self.is_headless:
            self._end_with_the_terminal()

    def on_ready(self) -> None:
        self._report([str(problem) for problem in self.launch.config.problems])
        self._take_themes(load_themes(self.launch.paths.themes))
        self._use_keys(self.launch.config)
        self._chat.composer.use_vim(self.launch.config.chat.vim)
        self._wear(self.launch.config.chat.theme)
        self._opening = self._open_session()
        if not self.is_headless and os.isatty(0):
            self.set_interval(LOOK_SECONDS, self._look_for_the_terminal)
        if self._live:
            self._watch_themes()
            self._watch_settings()

    def _end_with_the_terminal(self) -> None:
        """A closed terminal or a polite kill is a quit: what runs is stored and the screen is given back."""
        loop = asyncio.get_running_loop()
        loop.add_signal_handler(signal.SIGTERM, self.call_later, self.action_quit)
        loop.add_signal_handler(signal.SIGHUP, self._hung_up)

    def _look_for_the_terminal(self) -> None:
        """It may go without a signal, as under nohup: who reads from it then gets nothing, at once and for ever."""
        if not self._leaving and not os.isatty(0):
            self._hung_up()

    def _hung_up(self) -> None:
        """The terminal may be gone: who draws on it would wait for ever, so that nothing is drawn any more."""
        nothing = os.open(os.devnull, os.O_RDWR)
        for file in (0, 1, 2):
            if not os.isatty(file):
                os.dup2(nothing, file)
        os.close(nothing)
        self._terminal_gone = not os.isatty(0)
        self.call_later(self.action_quit)

    # Memory and models

    @work(group="session")
    async def _open_session(self) -> None:
        try:
            self._session = await self._open.enter_async_context(self._opener(self))
        except HarkenError as error:
            await self._chat.not_ready(error.line)
            return
        resume = self.launch.resume
        if self.launch.persona:
            resume = await self._with_persona(self._session)
        await self._chat.ready(self._session, resume=resume, continue_last=self.launch.continue_last)
        self._warm(self._session)
        self._choose_model(self._session)

    async def _with_persona(self, session: Session) -> str | None:
        """A new conversation with the persona of the command line; None where its file broke meanwhile."""
        from tui.commands.personas import named, take_on

        try:
            persona = await asyncio.to_thread(named, self.launch.paths.personas, self.launch.persona)
            conversation = (await session.memory.new_conversation()).id
            await take_on(session.context(conversation), conversation, persona)
        except HarkenError as error:
            self._report([error.line])
            return None
        return conversation

    @property
    def is_settled(self) -> bool:
        """Memory is open and warm, and a model is chosen."""
        busy = {worker.group for worker in self.workers if not worker.is_finished}
        return self._session is not None and not busy & {"session", "warm", "model"}

    @work(group="warm")
    async def _warm(self, session: Session) -> None:
        await session.memory.warm()

    @work(group="model", exclusive=True)
    async def _choose_model(self, session: Session, name: str = "") -> None:
        if missing := await session.models.choose(name):
            self._report([missing])
        self._chat.refresh_state()

    @on(ModelWanted)
    def _model_wanted(self, event: ModelWanted) -> None:
        if self._session is not None:
            self._choose_model(self._session, event.name)

    @on(ReplyDone)
    def _reply_done(self, event: ReplyDone) -> None:
        if self.launch.config.chat.bell and not self.app_focus and event.seconds >= LONG_REPLY_SECONDS:
            self.bell()

    def tell(self, line: str) -> None:
        """One line for the status bar, from any thread."""
        self.call_later(self._chat.tell, line)

    # Settings

    @work(group="settings")
    async def _watch_settings(self) -> None:
        launch = self.launch
        if launch.reload is None:
            return
        async for config, problems in watch_config(launch.paths, launch.profile, launch.reload, launch.config):
            self._report([str(problem) for problem in problems])
            self._use_settings(config)

    @on(ProfileWanted)
    async def _profile_wanted(self, event: ProfileWanted) -> None:
        self.next_profile = event.name
        await self.action_quit()

    @on(SettingsWanted)
    def _show_settings(self) -> None:
        from tui.screens.settings import SettingsScreen

        launch = self.launch
        self.push_screen(
            SettingsScreen(launch.paths, launch.profile, lambda: self.launch.config, self._reload_settings)
        )

    def _reload_settings(self) -> None:
        if reload := self.launch.reload:
            self._use_settings(followed(reload(), self.launch.config))

    def _use_settings(self, config: Config) -> None:
        """New settings take effect from the next turn on; a theme or a model only where the file names another."""
        before, self.launch = self.launch.config, replace(self.launch, config=config)
        if config.chat.theme != before.chat.theme:
            self._wear(config.chat.theme)
        self._chat.composer.use_vim(config.chat.vim)
        if config.chat.keymap != before.chat.keymap:
            self._use_keys(config)
        if self._session is not None:
            self._session.follow(config)
            if config.chat.model != before.chat.model:
                self._choose_model(self._session)
        self._chat.refresh_state()

    def _use_keys(self, config: Config) -> None:
        keymap, problems = usable_keymap(config.chat.keymap)
        self._chat.use_keymap(keymap)
        self.set_keymap(keymap)
        self._report(problems)

    # Themes

    @on(ThemeWanted)
    def _theme_wanted(self, event: ThemeWanted) -> None:
        self._wear(event.name)

    def _begin_with(self, theme: str) -> None:
        """Before anything is drawn. A change of `App.theme` would have every style parsed a second time."""
        self.set_reactive(App.theme, theme)
        self.stylesheet.set_variables(self.get_css_variables())
        self.set_class(self.current_theme.dark, "-dark-mode", update=False)
        self.set_class(not self.current_theme.dark, "-light-mode", update=False)

    def _worn(self, name: str) -> str | None:
        """The theme that `name` stands for here, None where there is none."""
        return COLOURLESS_THEME if self.no_color else self.themes.find(name)

    def _wear(self, name: str) -> None:
        if found := self._worn(name):
            self.theme = found
        else:
            self._report([f"There is no theme {safe_line(name)}; {self.theme} is used"])

    @work(group="themes")
    async def _watch_themes(self) -> None:
        async for themes in watch_themes(self.launch.paths.themes):
            self._take_themes(themes)

    def _take_themes(self, themes: ThemeSet) -> None:
        """Takes the themes that can be used; one whose file broke stays as it was."""
        worn = self.current_theme
        self._report([problem for problem in themes.problems if problem not in self.themes.problems])
        self._know_themes(replace(themes, themes=dict(sorted({**self.themes.themes, **themes.themes}.items()))))
        if self.current_theme != worn:
            self.mutate_reactive(App.theme)

    def _know_themes(self, themes: ThemeSet) -> None:
        self.themes = themes
        for theme in themes.themes.values():
            self.register_theme(theme)

    def _report(self, problems: list[str]) -> None:
        for problem in problems:
            self.notify(safe_line(problem), severity="warning", markup=False, timeout=10)

    # The end

    def _fatal_error(self) -> None:
        """Textual would print the local variables of every frame: keys, and texts that act on the terminal."""
        self._close_messages_no_wait()

    @property
    def failure(self) -> BaseException | None:
        """What nobody expected and ended the program."""
        error = self._exception
        return error.error if isinstance(error, WorkerFailed) else error

    async def action_quit(self) -> None:
        if not self._leaving:
            self._leaving = True
            self._save_and_exit()

    @work(group="exit")
    async def _save_and_exit(self) -> None:
        self._chat.saving()
        unsaved = await self._save()
        if self._terminal_gone:
            os._exit(0 if unsaved is None else 1)  # all is stored, and there is no screen to give back
        self.exit(message=unsaved)

    async def on_unmount(self) -> None:
        """However the program ends: what is open is closed. After a quit there is nothing left to do."""
        await self._save()

    async def _end_opening(self) -> None:
        """What was sent early belongs to the conversation that opens; else it ends here, so that nothing is closed
        under a reader."""
        if self._opening is None:
            return
        if not self._chat.has_unsent:
            self._opening.cancel()
        with suppress(WorkerFailed, WorkerCancelled):
            await self._opening.wait()

    async def _save(self) -> str | None:
        """Stores what runs and closes memory and models; what could not be saved, as a line for the terminal."""
        try:
            async with asyncio.timeout(SAVING_SECONDS):
                await self._end_opening()
                self._session = None
                for group in ("warm", "model"):
                    self.workers.cancel_group(self, group)
                await self._chat.close()
                await self._open.aclose()
        except TimeoutError:
            log.warning("saving took longer than %s s", SAVING_SECONDS)
            return "harken ended before background work was done; the next start goes on with it"
        except HarkenError as error:
            return safe_line(error.line)
        return None


@asynccontextmanager
async def open_session(app: HarkenApp) -> AsyncIterator[Session]:
    """The real thing: the profile's memory, the models of this computer, turns and commands over both."""
    launch = app.launch
    for module in ("memory.engine", "tui.llm.current", "tui.chat.turns", "tui.commands.registry"):
        await asyncio.to_thread(import_module, module)
    from memory.engine import Memory
    from tui.chat.turns import TurnRunner
    from tui.commands.context import CommandContext
    from tui.commands.models import options
    from tui.config.own_prompts import OwnPrompts
    from tui.config.personas import Personas
    from tui.llm.current import CurrentModel
    from tui.llm.models import Models

    config, paths = launch.config, launch.paths
    incognito = config.memory.mode is Mode.INCOGNITO
    profile = paths.profile(launch.profile)
    opening = Memory.open(
        profile,
        settings=config.settings,
        models_dir=paths.models_dir,
        prompts_dir=paths.prompts,
        incognito=incognito,
    )
    async with AsyncExitStack() as stack:
        models = Models(config, paths, notice=app.tell)
        stack.push_async_callback(models.close)
        memory = await stack.enter_async_context(opening)
        memory.register(OwnPrompts(paths, launch.profile))
        await memory.partitions.begin_in(launch.project)
        current = CurrentModel(models, config.memory, memory.use_model)

        def context(conversation: str | None) -> CommandContext:
            return CommandContext(
                memory,
                conversation,
                app.launch.config,
                paths,
                model=current.name,
                themes=tuple(app.themes.themes),
                theme=app.theme,
                profile=launch.profile,
                colours=not app.no_color,
                models=partial(options, models),
            )

        def follow(config: Config) -> None:
            memory.use_settings(config.settings)
            current.follow(config)

        yield Session(
            memory,
            TurnRunner(
                memory, current.get, lambda: app.launch.config, patient=True, personas=Personas(paths.personas).get
            ),
            current,
            context,
            follow,
        )
