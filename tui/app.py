"""The program: it puts the parts together and hears what concerns them all. No work is done here."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, contextmanager, suppress
from dataclasses import replace
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any, ClassVar

from textual import events, on, work
from textual.binding import BindingType
from textual.command import Provider
from textual.driver import Driver
from textual.screen import Screen
from textual.worker import Worker, WorkerCancelled, WorkerFailed

from memory.errors import HarkenError
from memory.ports import Clock, SystemClock
from memory.types import Part
from tui.config import Config
from tui.config.watch import followed, watch_config
from tui.keys import APP, bindings, usable_keymap
from tui.lifeline import LOOK_SECONDS, Lifeline, has_shell, interruptible, stop_job
from tui.messages import ModelWanted, ProfileWanted, ReplyDone, SettingsWanted, ThemeWanted
from tui.opening import Launch, open_session
from tui.outlasting import with_lasting_writer
from tui.pasting import for_field, with_whole_pastes
from tui.safe_text import safe_line
from tui.screens.chat.screen import ChatScreen
from tui.screens.chat.session import Session
from tui.themed import ThemedApp
from tui.widgets.composer.drafts import Draft
from tui.written import is_joiner, typed_ahead

if TYPE_CHECKING:
    from textual.widgets import Input

log = logging.getLogger(__name__)
STYLES = Path(__file__).parent / "styles"
LONG_REPLY_SECONDS = 10.0
SAVING_SECONDS = 6.0
"""Memory itself stops flushing after 5 s; whatever still hangs then is left behind."""


def all_there_is_to_do() -> type[Provider]:
    from tui.screens.palette import EverythingToDo

    return EverythingToDo


Opener = Callable[["HarkenApp"], AbstractAsyncContextManager[Session]]


class HarkenApp(ThemedApp):
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
        super().__init__(launch.paths.themes, launch.config.chat.theme)
        self.launch = launch
        self._opener: Opener = opener or open_session
        self._live = live
        self._open = AsyncExitStack()
        self._leaving = False
        self._typed_ahead: list[str] | None = []
        """What was typed before there was a composer to take it."""
        self.next_profile = ""
        self._lifeline = Lifeline(lambda: self.call_later(self.action_quit))
        self._session: Session | None = None
        self._opening: Worker[None] | None = None
        self._chat = ChatScreen(
            launch.profile,
            launch.config.memory.mode,
            clock or SystemClock(),
            drafts=launch.drafts,
            fresh=launch.resume is None and not launch.continue_last,
            guided=launch.guided,
        )

    def get_driver_class(self) -> type[Driver]:
        return with_lasting_writer(with_whole_pastes(super().get_driver_class()))

    async def on_event(self, event: events.Event) -> None:
        if isinstance(event, events.Paste) and self._field:
            event.text = for_field(event.text)
        if isinstance(event, events.Key) and self._typed_ahead is not None and (text := typed_ahead(event)):
            self._typed_ahead.append(text)
            return
        if isinstance(event, events.Key) and is_joiner(event.character or "") and (field := self._field):
            field.call_later(field.insert_text_at_cursor, event.character or "")
        else:
            await super().on_event(event)

    @property
    def clipboard(self) -> str:
        return for_field(super().clipboard) if self._field else super().clipboard

    @property
    def _field(self) -> Input | None:
        """The field of one line that is written in."""
        from textual.widgets import Input

        return self.focused if isinstance(self.focused, Input) else None

    def get_default_screen(self) -> Screen[Any]:
        return self._chat

    def on_load(self) -> None:
        """Before anything is drawn: from then on the terminal has to be given back."""
        if not self.is_headless:
            self._lifeline.hold()

    def on_ready(self) -> None:
        self.report([str(problem) for problem in self.launch.config.problems])
        self.load_all_themes()
        self._use_keys(self.launch.config)
        self._chat.composer.use_vim(self.launch.config.chat.vim)
        if text := "".join(self._typed_ahead or ()).strip():
            self._chat.composer.give_back(Draft.of([Part(text)]))
        self._typed_ahead = None
        self.wear(self.launch.config.chat.theme)
        self._opening = self._open_session()
        self.app_resume_signal.subscribe(self, lambda _: self.refresh(layout=True))
        if not self.is_headless and os.isatty(0):
            self.set_interval(LOOK_SECONDS, self._lifeline.look)
        if self._live:
            self.watch_themes()
            self._watch_settings()

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
            await take_on(session.memory, conversation, persona)
        except HarkenError as error:
            self.report([error.line])
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
            self.report([missing])
        self._chat.refresh_state()

    @on(ModelWanted)
    def _model_wanted(self, event: ModelWanted) -> None:
        if self._session is not None:
            self._chat.say_held("")
            self._choose_model(self._session, event.name)

    @on(ReplyDone)
    def _reply_done(self, event: ReplyDone) -> None:
        if self.launch.config.chat.bell and not self.app_focus and event.seconds >= LONG_REPLY_SECONDS:
            self.bell()

    def report(self, problems: Sequence[str]) -> None:
        for problem in problems:
            self._chat.warn(problem)

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
            self.report([str(problem) for problem in problems])
            self._use_settings(config)

    @on(ProfileWanted)
    async def _profile_wanted(self, event: ProfileWanted) -> None:
        try:
            self.launch.unlock_profile(self.launch.paths.profile(event.name), self._for_a_question)
        except HarkenError as error:
            self.report([f"{error.line}. You are still in {safe_line(self.launch.profile)}"])
            return
        self.next_profile = event.name
        await self.action_quit()

    @contextmanager
    def _for_a_question(self) -> Iterator[None]:
        """The terminal is lent to a question. BadInput where the user stops it with Ctrl+C."""
        with self.suspend(), interruptible():
            yield

    @on(SettingsWanted)
    def _show_settings(self) -> None:
        from tui.screens.settings import SettingsScreen

        launch = self.launch
        self.push_screen(
            SettingsScreen(
                launch.paths,
                launch.profile,
                lambda: self.launch.config,
                self._reload_settings,
                self._check_place,
                self._chat.keymap,
            )
        )

    async def _check_place(self) -> None:
        if self._session is not None:
            await self._session.memory.check_place()

    def _reload_settings(self) -> None:
        if reload := self.launch.reload:
            self._use_settings(followed(reload(), self.launch.config))

    def _use_settings(self, config: Config) -> None:
        """New settings take effect from the next turn on; a theme or a model only where the file names another."""
        before, self.launch = self.launch.config, replace(self.launch, config=config)
        if config.chat.theme != before.chat.theme:
            self.wear(config.chat.theme)
        self._chat.composer.use_vim(config.chat.vim)
        if config.chat.keymap != before.chat.keymap:
            self._use_keys(config)
        if self._session is not None:
            self._session.follow(config)
            if config.chat.model != before.chat.model:
                self._choose_model(self._session)
        self._chat.say_held("; ".join(problem.brief for problem in config.held))
        self._chat.refresh_state()

    def _use_keys(self, config: Config) -> None:
        keymap, problems = usable_keymap(config.chat.keymap, config.place_of)
        self._chat.use_keymap(keymap)
        self.set_keymap(keymap)
        self.report(problems)

    # Themes

    @on(ThemeWanted)
    def _theme_wanted(self, event: ThemeWanted) -> None:
        self.wear(event.name)

    # The end

    @contextmanager
    def suspend(self) -> Iterator[None]:
        """Textual takes the terminal back only where nothing went wrong meanwhile."""
        failed: BaseException | None = None
        with super().suspend():
            try:
                yield
            except BaseException as error:  # noqa: BLE001 - raised below, with the screen back
                failed = error
        if failed is not None:
            raise failed

    def action_suspend_process(self) -> None:
        """The terminal is given back before anything stops: the shell takes it as soon as its own child has."""
        if self.is_headless or self.is_web or not has_shell():
            self.report(["There is no shell to go back to here"])
            return
        with self.suspend():
            stop_job()

    def _fatal_error(self) -> None:
        """Textual would print the local variables of every frame: keys, and texts that act on the terminal."""
        self._close_messages_no_wait()

    @property
    def terminal_gone(self) -> bool:
        return self._lifeline.gone

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
        if self.terminal_gone:
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
        return safe_line(self._chat.lost) or None
