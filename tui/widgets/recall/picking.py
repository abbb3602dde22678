"""What a key on a memory of the preview does to the picks. Pure functions."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from memory.types import Picks


def ticked(picks: Picks, memory: str, *, goes_in: bool) -> Picks:
    """Out of the message what goes into it, and into it what does not, or not any more."""
    if goes_in:
        return replace(unpinned(picks, memory), dropped=picks.dropped | {memory})
    if memory in picks.dropped:
        return replace(picks, dropped=picks.dropped - {memory})
    return pinned(picks, memory)


def pinned(picks: Picks, memory: str) -> Picks:
    """It goes in before all else; pinned already, it is as any other again."""
    if memory in picks.pinned:
        return unpinned(picks, memory)
    return replace(picks, pinned=(*picks.pinned, memory), dropped=picks.dropped - {memory})


def unpinned(picks: Picks, memory: str) -> Picks:
    return replace(picks, pinned=tuple(one for one in picks.pinned if one != memory))
