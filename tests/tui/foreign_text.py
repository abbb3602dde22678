"""Texts that try to act on a terminal, and what of them a terminal's output may hold."""

from __future__ import annotations

import base64
import re

from hypothesis import strategies as st

from tests.tui.pty_host import SEQUENCE, sequence_kinds
from tui.safe_text import safe

TAINT = "7741"
"""A number no sequence of the program holds."""
_SEQUENCES = [
    *(f"\x1b[{TAINT}{final}" for final in "mJHKhlnrtAq"),
    *(f"\x9b{TAINT}{final}" for final in "mJH"),
    f"\x1b[?{TAINT}h",
    f"\x1b[{TAINT};{TAINT}H",
    f"\x1b]{TAINT};x\x07",
    f"\x1b]52;c;{base64.b64encode(TAINT.encode()).decode()}\x07",
    f"\x1b]0;{TAINT}\x1b\\",
    f"\x1b]8;;http://{TAINT}\x1b\\",
    f"\x1b]8;;{TAINT}",
    f"\x1bP{TAINT}q\x1b\\",
    f"\x1b_{TAINT}\x1b\\",
    f"\x1b^{TAINT}\x1b\\",
    f"\x1bX{TAINT}\x1b\\",
    f"\x90{TAINT}\x9c",
    f"\x9d52;c;{TAINT}\x9c",
    "\x1bc",
    "\x1b(0",
    "\x1b7",
    "\x1b",
]
_TURNING = "\u202a\u202b\u202d\u202e\u202c\u2066\u2067\u2068\u2069\u200e\u200f\u061c"
_HIDING = "\u200b\u200c\u200d\u2060\u00ad\ufeff\u034f\u115f\u3164\U000e0041\U000e007f\ufe0f\U000e0100"
_MARKUP = [f"[bold]{TAINT}[/]", "[@click=app.quit]x[/]", "[/]", "**", "`", "```", "<b>", "|", "\\", "@"]
_FAMILY, _FLAG = "\U0001f469\u200d\U0001f469\u200d\U0001f467", "\U0001f3f3\ufe0f\u200d\U0001f308"
_SCRIPTS = ["\u6f22\u5b57", "\u05e9\u05dc\u05d5\u05dd", "\u0645\u0631\u062d\u0628\u0627", "\u0915\u094d\u0937\u093f"]
_WORDS = [*_SCRIPTS, _FAMILY, _FLAG, "e\u0301\u0302", "a", "word ", " ", "\n", "\r\n", "\t", "\u2028"]
_PIECE = st.one_of(
    st.sampled_from(_SEQUENCES),
    st.sampled_from(_TURNING + _HIDING + "\x00\x07\x08\x0b\x0c\x0e\x0f\x7f\x85\ud800"),
    st.sampled_from(_MARKUP + _WORDS),
    st.text(st.characters(exclude_categories=()), max_size=3),
)
PIECES = st.lists(_PIECE, min_size=1, max_size=60).map(lambda pieces: [f"begin {TAINT} ", *pieces])
EVERYTHING = [f"begin {TAINT} ", *_SEQUENCES, *_TURNING, *_HIDING, *_MARKUP, *_WORDS]

OWN = {
    "CSI m",
    "CSI H",
    "CSI ?h",
    "CSI ?l",
    "CSI >u",
    "CSI <u",
    "CSI ?$p",
    "CSI ?u",
    "CSI J",
    "OSC 22",
    "OSC 52",
}
"""What the program draws with, asks and sets."""
_FORBIDDEN = re.compile(f"[{_TURNING}\u200b\u2060\u00ad\ufeff\u034f\u115f\u3164\U000e0041\x80-\x9f\ud800-\udfff]")
_CLIPBOARD = re.compile(rb"\x1b\]52;c;([A-Za-z0-9+/=]*)(?:\x07|\x1b\\)")


def wrong_in(output: bytes) -> list[str]:
    """What in the output of the program is not of its own making."""
    sequences = SEQUENCE.findall(output)
    found = [repr(sequence) for sequence in sequences if TAINT.encode() in sequence]
    found += sorted(sequence_kinds(output) - OWN)
    found += [f"a hidden {match!r}" for match in _FORBIDDEN.findall(output.decode("utf-8", "replace"))]
    return found + [repr(sequence) for sequence in sequences if b"]52" in sequence and not _is_safe_copy(sequence)]


def _is_safe_copy(sequence: bytes) -> bool:
    copied = _CLIPBOARD.fullmatch(sequence)
    text = base64.b64decode(copied[1]).decode() if copied else "\x1b"
    return safe(text) == text
