"""What is already known around a session: offered to the model, and compared with what it brings back."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from memory.distill.languages import Language
from memory.distill.source import Batch
from memory.distill.wording import alike, plain, terms
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
    """The facts nearest to the new turns, the user's identity and the digest so far. Runs in the store.

    Near is what shares words, then what shares a turn of phrase (both tell of work), then what is newest.
    """
    said = "\n".join(line.typed for line in batch.users)
    offered = sorted(current(), key=lambda fact: -_nearness(fact.content, said, batch.language))[:MOST]
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


def _nearness(content: str, said: str, language: Language) -> float:
    words = terms(said)
    shared = sum(word in words or any(alike(word, other) for other in words) for word in terms(content))
    alike_in_kind = any(group.search(plain(content)) and group.search(plain(said)) for group in language.same)
    return shared + 0.5 * alike_in_kind
