"""The facts that a candidate is held against: searched beside the writer, looked at again inside its transaction."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from memory.distill.candidates import Fact
from memory.distill.home import Home
from memory.distill.reconciling import known, reconcile
from memory.distill.reconciling.reconcile import News, Step, resembling, rivals
from memory.distill.reconciling.stopping import sought
from memory.store import current, facts
from memory.store.partitions import EVERYWHERE
from memory.store.store import Store
from memory.text.stated import claimed

NOWHERE_ELSE = Home()
REPEATS, ENDS = ("confirm",), ("supersede", "correct")
POOL = 60
"""So many facts that share words with a candidate are compared with it."""


@dataclass(frozen=True, slots=True)
class Ground:
    """`offered` are the facts of the prompt, `close` those that rival a candidate, by its content.

    `alike` have nearly its words, and no rule decides about them. Facts after `last` came after the search, from this
    distillation or another window. `home` says where a candidate belongs. What moved `elsewhere` than to a place ends
    no home by itself.
    """

    offered: tuple[known.Fact, ...] = ()
    close: Mapping[str, Collection[int]] = field(default_factory=dict)
    last: int = 0
    alike: Mapping[str, Collection[int]] = field(default_factory=dict)
    home: Home = NOWHERE_ELSE
    elsewhere: Collection[str] = ()

    def ways(self, fact: Fact) -> Mapping[int, Collection[str]]:
        """What a candidate may do to known facts, by their partition.

        It is held against what belongs where it does. News of a project may besides repeat what holds everywhere, in
        words that say no more, but never change it; and what would hold everywhere may end a fact of its own project.
        """
        here, own = self.home.of(fact), self.home.own
        if own == EVERYWHERE:
            return {here: reconcile.ACTIONS}
        there, may = (EVERYWHERE, REPEATS) if here == own else (own, ENDS)
        return {here: reconcile.ACTIONS, there: may}

    def step(self, one: News, around: Sequence[known.Fact]) -> Step:
        """What to do with a candidate beside the facts `around`."""
        for partition, may in self.ways(one.fact).items():
            beside = [fact for fact in around if fact.partition == partition]
            step = self._careful(reconcile.step(one, beside, self.offered))
            if step.action != "create" and step.action in may:
                return step
        return reconcile.step(one, (), self.offered)

    def _careful(self, step: Step) -> Step:
        doubtful = step.action in ENDS and step.fact.content in self.elsewhere
        return replace(step, action="doubt", contradicts=True) if doubtful else step

    def around(self, content: str) -> list[known.Fact]:
        """The facts that matter to `content`, may be seen and hold at this moment, newest first. Runs in the store."""
        numbers = {*self.close.get(content, ()), *(fact.number for fact in self.offered)}
        numbers |= {twin for place in self.home.seen if (twin := facts.same(content, place)) is not None}
        before = current.of(number for number in numbers if number <= self.last)
        found = map(known.fact, (*current.since(self.last), *before))
        return [fact for fact in found if fact.partition in self.home.seen]


async def survey(
    store: Store, news: Sequence[News], home: Home = NOWHERE_ELSE, offered: Sequence[known.Fact] = ()
) -> Ground:
    """Looks for what each candidate may repeat or end; short reads one by one, so that a recall gets in between."""
    last = await store.read(current.last)
    close: dict[str, Collection[int]] = {}
    alike: dict[str, Collection[int]] = {}
    for one in news:
        pool = await store.read(partial(_pool, one.fact.content, home))
        close[one.fact.content], alike[one.fact.content] = await asyncio.to_thread(_held, one.fact.content, pool)
    return Ground(tuple(offered), close, last, alike, home)


def _held(content: str, pool: Sequence[known.Fact]) -> tuple[list[int], list[int]]:
    return rivals(content, pool), resembling(content, pool)


def _pool(content: str, home: Home) -> list[known.Fact]:
    rows = current.sharing_words(sought(content), POOL, home.seen)
    if mine := claimed(content):
        rows += current.of_slot(mine, EVERYWHERE)
    return [known.fact(row) for row in rows]
