"""What a key writes."""

from __future__ import annotations

from textual.events import Key

_JOINERS = "\u200c\u200d"
_FLAG_TAGS = range(0xE0020, 0xE0080)


def written(key: Key) -> str:
    """The text of a key, "" for one that acts. Joiners are text too: Persian and Indic words and emoji need them."""
    text = key.character or ""
    return text if key.is_printable or is_joiner(text) else ""


def typed_ahead(key: Key) -> str:
    """The text of a key that was pressed before the program had the terminal, which made each Enter a line feed."""
    return "\n" if key.key in ("enter", "ctrl+j") else written(key)


def is_joiner(text: str) -> bool:
    """Whether Textual would leave out the character, as one that can't be printed."""
    return len(text) == 1 and (text in _JOINERS or ord(text) in _FLAG_TAGS)
