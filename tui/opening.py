"""What a start was told, and the opening of the real memory, models and commands behind it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Protocol

from memory import drafts
from memory.types import Mode
from tui.config import Config
from tui.paths import Paths
from tui.screens.chat.session import Session
from tui.theming import ThemeSet


@dataclass(frozen=True, slots=True)
class Launch:
    """What the command line decided. `resume` is a conversation, "" to choose one, None for a new one of `project`.

    With a `persona` a new one begins with it. `guided` shows a newcomer around.

    `reload` gives the settings as the files say them now.
    """

    config: Config
    paths: Paths
    profile: str = "default"
    resume: str | None = None
    continue_last: bool = False
    project: str = ""
    persona: str = ""
    guided: bool = False
    reload: Callable[[], Config] | None = None
    unlock_profile: Callable[[Path, Callable[[], AbstractContextManager[object]]], None] = lambda profile, lent: None
    """Makes ready to open the profile in this folder instead, asking within the second where need be. HarkenError where
    it can't be."""

    @property
    def drafts(self) -> Path | None:
        """The folder of unsent texts; None in incognito."""
        keeps = self.config.memory.mode.keeps
        return self.paths.profile(self.profile) / drafts.FOLDER if keeps else None


class Host(Protocol):
    """What of the program the opened parts look at while they work."""

    launch: Launch
    themes: ThemeSet
    theme: str

    @property
    def no_color(self) -> bool: ...

    def tell(self, line: str) -> None:
        """One line for the status bar, from any thread."""


@asynccontextmanager
async def open_session(host: Host) -> AsyncIterator[Session]:
    """The profile's memory, the models of this computer, turns and commands over both."""
    launch = host.launch
    for module in ("memory.engine", "tui.llm.current", "tui.chat.turns", "tui.commands.registry"):
        await asyncio.to_thread(import_module, module)
    from memory.engine import Memory
    from memory.types import Event
    from tui.chat.turns import TurnRunner
    from tui.commands.context import CommandContext
    from tui.commands.models import options
    from tui.commands.render import left_line
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
        models = Models(config, paths, notice=host.tell)
        stack.push_async_callback(models.close)
        memory = await stack.enter_async_context(opening)
        memory.register(OwnPrompts.of(paths, launch.profile))
        for trace in await memory.erasing.finish_left():
            memory.emit(Event("trouble", left_line(trace)))
        await memory.partitions.begin_in(launch.project)
        current = CurrentModel(models, config.memory, memory.use_model)

        def context(conversation: str | None) -> CommandContext:
            return CommandContext(
                memory,
                conversation,
                host.launch.config,
                paths,
                model=current.name,
                themes=tuple(host.themes.themes),
                theme=host.theme,
                profile=launch.profile,
                colours=not host.no_color,
                models=partial(options, models),
            )

        def follow(config: Config) -> None:
            memory.use_settings(config.settings)
            current.follow(config)

        yield Session(
            memory,
            TurnRunner(
                memory, current.get, lambda: host.launch.config, patient=True, personas=Personas(paths.personas).get
            ),
            current,
            context,
            follow,
        )
