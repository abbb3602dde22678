"""The facts that a candidate is held against: searched beside the writer, looked at again inside its transaction."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from memory.distill import known
from memory.distill.reconcile import News, resembling, rivals
from memory.store import current, facts
from memory.store.store import Store
from memory.text.stated import slot

POOL = 60
"""So many facts that share words with a candidate are compared with it."""


@dataclass(frozen=True, slots=True)
class Ground:
    """`offered` are the facts of the prompt, `close` those that rival a candidate, by its content.

    `alike` have nearly its words, and no rule decides about them. Facts after `last` came after the search, from this
    distillation or another window.
    """

    offered: tuple[known.Fact, ...] = ()
    close: Mapping[str, Collection[int]] = field(default_factory=dict)
    last: int = 0
    alike: Mapping[str, Collection[int]] = field(default_factory=dict)

    def around(self, content: str) -> list[known.Fact]:
        """The facts that matter to `content` and hold at this moment, newest first. Runs in the store."""
        numbers = {*self.close.get(content, ()), *(fact.number for fact in self.offered)}
        if (twin := facts.same(content)) is not None:
            numbers.add(twin)
        before = current.of(number for number in numbers if number <= self.last)
        return [known.fact(row) for row in (*current.since(self.last), *before)]


async def survey(store: Store, news: Sequence[News], offered: Sequence[known.Fact] = ()) -> Ground:
    """Looks for what each candidate may repeat or end; short reads one by one, so that a recall gets in between."""
    last = await store.read(current.last)
    close: dict[str, Collection[int]] = {}
    alike: dict[str, Collection[int]] = {}
    for one in news:
        pool = await store.read(partial(_pool, one.fact.content))
        close[one.fact.content], alike[one.fact.content] = await asyncio.to_thread(_held, one.fact.content, pool)
    return Ground(tuple(offered), close, last, alike)


def _held(content: str, pool: Sequence[known.Fact]) -> tuple[list[int], list[int]]:
    return rivals(content, pool), resembling(content, pool)


def _pool(content: str) -> list[known.Fact]:
    rows = current.sharing_words(content, POOL)
    if mine := slot(content):
        rows += current.of_slot(mine)
    return [known.fact(row) for row in rows]
