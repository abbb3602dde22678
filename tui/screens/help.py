"""All keys and commands, from their own declarations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tui.keys import APP, CHAT, COMPOSER, FIXED, Key, shown
from tui.screens.page import PageScreen


class HelpScreen(PageScreen):
    """`commands` are pairs of usage and meaning."""

    def __init__(self, commands: Iterable[tuple[str, str]]) -> None:
        super().__init__("Help", "\n".join(help_lines(commands)))


def help_lines(commands: Iterable[tuple[str, str]]) -> Iterator[str]:
    yield from ("### Writing", "")
    yield from (f"- **{shown(keys)}** {what}" for keys, what in FIXED[:1])
    yield from _keys(COMPOSER)
    yield from (f"- **{shown(keys)}** {what}" for keys, what in FIXED[1:])
    yield from ("", "### Reading", "")
    yield from _keys((*CHAT, *APP))
    yield from ("", "### Commands", "")
    yield from (f"- `{usage}` {meaning}" for usage, meaning in commands)


def _keys(keys: Iterable[Key]) -> Iterator[str]:
    return (f"- **{shown(key.keys)}** {key.help}" for key in keys)
