"""Every key of the program, declared once: the screens bind them, the help lists them."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain

from textual.binding import Binding, BindingType
from textual.keys import KEY_NAME_REPLACEMENTS, Keys
from textual.widgets import TextArea


@dataclass(frozen=True, slots=True)
class Key:
    """One binding. `id` is its name in a keymap, `keys` Textual key names, `help` a few words for the reader."""

    id: str
    keys: str
    action: str
    help: str
    priority: bool = False

    @property
    def binding(self) -> Binding:
        return Binding(self.keys, self.action, self.help, id=self.id, show=False, priority=self.priority)


CHOOSE = Key("chat.choose", "f5,alt+c", "choose", "choose what memory gives")
HISTORY = Key("chat.history", "ctrl+r", "history", "search what you sent before, in any conversation")
FIND = Key("chat.find", "ctrl+f", "find", "find words in this conversation", priority=True)
APP = (
    Key("app.quit", "ctrl+q", "quit", "quit", priority=True),
    Key("app.suspend", "alt+z", "suspend_process", "back to the shell; fg returns here", priority=True),
    Key("app.palette", "ctrl+p", "command_palette", "everything there is to do, to search and run"),
)
CHAT = (
    Key("chat.help", "f1", "help", "all keys and commands"),
    Key("chat.stop", "escape", "stop", "close what lies on top, stop the reply, remove what is held"),
    Key("chat.copy", "ctrl+c", "copy", "copy the selection"),
    Key("chat.new", "ctrl+n", "new", "new conversation"),
    Key("chat.conversations", "f2,ctrl+l", "toggle_conversations", "show or hide conversations"),
    Key("chat.recall", "f3,ctrl+o", "toggle_recall", "show or hide what memory gave"),
    CHOOSE,
    Key("chat.learnt", "f4,alt+l", "learnt", "what was learnt: keep, edit or take it back"),
    Key("chat.regenerate", "alt+r", "regenerate", "answer the last message again"),
    HISTORY,
    Key("chat.editor", "ctrl+g", "editor", "write in your own editor, $VISUAL or $EDITOR"),
    Key("chat.edit", "alt+e", "edit", "write your last message, or the marked one, anew"),
    Key("chat.mark_up", "alt+up", "mark(-1)", "mark an earlier message"),
    Key("chat.mark_down", "alt+down", "mark(1)", "mark a later message"),
    Key("chat.branch_back", "alt+left", "branch(-1)", "the answer or version before, here or at the mark"),
    Key("chat.branch_forward", "alt+right", "branch(1)", "the answer or version after"),
    FIND,
    Key("chat.settings", "f8", "settings", "settings: see and change them"),
    Key("chat.page_up", "pageup", "page(-1)", "scroll up"),
    Key("chat.page_down", "pagedown", "page(1)", "scroll down"),
    Key("chat.top", "ctrl+home", "ends(-1)", "to the beginning"),
    Key("chat.bottom", "ctrl+end", "ends(1)", "to the newest message"),
    Key("chat.thinking", "ctrl+t", "toggle_thinking", "unfold or fold the newest thinking"),
)
COMPOSER = (
    Key("composer.newline", "shift+enter,ctrl+j,alt+enter", "newline", "new line"),
    Key(
        "composer.history_back",
        "up",
        "history(-1)",
        "earlier message, at the first line; or what waits",
    ),
    Key("composer.history_forward", "down", "history(1)", "later message, at the last line"),
    Key("composer.complete", "tab", "complete", "complete a command or a file"),
)
DRAFT = (
    Key("draft.up", "up", "move(-1)", "the memory before"),
    Key("draft.down", "down", "move(1)", "the next memory"),
    Key("draft.tick", "space", "tick", "take it out or in"),
    Key("draft.pin", "p", "pin", "pin it, or not"),
    Key("draft.back", "escape,enter", "back", "back to writing"),
)
"""Keys of the preview in the memory panel: they hold while that has the focus."""
FIND_KEYS = (
    Key("find.back", "up", "step(-1)", "the message before that says it; Enter too"),
    Key("find.forward", "down", "step(1)", "the message after"),
    Key("find.close", "escape", "close", "back to writing"),
)
"""Keys of the line that finds words: they hold while that has the focus."""
LIST = (
    Key("list.pin", "p", "pin", "keep it on top, or no longer"),
    Key("list.rename", "r", "rename", "rename it"),
    Key("list.delete", "d,delete", "delete", "delete it"),
    Key("list.search", "slash", "search", "back to the search"),
)
"""Keys of the list of conversations: they hold while that has the focus."""
LEARNT = (
    Key("learnt.keep", "k", "keep", "keep it"),
    Key("learnt.edit", "e", "edit", "say it in your own words"),
    Key("learnt.undo", "u", "undo", "take it back; once more: not so"),
)
COMPARE = (
    Key("compare.useful", "u", "judge('useful')", "useful"),
    Key("compare.wrong", "w", "judge('wrong')", "wrong"),
    Key("compare.stale", "s", "judge('stale')", "stale"),
)
"""The user's word on an answer, or on what memory gave to it; the same word again takes it back."""
SETTINGS = (Key("settings.reset", "r", "reset", "in the settings: back to the default"),)
LOG = (Key("log.level", "tab", "level", "in the log: everything, warnings or errors"),)
DIALOGS = (LEARNT, COMPARE, SETTINGS, LOG)
"""Keys of what lies over the chat: each holds there alone."""
EVERY = (*COMPOSER, *CHAT, *APP, *DRAFT, *FIND_KEYS, *LIST, *chain(*DIALOGS))
FIXED = (
    ("enter", "send, or what is held"),
    ("shift+arrows", "select text"),
    ("ctrl+x, ctrl+v", "cut, paste"),
    ("ctrl+z, ctrl+y", "undo, redo"),
)
"""Keys the editor handles itself, for the help."""
OVER_IT = (
    ("up,down,pageup,pagedown", "move"),
    ("tab", "go to the other side, where there are two"),
    ("enter", "take what is marked"),
    ("escape", "stop what runs there, or close it"),
)
"""Keys of what lies over the chat that stay as they are, for the help."""


_NAMES = {"Escape": "Esc", "Pageup": "Page Up", "Pagedown": "Page Down"}


def bindings(keys: tuple[Key, ...]) -> list[BindingType]:
    return [key.binding for key in keys]


def shown(keys: str) -> str:
    """Key names as people write them: `ctrl+home` is `Ctrl+Home`, `pageup` is `Page Up`."""
    written = (part.strip().capitalize() for part in keys.replace(",", "+,+").split("+"))
    return "+".join(_NAMES.get(part, part) for part in written).replace("+,+", ", ")


# A keymap of the user's own

_MODIFIERS = frozenset({"ctrl", "shift", "alt", "super", "hyper", "meta"})
_NAMED = frozenset(key.value.rpartition("+")[2] for key in Keys) | frozenset(KEY_NAME_REPLACEMENTS.values())
_SENDS = "enter"
_SILENT = frozenset(key.id for key in (*DRAFT, *LIST, *LEARNT, *COMPARE, *SETTINGS))
"""Keys that hold where nothing is written: letters too can be such a key."""
_OVER = frozenset(key.id for key in chain(*DIALOGS))
_OVER_IT = {key: what for keys, what in OVER_IT for key in keys.split(",")}
_APART = {key.id: place for place, keys in enumerate((DRAFT, FIND_KEYS, LIST, *DIALOGS)) for key in keys}
"""Keys that hold in one place alone, and take no key away from others."""


def usable_keymap(wanted: Mapping[str, str], place_of: Callable[[str], str]) -> tuple[dict[str, str], list[str]]:
    """The entries that can be used, and a line for each that can't. Those leave the usual key as it is.

    `place_of` says where a setting was made.
    """
    usual = {key.id: _split(key.keys) for key in EVERY}
    kept: dict[str, list[str]] = {}
    problems: dict[str, str] = {}
    for name, keys in sorted(wanted.items()):
        if name not in usual:
            near = difflib.get_close_matches(name, usual, n=1)
            problems[name] = (
                f"there is no key named {name}; {f'did you mean {near[0]}?' if near else 'F1 shows those there are'}"
            )
        elif problem := next(
            filter(None, (_problem(key, typing=name not in _SILENT) for key in _split(keys) or [""])), ""
        ):
            problems[name] = f"{name}: {problem}"
        else:
            kept[name] = _split(keys)
    while clash := next(_clashes({**usual, **kept}, kept), None):
        name, problem = clash
        del kept[name]
        problems[name] = f"{name}: {problem}"
    lines = [f"{place_of(f'chat.keymap.{name}')}: chat.keymap: {problem}" for name, problem in problems.items()]
    return {name: ",".join(keys) for name, keys in kept.items()}, lines


def in_use(key: Key, keymap: Mapping[str, str]) -> str:
    """The keys of `key` as people write them, under a usable keymap."""
    return shown(keymap.get(key.id, key.keys))


def first_in_use(key: Key, keymap: Mapping[str, str]) -> str:
    """The first of them; a letter alone is small, as it is typed."""
    first = in_use(key, keymap).partition(",")[0]
    return first.lower() if len(first) == 1 else first


def key_named(name: str) -> Key:
    return next(key for key in EVERY if key.id == name)


def _split(keys: str) -> list[str]:
    return [key for part in keys.split(",") if (key := part.strip().lower())]


def _problem(key: str, *, typing: bool) -> str:
    """Why nothing can be bound to `key`."""
    *modifiers, base = key.split("+")
    if not base or not _MODIFIERS.issuperset(modifiers) or (len(base) > 1 and base not in _NAMED):
        return f"{key or 'nothing'} is no key; write it like ctrl+b or f9"
    if typing and len(base) == 1 and _MODIFIERS.isdisjoint(set(modifiers) - {"shift"}):
        return f"{key} is typed into the message; add ctrl or alt"
    if typing and key == _SENDS:
        return f"{key} sends the message"
    return ""


def _clashes(all_keys: Mapping[str, list[str]], mapped: Mapping[str, list[str]]) -> Iterator[tuple[str, str]]:
    """Entries of `mapped` with a key that something else has, and what that is."""
    for name, keys in reversed(list(mapped.items())):
        for key in keys:
            rivals = ((one, taken) for one, taken in all_keys.items() if _APART.get(one) == _APART.get(name))
            other = next((one for one, taken in rivals if one != name and key in taken), "")
            if other:
                yield name, f"{key} is the key of {other}, which needs another first"
            elif key in _split(key_named(name).keys):
                continue
            elif name not in _APART and (edits := _EDITING.get(key)):
                yield name, f"{key} edits the message ({edits})"
            elif name in _OVER and (does := _OVER_IT.get(key)):
                yield name, f"{key} is there to {does}"


_EDITING = {
    key: binding.description.lower()
    for binding in TextArea.BINDINGS
    if isinstance(binding, Binding)
    for key in _split(binding.key)
}
