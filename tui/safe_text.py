"""The one place where foreign text is made harmless for a terminal.

Text from models, memory, titles, files and errors may carry bytes that act on the terminal (clipboard writes, title
changes, cursor moves), turn the reading order round or hide characters. No such character is dropped in silence: a
control character becomes its picture (ESC is shown as ␛), so what follows it is only text, and there is no sequence
left that could be closed, split across chunks or left open to swallow the rest.
"""

from __future__ import annotations

import json
import re

from rich.cells import cell_len, split_graphemes

_PICTURES = (
    "\u00a9\u00ae\u203c\u2049\u2122\u2139\u2190-\u21ff\u2300-\u23ff\u24c2\u25a0-\u27bf\u2900-\u297f\u2b00-\u2bff"
    "\u3030\u303d\u3297\u3299\U0001f000-\U0001faff"
)
_JOINING_SCRIPTS = (
    "\u0620-\u065f\u066e-\u06d3\u06d5-\u06dc\u06ee\u06ef\u06fa-\u06ff\u0700-\u077f\u0800-\u085f\u0860-\u088e"
    "\u08a0-\u08ff\u0900-\u0dff\u0f00-\u0fff\u1000-\u109f\u1780-\u17dd\u1800-\u180a\u1810-\u18af\ufb50-\ufdff\ufe70-\ufefc"
)
_IDEOGRAPHS = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"

_CONTROLS = "\u0000-\u0008\u000b-\u001f\u007f-\u009f"
_DROPPED = "\u00ad\u061c\u200e\u200f\ufeff"
_INVISIBLE = (
    "\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u202a-\u202e\u2060-\u206f\u3164\uffa0\ufff0-\ufffb"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e00ff\U000e01f0-\U000e0fff"
)
_JOINERS = "\u200c\u200d"
_SELECTORS = "\ufe00-\ufe0f\U000e0100-\U000e01ef"
_SURROGATES = "\ud800-\udfff"
_SEPARATORS = "\u2028\u2029"

_BLACK_FLAG = "\U0001f3f4"
_FLAG_TAGS = tuple("".join(chr(0xE0000 + ord(c)) for c in name) + "\U000e007f" for name in ("gbeng", "gbsct", "gbwls"))

_SUSPECT = re.compile(
    f"[{_CONTROLS}{_DROPPED}{_INVISIBLE}{_JOINERS}{_SELECTORS}{_SURROGATES}{_SEPARATORS}{_BLACK_FLAG}]"
    rf"(?:(?<=\r)\n|(?<=\x1b)\[[0-9;:]{{0,32}}m|(?<={_BLACK_FLAG})(?:{'|'.join(_FLAG_TAGS)}))?"
)
_UNFINISHED = re.compile(
    rf"(?:\r|\x1b(?:\[[0-9;:]{{0,32}})?|{_BLACK_FLAG}[\U000e0061-\U000e007a]{{0,5}}|[{_JOINERS}])\Z"
)
_TAKE_EMOJI_SELECTOR = f"#*0-9{_PICTURES}"
_SEQUENCES = {"\r": "\n", "\x1b": ""}
_FIXED = {"\r": "\n", "\u2028": "\n", "\u2029": "\n", "\x7f": "\u2421", _BLACK_FLAG: _BLACK_FLAG} | dict.fromkeys(
    _DROPPED, ""
)
_SPACES = re.compile(r"\s+")

_CONTEXT = 2
"""How many characters before a joiner decide about it."""

_LONGEST_GRAPHEME = 12
"""Characters a cell may need (a family of four with skin tones has 11); bounds the work on a very long line."""


def safe(text: str) -> str:
    """Return `text` with everything that could act on a terminal or hide from a reader made visible.

    Plain colour sequences and direction marks are dropped, line ends become a newline, lone surrogates U+FFFD; emoji
    sequences and the joiners of Persian or Hindi stay.
    """
    return _SUSPECT.sub(_replacement, text)


def escaped(document: str) -> str:
    """Return a JSON text that says the same with all of that as escapes: nothing acts, and nothing is lost."""
    return _SUSPECT.sub(lambda match: "".join(json.dumps(one)[1:-1] for one in match[0]), document)


def safe_line(text: str, width: int | None = None) -> str:
    """Return `text` as one safe line, cut to `width` cells with an ellipsis where it is longer."""
    line = _SPACES.sub(" ", safe(text)).strip()
    return line if width is None else _cut(line, width)


def beginning(text: str, characters: int) -> str:
    """The beginning of `text`, at most so many characters, without half of one that a reader sees."""
    if len(text) <= characters:
        return text
    start = max(0, characters - 2 * _LONGEST_GRAPHEME)
    graphemes = split_graphemes(text[start : characters + _LONGEST_GRAPHEME])[0]
    return text[: max((start + stop for _, stop, _ in graphemes if start + stop <= characters), default=start)]


class SafeStream:
    """`safe` for text that comes in pieces: what is fed in and out is, in sum, `safe` of the whole."""

    def __init__(self) -> None:
        self._held = ""
        self._before = ""

    def feed(self, chunk: str) -> str:
        """Return what can be decided now; a few characters at the end may wait for the next piece."""
        text = self._held + chunk
        unfinished = _UNFINISHED.search(text, max(0, len(text) - 40))
        end = unfinished.start() if unfinished else len(text)
        self._held = text[end:]
        return self._emit(text[:end], self._held)

    def close(self) -> str:
        """Return what was still waiting."""
        held, self._held = self._held, ""
        return self._emit(held, "")

    def _emit(self, text: str, after: str) -> str:
        before, self._before = self._before, (self._before + text)[-_CONTEXT:]
        whole = before + text + after
        start, end = len(before), len(before) + len(text)
        parts: list[str] = []
        at = start
        for match in _SUSPECT.finditer(whole, start, end):
            parts += whole[at : match.start()], _replacement(match)
            at = match.end()
        return "".join([*parts, whole[at:end]])


def _replacement(match: re.Match[str]) -> str:
    found = match[0]
    code = ord(found[0])
    if len(found) > 1:
        return _SEQUENCES.get(found[0], found)
    if found in _FIXED:
        return _FIXED[found]
    if code < 0x20:
        return chr(0x2400 + code)
    if 0xD800 <= code <= 0xDFFF:
        return "\ufffd"
    return found if _has_a_use(match.string, match.start()) else f"⟨U+{code:04X}⟩"


def _has_a_use(text: str, at: int) -> bool:
    """Whether a joiner or a variation selector belongs to the characters around it."""
    char = text[at]
    if char in _JOINERS:
        return _joins_letters(text, at) or (char == "\u200d" and _joins_emoji(text, at))
    if char in "\ufe0e\ufe0f":
        return _is_one_of(_TAKE_EMOJI_SELECTOR, text, at - 1)
    return "\U000e0100" <= char <= "\U000e01ef" and _is_one_of(_IDEOGRAPHS, text, at - 1)


def _joins_letters(text: str, at: int) -> bool:
    return _is_one_of(_JOINING_SCRIPTS, text, at - 1) and text[at + 1 : at + 2] not in ("\u200c", "\u200d")


def _joins_emoji(text: str, at: int) -> bool:
    before = at - 2 if text[at - 1 : at] == "\ufe0f" else at - 1
    return _is_one_of(_PICTURES, text, before) and _is_one_of(_PICTURES, text, at + 1)


def _is_one_of(characters: str, text: str, at: int) -> bool:
    """These sets are large and seldom asked for: they are compiled, and kept by `re`, when they are."""
    return 0 <= at < len(text) and re.match(f"[{characters}]", text[at]) is not None


def _cut(line: str, width: int) -> str:
    if len(line) <= width * _LONGEST_GRAPHEME and cell_len(line) <= width:
        return line
    end = used = 0
    for _, stop, cells in split_graphemes(line[: width * _LONGEST_GRAPHEME])[0]:
        if used + cells > width - 1:
            break
        end, used = stop, used + cells
    return line[:end].rstrip() + "…" if width > 0 else ""
