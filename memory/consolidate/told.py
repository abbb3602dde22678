"""What the log keeps of a pass: how much of what changed, and none of its text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import datetime

from memory.consolidate.plan import LOG_KEPT
from memory.store import activity, consolidations
from memory.types import Consolidation, Tidied, Undone

PURPOSE = "consolidate"


def finished(result: Consolidation, at: datetime, ms: float) -> None:
    """Notes the end of a pass; one that found nothing to do leaves no line in the log."""
    consolidations.purge(at - LOG_KEPT)
    consolidations.finished(at)
    if not result.changes and not result.skipped and not result.remarks and not result.for_the_user:
        return
    parts = [summary(result.changes)]
    parts += [f"{result.skipped} left alone, changed meanwhile"] if result.skipped else []
    parts += [f"{result.waiting} more in later passes"] if result.waiting else []
    parts += [f"{result.for_the_user} for the user to decide"] if result.for_the_user else []
    parts += result.remarks
    detail = "; ".join(filter(None, parts))
    activity.log_run(PURPOSE, "tidied" if result.changes else "skipped", at=at, detail=detail, ms=ms)


def failed(why: str, at: datetime) -> None:
    activity.log_run(PURPOSE, "error", at=at, detail=why)


def undone(result: Undone, at: datetime) -> None:
    detail = f"{len(result.restored)} changes taken back, {len(result.refused)} not"
    activity.log_run(PURPOSE, "undone", at=at, detail=detail)


_WORDS = {
    "evict": "{} faded from the facts",
    "merge": "{} merged into newer digests",
    "prune": "{} old digests dropped",
    "purge": "{} old lines of the log dropped",
    "absorb": "{} facts merged into others that say the same",
    "supersede": "{} facts ended by newer ones",
    "refute": "{} facts corrected by newer ones",
    "promote": "{} facts raised",
    "demote": "{} facts lowered",
}


def summary(changes: Sequence[Tidied]) -> str:
    """One line, without a word of what was changed."""
    counts = Counter(one.action for one in changes)
    return ", ".join(words.format(counts[action]) for action, words in _WORDS.items() if counts[action])
