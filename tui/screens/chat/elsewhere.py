"""The composer's text in the user's own editor, and back."""

from __future__ import annotations

import asyncio
import os
import shlex
import signal
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from textual.app import SuspendNotSupported
from textual.screen import Screen

from memory import lent, sealing
from memory.errors import BadInput, StoreFull
from tui.screens.chat.unsent import Unsent
from tui.widgets.composer.composer import Composer

VARIABLES = ("VISUAL", "EDITOR")
ENDING_SECONDS = 2.0
"""So long an editor has to end when harken does."""
_KEYS_FOR_THE_EDITOR = (signal.SIGINT, signal.SIGQUIT)


class Elsewhere:
    """While the editor runs, what it saves is the draft at once: nothing is lost with either program.

    `folder` None: nothing may be on disk, and no editor can be given anything.
    """

    def __init__(
        self,
        screen: Screen[None],
        composer: Composer,
        unsent: Unsent,
        folder: Path | None,
        tell: Callable[[str], None],
    ) -> None:
        self._screen = screen
        self._composer = composer
        self._unsent = unsent
        self._folder = folder
        self._tell = tell
        self._lent: lent.Lent | None = None
        self._editor: asyncio.subprocess.Process | None = None
        self._back = asyncio.Event()
        self._back.set()

    async def write(self) -> None:
        """Returns when the editor has ended. Raises BadInput and StoreFull where it can't begin."""
        if self._folder is None or not self._unsent.kept:
            raise BadInput("An editor needs a file, and in incognito nothing is written to disk")
        if sealing.of(self._folder) is not sealing.PLAIN:
            raise BadInput("An editor needs a file that can be read, and this profile is encrypted")
        command = editor_command(os.environ)
        if self._back.is_set():
            await self._unsent.save()
            self._lend(self._folder)
            try:
                self._say_end(command[0], await self._run(command))
            finally:
                self._take_back()

    def look(self) -> None:
        """Takes what was saved since the last look, or takes the text away where it is to be forgotten."""
        if self._lent is None:
            return
        try:
            if self._lent.to_forget:
                self._composer.clear()
                self._lent.erase()
                self._lent = None
                self._tell("The text in your editor says something that was forgotten, so it does not come back")
            elif (text := self._lent.news()) is not None:
                self._composer.rewrite(text)
        except OSError as error:
            self._tell(f"What your editor saves can't be read ({error.strerror})")

    async def close(self) -> None:
        """harken ends: so does the editor, and what it saved is the draft."""
        if self._editor is not None:
            with suppress(ProcessLookupError):
                self._editor.terminate()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._back.wait(), ENDING_SECONDS)

    def _lend(self, folder: Path) -> None:
        try:
            self._lent = lent.Lent(folder, _lines(self._composer.draft.text))
        except OSError as error:
            raise StoreFull(f"The text can't be given to an editor ({error.strerror})") from error
        self._back.clear()

    async def _run(self, command: Sequence[str]) -> int:
        """The editor's exit code. It has the whole terminal; harken goes on behind it and draws nothing."""
        assert self._lent is not None
        app = self._screen.app
        try:
            with app.batch_update(), app.suspend(), _keys_go_to_the_editor():
                self._editor = await asyncio.create_subprocess_exec(*command, str(self._lent.path))
                return await self._editor.wait()
        except SuspendNotSupported:
            raise BadInput("Here the terminal can't be lent to an editor") from None
        except OSError as error:
            raise BadInput(f"{command[0]} can't be started ({error.strerror})", hint=_HINT) from error
        finally:
            self._editor = None
            app.refresh(layout=True)

    def _say_end(self, name: str, code: int) -> None:
        if code:
            self._tell(f"{Path(name).name} ended with {code}; the text is as it was last saved")

    def _take_back(self) -> None:
        self.look()
        if self._lent is not None:
            self._lent.erase()
            self._lent = None
        self._back.set()


def _lines(text: str) -> str:
    """Editors want an end to the last line."""
    return f"{text}\n" if text else ""


_HINT = f"${VARIABLES[0]} or ${VARIABLES[1]} names your editor, for example: export EDITOR=nano"


def editor_command(env: Mapping[str, str]) -> list[str]:
    """The editor the user has set, with its arguments. BadInput where there is none."""
    wanted = next((value for name in VARIABLES if (value := env.get(name, "").strip())), "")
    if not wanted:
        raise BadInput("No editor is set", hint=_HINT)
    try:
        return shlex.split(wanted)
    except ValueError as error:
        raise BadInput(f"{wanted} is no command", hint=_HINT) from error


@contextmanager
def _keys_go_to_the_editor() -> Iterator[None]:
    """Ctrl+C and Ctrl+\\ reach every program on the terminal: they are not meant for this one."""
    before = {number: signal.signal(number, lambda *_: None) for number in _KEYS_FOR_THE_EDITOR}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
