"""The command palette: every slash command and every key, from their own declarations."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from textual.command import DiscoveryHit, Hit, Hits, Provider
from textual.content import Content

from tui.keys import APP, CHAT, Key
from tui.screens.chat.screen import ChatScreen

NAME_WIDTH = 12


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing to do: `name`, a key or a command, is searched and shown with its `meaning`."""

    name: str
    meaning: str
    do: Callable[[], Any]

    @property
    def text(self) -> str:
        return f"{self.name:<{NAME_WIDTH}}  {self.meaning}"


class EverythingToDo(Provider):
    """What can be done in the chat; a command that needs words is begun in the composer."""

    async def discover(self) -> Hits:
        for entry in self._entries():
            yield DiscoveryHit(Content(entry.text), entry.do, text=entry.text)

    async def search(self, query: str) -> Hits:
        matcher = self.matcher(query)
        for entry in self._entries():
            if (score := matcher.match(entry.text)) > 0:
                yield Hit(score, matcher.highlight(entry.text), entry.do, text=entry.text)

    def _entries(self) -> Iterator[Entry]:
        from tui.commands.registry import COMMANDS

        chat = self.screen
        if not isinstance(chat, ChatScreen):
            return
        for key in (*CHAT, *APP):
            if key.action != "command_palette":
                yield Entry(chat.key(key.id), key.help, partial(_press, chat, key))
        for command in COMMANDS.values():
            line = f"/{command.name}"
            do = partial(chat.begin_command, f"{line} ") if command.needs_words else partial(chat.run_line, line)
            yield Entry(line, command.summary, do)


async def _press(chat: ChatScreen, key: Key) -> None:
    await chat.run_action(f"app.{key.action}" if key in APP else key.action)
