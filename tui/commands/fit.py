"""How well a memory fits a message, as a user can read it."""

from __future__ import annotations

from math import exp

_EVEN, _STEEPNESS = 0.5, 4.0


def fit(score: float) -> str:
    """A recall's score has no bounds and means something only beside others; their order is kept."""
    return f"fit {1 / (1 + exp(_STEEPNESS * (_EVEN - score))):.0%}"
