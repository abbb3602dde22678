"""How much an import may add to what is always in context."""

from __future__ import annotations

from memory.store import facts, identity


class Room:
    """What the bound for identity lines and pinned facts leaves. Made inside the store."""

    def __init__(self, bound: int) -> None:
        standing = [line.text for line in identity.lines()] + [fact.text for fact in facts.pinned()]
        self._left = bound - sum(map(identity.cost, standing))

    def takes(self, text: str) -> bool:
        """Whether `text` still fits; then its room is taken."""
        fits = (cost := identity.cost(text)) <= self._left
        self._left -= cost if fits else 0
        return fits
