"""How many of what, in words."""

from __future__ import annotations


def counted(number: int, noun: str, several: str = "") -> str:
    """`1 fact`, `2 facts`; `several` is the plural where that takes more than an s."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {several or f'{noun}s'}"
