"""What is already known around a session: offered to the model, and compared with what it brings back."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from memory.distill.source import Batch
from memory.distill.wording import alike, terms
from memory.store import episodes, facts, identity

MOST = 20
"""Known facts in one prompt."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A current fact; `ours` says that no hand of the user touched it, so a better pass may replace it."""

    number: int
    content: str
    category: str
    method: str
    ours: bool
    since: datetime | None


@dataclass(frozen=True, slots=True)
class Known:
    """`offered` are the facts of the prompt, numbered from 1; a reply may name no others."""

    offered: tuple[Fact, ...] = ()
    identity: tuple[str, ...] = ()
    digest: str = ""


def around(batch: Batch) -> Known:
    """Facts that share words with the new turns, the user's identity and the digest so far. Runs in the store."""
    said = terms(" \n".join(line.typed for line in batch.users))
    ranked = sorted(current(), key=lambda fact: -_shared(terms(fact.content), said))
    offered = [fact for fact in ranked[:MOST] if _shared(terms(fact.content), said)]
    episode = episodes.of_session(batch.session)
    digest = episode.summary if episode is not None and episode.method == "distilled" else ""
    return Known(tuple(offered), tuple(line.text for line in identity.lines()), digest)


def current() -> list[Fact]:
    """All facts that hold now, newest first."""
    return [
        Fact(
            row.id,
            row.content,
            row.category,
            row.method,
            not (row.touched or row.pinned) and row.method in ("distilled", "extracted"),
            row.valid_from,
        )
        for row in facts.current()
    ]


def _shared(left: frozenset[str], right: frozenset[str]) -> int:
    return sum(word in right or any(alike(word, other) for other in right) for word in left)
