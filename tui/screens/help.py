"""All keys and commands, from their own declarations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tui.keys import APP, CHAT, COMPOSER, DRAFT, FIXED, Key, shown
from tui.screens.page import PageScreen


class HelpScreen(PageScreen):
    """`commands` are pairs of usage and meaning."""

    def __init__(self, commands: Iterable[tuple[str, str]]) -> None:
        super().__init__("Help", "\n".join(help_lines(commands)))


def help_lines(commands: Iterable[tuple[str, str]]) -> Iterator[str]:
    first, *rest = ((shown(keys), what) for keys, what in FIXED)
    yield from _table("Writing", (first, *_keys(COMPOSER), *rest), "**")
    yield from _table("Reading", _keys((*CHAT, *APP)), "**")
    yield from _table("What memory gives to what you write", _keys(DRAFT), "**")
    yield from _table("Commands", commands, "`")


def _keys(keys: Iterable[Key]) -> Iterator[tuple[str, str]]:
    return ((shown(key.keys), key.help) for key in keys)


def _table(head: str, rows: Iterable[tuple[str, str]], mark: str) -> Iterator[str]:
    yield from (f"| {head} | |", "|---|---|")
    yield from (f"| {mark}{_cell(name)}{mark} | {_cell(meaning)} |" for name, meaning in rows)
    yield ""


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
