"""What is looked for, and where it stands in a text."""

from __future__ import annotations

import re

Sought = re.Pattern[str]
MARK = "reverse"
"""How it is drawn: every theme shows it."""
_MARKDOWN = re.compile(r"[*_`~]+")


def sought(words: str) -> Sought | None:
    """The words in this order, in any case, whatever space lies between them; None for no word."""
    pieces = words.split()
    return re.compile(r"\s+".join(map(re.escape, pieces)), re.IGNORECASE) if pieces else None


def says(text: str, wanted: Sought) -> bool:
    """Whether a text says it, as it stands or as Markdown is read."""
    return bool(wanted.search(text) or wanted.search(_MARKDOWN.sub("", text)))


def places(text: str, wanted: Sought | None) -> list[tuple[int, int]]:
    return [found.span() for found in wanted.finditer(text)] if wanted else []
