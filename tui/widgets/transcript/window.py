"""Which items of a long transcript are mounted: a bounded, gapless stretch that follows the reader."""

from __future__ import annotations

from dataclasses import dataclass

PAGE = 20
MOST = 80


@dataclass(frozen=True, slots=True)
class Window:
    """The half-open stretch `start` to `stop` of `total` items, at most `MOST` of them."""

    total: int
    start: int
    stop: int

    @classmethod
    def newest(cls, total: int) -> Window:
        return cls(total, max(0, total - PAGE), total)

    @property
    def at_end(self) -> bool:
        return self.stop == self.total

    @property
    def is_full(self) -> bool:
        return self.stop - self.start > MOST - PAGE

    def around(self, place: int) -> Window:
        """The stretch that shows an item: this one if it does, else a page to each side of the item."""
        if self.start <= place < self.stop:
            return self
        return Window(self.total, max(0, place - PAGE), min(self.total, place + PAGE))

    def older(self) -> Window:
        """A page more at the front; what is then too much goes from the end."""
        start = max(0, self.start - PAGE)
        return Window(self.total, start, min(self.stop, start + MOST))

    def newer(self) -> Window:
        """A page more at the end; what is then too much goes from the front."""
        stop = min(self.total, self.stop + PAGE)
        return Window(self.total, max(self.start, stop - MOST), stop)

    def longer(self, more: int) -> Window:
        """After `more` items at the end: they are in it as far as there is room, if the end was."""
        total = self.total + more
        return Window(total, self.start, max(self.stop, min(total, self.start + MOST)) if self.at_end else self.stop)

    def shorter(self, total: int) -> Window:
        """After some at the end went, so that `total` are left."""
        stop = total if self.at_end else min(self.stop, total)
        return Window(total, min(self.start, stop), stop)

    def grown(self) -> Window:
        """After one more item at the end; the front goes a page at a time."""
        full = self.stop + 1 - self.start > MOST
        return Window(self.total + 1, self.start + PAGE * full, self.total + 1)
