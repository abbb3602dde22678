"""When a failed call is tried again by itself, and after how long."""

from __future__ import annotations

from memory.errors import ModelError

MOST = 3
"""Attempts after the first."""
LONGEST_WAIT = 120.0
"""Seconds; whoever asks for more is asked by the user."""
PASSING = frozenset({"rate_limit", "overloaded", "network", "timeout"})
"""Kinds of failure that may be over in a moment; a wrong key or an empty account is not."""


def wait_before(error: ModelError, attempt: int) -> float | None:
    """Seconds before the `attempt`th try after the first, longer each time; None where another makes no sense."""
    if error.kind not in PASSING or error.retry_after is None or attempt > MOST:
        return None
    wait = max(1.0, error.retry_after) * (1 if error.kind == "rate_limit" else 2 ** (attempt - 1))
    return wait if wait <= LONGEST_WAIT else None
