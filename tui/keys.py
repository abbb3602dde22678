"""Every key of the program, declared once: the screens bind them, the help lists them."""

from __future__ import annotations

from dataclasses import dataclass

from textual.binding import Binding, BindingType


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


CHOOSE = Key("chat.choose", "f5,ctrl+r", "choose", "choose what memory gives")
APP = (Key("app.quit", "ctrl+q", "quit", "quit", priority=True),)
CHAT = (
    Key("chat.help", "f1", "help", "this page"),
    Key("chat.stop", "escape", "stop", "close what lies on top, or stop the reply"),
    Key("chat.copy", "ctrl+c", "copy", "copy the selection"),
    Key("chat.new", "ctrl+n", "new", "new conversation"),
    Key("chat.conversations", "f2,ctrl+l", "toggle_conversations", "show or hide conversations"),
    Key("chat.recall", "f3,ctrl+o", "toggle_recall", "show or hide what memory gave"),
    CHOOSE,
    Key("chat.learnt", "f4,ctrl+g", "learnt", "what was learnt: keep, edit or take it back"),
    Key("chat.settings", "f8", "settings", "settings: see and change them"),
    Key("chat.page_up", "pageup", "page(-1)", "scroll up"),
    Key("chat.page_down", "pagedown", "page(1)", "scroll down"),
    Key("chat.top", "ctrl+home", "ends(-1)", "to the beginning"),
    Key("chat.bottom", "ctrl+end", "ends(1)", "to the newest message"),
    Key("chat.thinking", "ctrl+t", "toggle_thinking", "unfold or fold the newest thinking"),
)
COMPOSER = (
    Key("composer.newline", "shift+enter,ctrl+j,alt+enter", "newline", "new line"),
    Key("composer.history_back", "up", "history(-1)", "earlier message, at the first line"),
    Key("composer.history_forward", "down", "history(1)", "later message, at the last line"),
    Key("composer.complete", "tab", "complete", "complete a command"),
)
DRAFT = (
    Key("draft.up", "up", "move(-1)", "the memory before"),
    Key("draft.down", "down", "move(1)", "the next memory"),
    Key("draft.tick", "space", "tick", "take it out or in"),
    Key("draft.pin", "p", "pin", "pin it, or not"),
    Key("draft.back", "escape,enter", "back", "back to writing"),
)
"""Keys of the preview in the memory panel."""
FIXED = (("enter", "send"), ("shift+arrows", "select text"), ("ctrl+x, ctrl+v", "cut, paste"))
"""Keys the editor handles itself, for the help."""


_NAMES = {"Escape": "Esc", "Pageup": "Page Up", "Pagedown": "Page Down"}


def bindings(keys: tuple[Key, ...]) -> list[BindingType]:
    return [key.binding for key in keys]


def shown(keys: str) -> str:
    """Key names as people write them: `ctrl+home` is `Ctrl+Home`, `pageup` is `Page Up`."""
    written = (part.strip().capitalize() for part in keys.replace(",", "+,+").split("+"))
    return "+".join(_NAMES.get(part, part) for part in written).replace("+,+", ", ")
