"""The whole program on a headless screen: real memory, real turns; the model alone is scripted."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from time import monotonic
from typing import Any

from textual.pilot import Pilot
from textual.widgets import TextArea

from memory.engine import Memory
from memory.ports import LanguageModel
from tests.scripted import ScriptedModel, SetClock
from tests.tui.chat.opened import open_memory
from tui.app import HarkenApp
from tui.chat.turns import TurnRunner
from tui.commands.context import CommandContext
from tui.commands.outcome import Option
from tui.config import Config
from tui.config.personas import Personas
from tui.opening import Launch
from tui.paths import find_paths
from tui.screens.chat.screen import ChatScreen
from tui.screens.chat.session import Session

DEADLINE = 15.0


class OneModel:
    """The scripted model as the only one there is."""

    def __init__(self, model: LanguageModel) -> None:
        self.model = model
        self.name = model.traits.name
        self.window: int | None = model.traits.context_tokens

    async def get(self) -> LanguageModel:
        return self.model

    async def choose(self, name: str = "") -> str:
        self.name = name or self.model.traits.name
        return "set NOWHERE_KEY [/]" if name.startswith("azure/") else ""


@dataclass
class World:
    """What a journey works with."""

    app: HarkenApp
    pilot: Pilot[Any]
    model: ScriptedModel

    @property
    def memory(self) -> Memory:
        session = self.screen.talk.session
        assert session is not None
        return session.memory

    @property
    def screen(self) -> ChatScreen:
        return next(screen for screen in self.app.screen_stack if isinstance(screen, ChatScreen))

    @property
    def editor(self) -> TextArea:
        return self.screen.query_one("#editor", TextArea)

    @property
    def text(self) -> str:
        """What can be read on the screen now."""
        rows = self.app.screen._compositor.render_strips()
        return "\n".join("".join(segment.text for segment in row).rstrip() for row in rows)

    async def until(self, condition: Callable[[], object]) -> None:
        """Waits until `condition` holds."""
        deadline = monotonic() + DEADLINE
        while not condition():
            assert monotonic() < deadline, f"still waiting; the screen shows:\n{self.text}"
            await self.pilot.pause(0.01)

    async def sees(self, *words: str) -> None:
        await self.until(lambda: all(word in self.text for word in words))

    async def type(self, text: str) -> None:
        """Writes into the composer as a hand would, without the time that takes."""
        self.editor.insert(text)
        await self.pilot.pause()

    async def send(self, text: str) -> None:
        await self.type(text)
        await self.pilot.press("enter")
        await self.until(lambda: not self.editor.text)

    async def click_on(self, words: str) -> None:
        lines = self.text.split("\n")
        row = next(y for y, line in enumerate(lines) if words in line)
        await self.pilot.click(offset=(lines[row].index(words) + 1, row))

    async def idle(self) -> None:
        """Waits until no turn runs and none waits."""
        await self.until(lambda: not self.screen.talk.running and not self.screen.talk.outbox.waiting)
        await self.pilot.pause()

    async def ask(self, text: str) -> None:
        await self.send(text)
        await self.idle()


async def _no_models() -> Sequence[Option]:
    return [Option("scripted/test", "scripted", "here"), Option("far/away", "away", "", "set AWAY_KEY")]


def launch(home: Path, *, theme: str = "dark", **options: Any) -> Launch:
    config = Config()
    config = replace(config, chat=replace(config.chat, theme=theme))
    return Launch(config, find_paths({"HARKEN_HOME": str(home)}), **options)


def program(
    home: Path,
    model: ScriptedModel | None = None,
    *,
    hold: Callable[[], Any] | None = None,
    error: Exception | None = None,
    sleep: Callable[[float], Awaitable[object]] | None = None,
    embedding_model: str = "none",
    **options: Any,
) -> HarkenApp:
    """harken over a real memory in `home`. `hold` is awaited before that opens; `error` is raised instead.

    With `sleep`, which takes the place of waiting, failed calls are tried again.
    """
    clock = SetClock()

    @asynccontextmanager
    async def open_session(app: HarkenApp) -> AsyncIterator[Session]:
        if hold is not None:
            await hold()
        if error is not None:
            raise error
        models = OneModel(model or ScriptedModel())
        async with open_memory(home, clock=clock, embedding_model=embedding_model) as memory:

            def context(conversation: str | None) -> CommandContext:
                return CommandContext(
                    memory,
                    conversation,
                    app.launch.config,
                    app.launch.paths,
                    model=models.name,
                    themes=tuple(app.themes.themes),
                    theme=app.theme,
                    profile=app.launch.profile,
                    colours=not app.no_color,
                    models=_no_models,
                )

            def follow(config: Config) -> None:
                memory.use_settings(config.settings)

            turns = TurnRunner(
                memory, models.get, lambda: app.launch.config, personas=Personas(app.launch.paths.personas).get
            )
            if sleep is not None:
                turns = replace(turns, patient=True, sleep=sleep)
            yield Session(memory, turns, models, context, follow)

    return HarkenApp(launch(home, **options), opener=open_session, clock=clock, live=False)


@asynccontextmanager
async def world(
    home: Path, model: ScriptedModel | None = None, *, size: tuple[int, int] = (100, 30), **options: Any
) -> AsyncIterator[World]:
    """The program at its composer; once memory is open, unless that is held or fails."""
    scripted = model or ScriptedModel()
    app = program(home, scripted, **options)
    async with app.run_test(size=size, notifications=True) as pilot:
        here = World(app, pilot, scripted)
        if not options.keys() & {"hold", "error"}:
            await here.until(lambda: app.is_settled)
        yield here
