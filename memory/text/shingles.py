"""Likeness of texts by overlapping character groups, and the removal of text that was only recalled."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from memory.text.normal import fold

SIZE = 4
ECHO = 0.8
"""A line with this share of its shingles inside a block repeats the block."""
_SHORT = 12
_LINES = re.compile(r"(\n+)")


def shingles(text: str) -> frozenset[str]:
    """The groups of four characters of the folded text; a shorter text is its own only group."""
    plain = fold(text)
    if len(plain) <= SIZE:
        return frozenset([plain] if plain else [])
    return frozenset([plain[at : at + SIZE] for at in range(len(plain) - SIZE + 1)])


def jaccard(left: frozenset[str], right: frozenset[str]) -> float:
    """Shared groups over all groups, 0 to 1; two empty texts have nothing in common."""
    if not left or not right:
        return 0.0
    shared = len(left & right)
    return shared / (len(left) + len(right) - shared)


def likeness(left: str, right: str) -> float:
    return jaccard(shingles(left), shingles(right))


def strip_injected(text: str, blocks: Sequence[str]) -> str:
    """`text` without what the memory put in front of it.

    Whole blocks go first; then each line that repeats a line of a block word for word or nearly so. Lines of a few
    characters stay: "yes" in a block does not make the user's "yes" an echo.
    """
    for block in blocks:
        if block.strip():
            text = text.replace(block, "")
    recalled = [shingles(line) for block in blocks for line in block.splitlines() if len(fold(line)) > _SHORT]
    if not recalled:
        return text.strip()
    kept = [piece for piece in _LINES.split(text) if not _echoes(piece, recalled)]
    return re.sub(r"\n{3,}", "\n\n", "".join(kept)).strip()


def _echoes(line: str, recalled: Iterable[frozenset[str]]) -> bool:
    if len(fold(line)) <= _SHORT:
        return False
    own = shingles(line)
    return any(len(own & other) >= ECHO * len(own) for other in recalled)
