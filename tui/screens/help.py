"""All keys and commands, from their own declarations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from tui.keys import (
    APP,
    CHAT,
    COMPARE,
    COMPOSER,
    DRAFT,
    EVERY,
    FIND_KEYS,
    FIXED,
    LEARNT,
    LIST,
    LOG,
    OVER_IT,
    SETTINGS,
    Key,
    in_use,
    shown,
)
from tui.screens.page import PageScreen


class HelpScreen(PageScreen):
    """`commands` are pairs of usage and meaning; `keymap` is the user's own."""

    def __init__(self, commands: Iterable[tuple[str, str]], keymap: Mapping[str, str]) -> None:
        super().__init__("Help", "\n".join(help_lines(commands, keymap)))


def help_lines(commands: Iterable[tuple[str, str]], keymap: Mapping[str, str]) -> Iterator[str]:
    first, *rest = ((shown(keys), what) for keys, what in FIXED)
    yield from _table("Writing", (first, *_keys(COMPOSER, keymap), *rest), "**")
    yield from _table("Reading", _keys((*CHAT, *APP), keymap), "**")
    yield from _table("What memory gives to what you write", _keys(DRAFT, keymap), "**")
    yield from _table("While finding", _keys(FIND_KEYS, keymap), "**")
    yield from _table("In the list of conversations", _keys(LIST, keymap), "**")
    yield from _table("In everything over the chat", ((shown(keys), what) for keys, what in OVER_IT), "**")
    yield from _table("In what was learnt", _keys(LEARNT, keymap), "**")
    yield from _table("While two answers are compared", _keys(COMPARE, keymap), "**")
    yield from _table("In the settings and the log", _keys((*SETTINGS, *LOG), keymap), "**")
    yield from _table("Commands", commands, "`")
    names = ((key.id, in_use(key, keymap)) for key in EVERY)
    yield from _table("Names of the keys, for chat.keymap in config.toml", names, "`")


def _keys(keys: Iterable[Key], keymap: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    return ((in_use(key, keymap), key.help) for key in keys)


def _table(head: str, rows: Iterable[tuple[str, str]], mark: str) -> Iterator[str]:
    yield from (f"| {head} | |", "|---|---|")
    yield from (f"| {mark}{_cell(name)}{mark} | {_cell(meaning)} |" for name, meaning in rows)
    yield ""


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
