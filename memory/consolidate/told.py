"""What the log keeps of a pass: how much of what changed, and none of its text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import datetime

from memory.consolidate.plan import LOG_KEPT
from memory.store import activity, consolidations
from memory.types import Activity, Consolidation, Tidied, Undone

PURPOSE = "consolidate"


def finished(result: Consolidation, at: datetime, ms: float) -> Activity:
    consolidations.purge(at - LOG_KEPT)
    consolidations.finished(at)
    detail = summary(result.changes)
    detail += f"; {result.skipped} left alone, changed meanwhile" if result.skipped else ""
    detail += f"; {result.waiting} more in later passes" if result.waiting else ""
    return activity.log_run(PURPOSE, "tidied" if result.changes else "empty", at=at, detail=detail, ms=ms)


def undone(result: Undone, at: datetime) -> Activity:
    detail = f"{len(result.restored)} changes taken back, {len(result.refused)} not"
    return activity.log_run(PURPOSE, "undone", at=at, detail=detail)


_WORDS = {
    "evict": "{} faded from the facts",
    "merge": "{} merged into newer digests",
    "prune": "{} old digests dropped",
    "purge": "{} old lines of the log dropped",
    "promote": "{} facts raised",
    "demote": "{} facts lowered",
}


def summary(changes: Sequence[Tidied]) -> str:
    """One line, without a word of what was changed."""
    counts = Counter(one.action for one in changes)
    return ", ".join(words.format(counts[action]) for action, words in _WORDS.items() if counts[action])
