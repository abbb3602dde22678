"""The whole program on its terminal, given foreign texts by a test: each goes wherever such texts go.

`python -m tests.tui.hostile_program SOCKET HOME FOLDER`; a line of JSON for each text comes from the socket.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

from textual._context import active_app
from textual.pilot import Pilot
from textual.widgets import Input

from memory.errors import HarkenError, ModelError
from memory.ports import Delta, ModelRequest, ModelTraits
from tests.memory.portable.elsewhere import chatgpt, node
from tests.scripted import ScriptedModel
from tests.tui.screens.world import World, program
from tui.cli.output import prepare_streams
from tui.widgets.transcript.note import Note
from tui.widgets.transcript.reply import Reply

PASTE = "paste"
LONGEST_NAME = 80


@dataclass
class HostileModel(ScriptedModel):
    """Thinks, says and complains the same text, in pieces."""

    pieces: tuple[str, ...] = ()
    fails: bool = False
    error: str = field(default="", init=False)

    @property
    def traits(self) -> ModelTraits:
        return replace(super().traits, vendor=self.name)

    async def stream(self, request: ModelRequest) -> AsyncIterator[Delta]:
        text = "".join(self.pieces)
        for piece in self.pieces:
            yield Delta(reasoning=piece)
        for piece in self.pieces:
            yield Delta(text=piece)
        yield Delta(
            text=f"\n\n`{text}` [{text}](http://a/{text})\n\n```{text}\n{text}\n```\n\n| {text} |\n|---|\n| a |"
        )
        if self.fails:
            raise ModelError(text, hint=text)


@dataclass
class Shown:
    """One text on its way through the program."""

    here: World
    model: HostileModel
    text: str
    number: int
    paste: Callable[[], Awaitable[None]]

    @property
    def line(self) -> str:
        return " ".join(self.text.split()) or "nothing"

    async def all(self) -> None:
        for step in (
            self.memories,
            self.imports,
            self.names,
            self.talk,
            self.files,
            self.fields,
            self.lists,
            self.told,
        ):
            self.here.editor.focus()
            await step()
            await self.here.pilot.pause()

    async def memories(self) -> None:
        memory = self.here.memory
        for work in (memory.remember(f"The zeppelin is {self.text}"), memory.identity.add(self.line)):
            with suppress(HarkenError):  # what can't be kept is refused in plain words
                await work

    async def imports(self) -> None:
        """From another program, whose file may hold anything."""
        asked = node("a", None, "user", self.text, at=self.number)
        answer = node("b", "a", "assistant", self.text, at=self.number + 1, metadata={"model_slug": self.text})
        talk = chatgpt(asked, answer, title=f"{self.number} {self.text}", at=self.number)
        path = Path("conversations.json")
        path.write_text(json.dumps([talk]), encoding="utf-8")
        with suppress(HarkenError):
            await self.here.memory.portable.bring_in(path)

    async def names(self) -> None:
        self.model.name = self.line
        await self.here.send("/new")

    async def talk(self) -> None:
        here = self.here
        for self.model.fails in (False, True):
            await self._pasted()
            await here.pilot.press("end", "enter")
            await here.idle()
        last = here.screen.query(Reply).last()
        last.toggle_thinking()
        await here.pilot.pause()
        conversation = here.screen.talk.conversation
        assert conversation is not None
        with suppress(HarkenError):
            await here.memory.talks.rename(conversation, self.line)
        await here.ask("/copy")
        for line in ("/export md", "/export json", "/export html", "/search zeppelin"):
            await self._answered(line)

    async def files(self) -> None:
        here = self.here
        name = self.text.replace("/", "").replace("\0", "").encode("utf-8", "replace")[:LONGEST_NAME]
        if name.strip(b". "):
            Path(os.fsdecode(name)).write_text("a", encoding="utf-8")
        here.editor.text = ""
        await here.type("@")
        await here.pilot.pause(0.1)
        here.editor.text = ""

    async def fields(self) -> None:
        """Fields of one line take pastes as well."""
        for key in ("ctrl+f", "f2", "f4", "ctrl+p", "ctrl+r"):
            await self.here.pilot.press(key)
            await self.here.pilot.pause()
            field = self.here.app.focused
            if isinstance(field, Input):
                field.value = ""
                await self._pasted()
            await self.here.pilot.press("escape")
            await self._close_dialogs()

    async def lists(self) -> None:
        for line in ("/recall what is the zeppelin?", "/why", "/identity", "/inbox", "/model"):
            await self._answered(line)

    async def told(self) -> None:
        self.here.app.report([self.text])
        self.here.app.tell(f"{mark(self.number)} {self.text}")

    async def _answered(self, line: str) -> None:
        """Each answer is a note or a dialog."""
        notes = len(self.here.screen.query(Note))
        await self.here.send(line)
        await self.here.until(lambda: len(self.here.app.screen_stack) > 1 or len(self.here.screen.query(Note)) > notes)
        await self._close_dialogs()

    async def _pasted(self) -> None:
        before = self._written()
        await self.paste()
        await self.here.until(lambda: self._written() != before)

    def _written(self) -> str:
        field = self.here.app.focused
        return field.value if isinstance(field, Input) else self.here.editor.text

    async def _close_dialogs(self) -> None:
        while len(self.here.app.screen_stack) > 1:
            await self.here.pilot.press("escape")
            await self.here.pilot.pause()


def mark(number: int) -> str:
    return f"mark{number}done"


async def follow(here: World, model: HostileModel, socket: str) -> None:
    reader, writer = await asyncio.open_unix_connection(socket, limit=1 << 20)

    async def paste() -> None:
        writer.write(f"{PASTE}\n".encode())
        await writer.drain()

    await here.until(lambda: here.app.is_settled)
    writer.write(b"ready\n")
    while line := await reader.readline():
        asked = json.loads(line)
        model.pieces = tuple(asked["pieces"])
        await Shown(here, model, "".join(model.pieces), asked["number"], paste).all()
    here.app.exit()


async def main(socket: str, home: Path) -> None:
    model = HostileModel()
    app = program(home, model)
    here = World(app, Pilot(app), model)
    active_app.set(app)  # what is drawn for the test is drawn as by the program
    following = asyncio.create_task(follow(here, model, socket))
    following.add_done_callback(lambda _: app.exit())
    await app.run_async()
    if app.failure is not None:
        raise app.failure
    await following


if __name__ == "__main__":
    prepare_streams()
    os.chdir(sys.argv[3])
    asyncio.run(main(sys.argv[1], Path(sys.argv[2])))
