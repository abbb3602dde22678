"""The keys of vi over a text field: the commonest, without counts."""

from __future__ import annotations

import re
from collections.abc import Callable

from textual.widgets import TextArea

_WORD = re.compile(r"\w+|[^\w\s]+")
_OPERATORS = "dcy"


def index_of(text: str, place: tuple[int, int]) -> int:
    row, column = place
    return sum(len(line) + 1 for line in text.split("\n")[:row]) + column


def place_of(text: str, at: int) -> tuple[int, int]:
    return text.count("\n", 0, at), at - line_start(text, at)


def line_start(text: str, at: int) -> int:
    return text.rfind("\n", 0, at) + 1


def line_end(text: str, at: int) -> int:
    end = text.find("\n", at)
    return len(text) if end < 0 else end


def next_word(text: str, at: int) -> int:
    return next((word.start() for word in _WORD.finditer(text) if word.start() > at), len(text))


def word_before(text: str, at: int) -> int:
    return max((word.start() for word in _WORD.finditer(text, 0, at)), default=0)


def word_end(text: str, at: int) -> int:
    return next((word.end() - 1 for word in _WORD.finditer(text) if word.end() - 1 > at), max(0, len(text) - 1))


_MOTIONS: dict[str, Callable[[str, int], int]] = {
    "h": lambda text, at: max(line_start(text, at), at - 1),
    "l": lambda text, at: min(line_end(text, at), at + 1),
    "w": next_word,
    "b": word_before,
    "e": word_end,
    "0": line_start,
    "$": line_end,
    "G": lambda text, at: len(text),
}


class Vim:
    """Begins by writing; Esc goes to the commands. `shown` is told the mode."""

    def __init__(self, area: TextArea, shown: Callable[[str], None]) -> None:
        self._area = area
        self._shown = shown
        self._begun = ""
        self._kept = ""
        self.write()

    def write(self) -> None:
        self.commands = False
        self._begun = ""
        self._shown("insert")

    def escape(self) -> bool:
        """Returns whether it did anything: who gives no commands yet, or has begun one."""
        did = bool(self._begun) or not self.commands
        if not self.commands:
            self._go(_MOTIONS["h"](self._area.text, self._at))
        self.commands, self._begun = True, ""
        self._shown("normal")
        return did

    def command(self, letter: str) -> None:
        """A letter that is no text; one that says nothing does nothing."""
        begun, self._begun = self._begun, ""
        if begun and begun in _OPERATORS:
            self._operate(begun, letter)
        elif begun == "g" and letter == "g":
            self._go(0)
        elif letter in (*_OPERATORS, "g"):
            self._begun = letter
        elif letter in _MOTIONS:
            self._go(_MOTIONS[letter](self._area.text, self._at))
        elif letter in "iaAIo":
            self._write_at(letter)
        elif letter in "jk":
            self._area.action_cursor_down() if letter == "j" else self._area.action_cursor_up()
        elif letter == "x":
            self._cut(self._at, min(self._at + 1, line_end(self._area.text, self._at)))
        elif letter == "u":
            self._area.undo()
        elif letter == "p":
            self._put()

    @property
    def _at(self) -> int:
        return index_of(self._area.text, self._area.cursor_location)

    def _go(self, at: int) -> None:
        self._area.move_cursor(place_of(self._area.text, at))

    def _replace(self, new: str, start: int, end: int) -> None:
        text = self._area.text
        self._area.replace(new, place_of(text, start), place_of(text, end), maintain_selection_offset=False)

    def _write_at(self, letter: str) -> None:
        text, at = self._area.text, self._at
        places = {"i": at, "a": min(at + 1, line_end(text, at)), "I": line_start(text, at)}
        self._go(places.get(letter, line_end(text, at)))
        if letter == "o":
            self._area.insert("\n")
        self.write()

    def _operate(self, operator: str, letter: str) -> None:
        text, at = self._area.text, self._at
        if letter == operator:
            start, end = line_start(text, at), line_end(text, at)
            self._kept = f"{text[start:end]}\n"
            if operator == "d":  # the line goes with its end, the last one with that of the line before
                start, end = (start, end + 1) if end < len(text) else (max(0, start - 1), end)
        elif letter in _MOTIONS:
            start, end = sorted((at, _reached(operator, letter, text, at)))
            self._kept = text[start:end]
        else:
            return
        if operator == "y":
            self._go(start)
        else:
            self._replace("", start, end)
        if operator == "c":
            self.write()

    def _cut(self, start: int, end: int) -> None:
        self._kept = self._area.text[start:end]
        self._replace("", start, end)

    def _put(self) -> None:
        """Whole lines go below, anything else behind the cursor."""
        text, at = self._area.text, self._at
        if self._kept.endswith("\n"):
            end = line_end(text, at)
            self._replace(f"\n{self._kept[:-1]}", end, end)
        else:
            behind = min(at + 1, line_end(text, at))
            self._replace(self._kept, behind, behind)


def _reached(operator: str, letter: str, text: str, at: int) -> int:
    """Where an operator stops: within the line, and a changed word keeps the space behind it."""
    changed_word = operator == "c" and letter == "w" and not text[at : at + 1].isspace()
    if letter == "e" or changed_word:
        here = next((word for word in _WORD.finditer(text) if word.end() > at), None)
        end = here.end() if changed_word and here else word_end(text, at) + 1
    else:
        end = _MOTIONS[letter](text, at)
    return min(end, line_end(text, at)) if letter == "w" else end
