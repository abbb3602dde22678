"""What is already known around a session: offered to the model, and compared with what it brings back."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from memory.distill.sentences.wording import stems
from memory.distill.source import Batch
from memory.store import current, episodes, facts, identity, tables
from memory.store.partitions import EVERYWHERE
from memory.store.store import Store
from memory.text.languages import Language
from memory.text.normal import plain

MOST = 20
"""Known facts in one prompt."""
POOL, RECENT = 60, 300
"""Facts looked at: for each new turn so many that share words with it, and so many of the newest."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A current fact.

    `ours`: a better pass may replace it; `own`: the user stated it by command, pinned or edited it, and only their word
    ends it. What came with an import is neither. `partition` is the number of the project or persona it belongs to.
    """

    number: int
    content: str
    category: str
    method: str
    ours: bool
    since: datetime | None
    own: bool = False
    partition: int = EVERYWHERE
    learnt: datetime | None = None


@dataclass(frozen=True, slots=True)
class Known:
    """`offered` are the facts of the prompt, numbered from 1; a reply may name no others."""

    offered: tuple[Fact, ...] = ()
    identity: tuple[str, ...] = ()
    digest: str = ""


async def around(store: Store, batch: Batch, within: Sequence[int]) -> Known:
    """The facts nearest to the new turns, the user's identity and the digest so far.

    Near is what shares words, then what shares a turn of phrase (both tell of work), then what is newest. Of a large
    memory the facts that share words and the newest are looked at, in short reads, so that a recall gets in between;
    of other partitions than `within` none.
    """
    pool: dict[int, Fact] = {}
    for line in batch.users:
        pool |= await store.read(partial(_by_number, partial(current.sharing_words, line.typed, POOL, within)))
    pool |= await store.read(partial(_by_number, partial(current.newest, RECENT, within)))
    offered = await asyncio.to_thread(_nearest, pool.values(), batch)
    return await store.read(partial(_known, batch, offered))


def _by_number(find: Callable[[], Sequence[tables.Fact]]) -> dict[int, Fact]:
    return {row.id: fact(row) for row in find()}


def _nearest(pool: Iterable[Fact], batch: Batch) -> tuple[Fact, ...]:
    near = Nearness("\n".join(line.typed for line in batch.users), batch.language)
    return tuple(sorted(pool, key=lambda fact: (-near.of(fact.content), -fact.number))[:MOST])


def _known(batch: Batch, offered: tuple[Fact, ...]) -> Known:
    episode = episodes.told_of(batch.session)
    digest = episode.summary if episode is not None and episode.method == "distilled" else ""
    return Known(offered, tuple(line.text for line in identity.lines()), digest)


def fact(row: tables.Fact) -> Fact:
    own = facts.own(row)
    ours = not own and row.method in ("distilled", "extracted")
    return Fact(row.id, row.content, row.category, row.method, ours, row.valid_from, own, row.partition, row.created_at)


class Nearness:
    """How near a fact is to what was said: shared words, and half a point for a shared turn of phrase."""

    def __init__(self, said: str, language: Language) -> None:
        text = plain(said)
        self._stems = stems(said)
        self._phrases = [group for group in language.same if group.search(text)]

    def of(self, content: str) -> float:
        text = plain(content)
        return len(self._stems & stems(content)) + 0.5 * any(group.search(text) for group in self._phrases)
