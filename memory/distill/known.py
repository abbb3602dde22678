"""What is already known around a session: offered to the model, and compared with what it brings back."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from memory.distill.languages import Language
from memory.distill.source import Batch
from memory.distill.wording import plain, stems
from memory.store import episodes, facts, identity, tables

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
    near = Nearness(said, batch.language)
    offered = sorted(current(), key=lambda fact: -near.of(fact.content))[:MOST]
    episode = episodes.of_session(batch.session)
    digest = episode.summary if episode is not None and episode.method == "distilled" else ""
    return Known(tuple(offered), tuple(line.text for line in identity.lines()), digest)


def current() -> list[Fact]:
    """All facts that hold now, newest first."""
    return [fact(row) for row in facts.current()]


def fact(row: tables.Fact) -> Fact:
    ours = not (row.touched or row.pinned) and row.method in ("distilled", "extracted")
    return Fact(row.id, row.content, row.category, row.method, ours, row.valid_from)


class Nearness:
    """How near a fact is to what was said: shared words, and half a point for a shared turn of phrase."""

    def __init__(self, said: str, language: Language) -> None:
        text = plain(said)
        self._stems = stems(said)
        self._phrases = [group for group in language.same if group.search(text)]

    def of(self, content: str) -> float:
        text = plain(content)
        return len(self._stems & stems(content)) + 0.5 * any(group.search(text) for group in self._phrases)
