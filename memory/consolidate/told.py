"""What the log keeps of a pass: how much of what changed, and none of its text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import datetime

from memory.counting import counted
from memory.store import activity, consolidations
from memory.types import Consolidation, Tidied, Undone

PURPOSE = "consolidate"


def finished(result: Consolidation, at: datetime, ms: float) -> None:
    """Notes the end of a pass; one that found nothing to do leaves no line in the log."""
    consolidations.purge(at)
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
    detail = f"{counted(len(result.restored), 'change')} taken back"
    detail += f", {len(result.refused)} not" if result.refused else ""
    activity.log_run(PURPOSE, "undone", at=at, detail=detail)


_WORDS = {
    "evict": ("fact faded", "facts faded"),
    "merge": ("digest merged into a newer one", "digests merged into newer ones"),
    "prune": ("old digest dropped", "old digests dropped"),
    "purge": ("old line of the log dropped", "old lines of the log dropped"),
    "promote": ("fact raised", "facts raised"),
    "demote": ("fact lowered", "facts lowered"),
    "absorb": ("fact merged into another that says the same", "facts merged into others that say the same"),
    "supersede": ("fact ended by a newer one", "facts ended by newer ones"),
    "refute": ("fact corrected by a newer one", "facts corrected by newer ones"),
    "retell": ("text about you told anew", "texts about you told anew"),
}


def summary(changes: Sequence[Tidied]) -> str:
    """One line, without a word of what was changed."""
    counts = Counter(one.action for one in changes)
    return ", ".join(f"{counts[done]} {words[counts[done] > 1]}" for done, words in _WORDS.items() if counts[done])
