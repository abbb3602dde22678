"""Tells a pasted line end from a pressed Enter where the terminal does not mark pastes."""

from __future__ import annotations

BURST_SECONDS = 0.012
"""A paste arrives in one read: its keys are microseconds apart. People need 30 ms and more between two keys."""
GATHER_SECONDS = 0.06
"""A burst is over so long after its last key: the next part of a paste would be here, even on a busy loop."""


class Burst:
    """Times of the keys that came, in seconds of any steady clock."""

    def __init__(self) -> None:
        self._last = float("-inf")

    def key(self, time: float) -> bool:
        """Notes a key and returns whether it belongs to a burst with the key before it."""
        before, self._last = self._last, time
        return 0 <= time - before < BURST_SECONDS
