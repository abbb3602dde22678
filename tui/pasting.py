"""A paste arrives as one piece, whatever it holds; in a field of one line it is made harmless first."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module

from textual._xterm_parser import BRACKETED_PASTE_END, BRACKETED_PASTE_START, XTermParser
from textual.driver import Driver
from textual.events import Paste
from textual.message import Message

from tui.safe_text import safe_line

NUL = "\x00"
FIELD_CHARACTERS = 10_000


class PasteParser(XTermParser):
    """Textual's parser turns escape sequences inside a bracketed paste into keys, which then act on the program."""

    def __init__(self, debug: bool = False) -> None:
        super().__init__(debug)
        self._tail = ""
        self._pasted: str | None = None

    def feed(self, data: str) -> Iterable[Message]:
        """Yields keys as they come, and of a paste only the `Paste`, at its end. Nothing means the end of the input."""
        if not data:
            yield from super().feed(data)
        while data:
            if self._pasted is None:
                outside, data = self._up_to_paste(data)
                yield from super().feed(outside)
            else:
                text, data = self._up_to_end(data)
                if text is not None:
                    yield Paste(text.replace(NUL, ""))
                    yield from (event for event in super().feed(BRACKETED_PASTE_END) if not isinstance(event, Paste))

    def _up_to_paste(self, data: str) -> tuple[str, str]:
        """What stands outside of a paste, its opening mark included, and the rest; the mark may come in pieces."""
        seen = self._tail + data
        start = seen.find(BRACKETED_PASTE_START)
        if start < 0:
            self._tail = seen[1 - len(BRACKETED_PASTE_START) :]
            return data, ""
        cut = start + len(BRACKETED_PASTE_START) - len(self._tail)
        self._tail = ""
        self._pasted = ""
        return data[:cut], data[cut:]

    def _up_to_end(self, data: str) -> tuple[str | None, str]:
        """The whole paste and the rest; None while its end has not come."""
        had = self._pasted or ""
        pasted = had + data
        end = pasted.find(BRACKETED_PASTE_END, max(0, len(had) - len(BRACKETED_PASTE_END)))
        self._pasted = pasted if end < 0 else None
        return (None, "") if end < 0 else (pasted[:end], pasted[end + len(BRACKETED_PASTE_END) :])


def for_field(text: str) -> str:
    """What a field of one line takes of a paste: Textual's draws control characters as they are."""
    return safe_line(text[:FIELD_CHARACTERS])


def with_whole_pastes(driver: type[Driver]) -> type[Driver]:
    """The same driver, its parser exchanged: Textual offers no other way to choose one."""
    for kind in driver.mro():
        module = import_module(kind.__module__)
        if hasattr(module, XTermParser.__name__):
            setattr(module, XTermParser.__name__, PasteParser)
    return driver
