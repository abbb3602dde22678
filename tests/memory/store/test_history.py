"""What was true when, and what harken knew when, against a plain list of what was told."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import partial

from hypothesis import given, settings
from hypothesis import strategies as st

from memory.store import facts, history
from memory.store.store import Store
from memory.store.tables import Document

AT = datetime(2026, 5, 18, 9, 40, tzinfo=UTC)
LEARNT = AT + timedelta(days=100)
DAYS = st.integers(min_value=0, max_value=30)
NEWS = st.tuples(st.sampled_from(["change", "change", "correction", "end"]), DAYS)


@dataclass
class Told:
    """The brute-force model: what begins on which day, what was over on which, and what held after each news."""

    begins: dict[int, str] = field(default_factory=dict)
    over: dict[int, int] = field(default_factory=dict)
    numbers: dict[int, int] = field(default_factory=dict)
    held: list[str | None] = field(default_factory=list)

    def on(self, day: int) -> str | None:
        begun = [start for start in self.begins if start <= day]
        if not begun or self.over.get(max(begun), day + 1) <= day:
            return None
        return self.begins[max(begun)]

    @property
    def now(self) -> str | None:
        last = max(self.begins, default=None)
        return None if last is None or last in self.over else self.begins[last]


@given(news=st.lists(NEWS, min_size=1, max_size=14), asked=DAYS, through=st.data())
@settings(max_examples=80)
def test_changes_corrections_and_ends_in_any_order(
    news: list[tuple[str, int]], asked: int, through: st.DataObject
) -> None:
    async def run() -> None:
        store = Store(None)
        await store.open()
        told = Told()
        for order, (kind, day) in enumerate(news):
            await tell(store, told, through, order, kind, day)
            told.held.append(told.now)
        expected = [told.on(asked)] if told.on(asked) else []
        assert await texts(store, as_of=AT + timedelta(days=asked)) == expected
        for order, held in enumerate(told.held):
            assert await texts(store, known=LEARNT + timedelta(days=order)) == ([held] if held else [])
        await store.close()

    asyncio.run(run())


async def texts(store: Store, **when: datetime) -> list[str]:
    return [one.text for one in await store.read(partial(facts.listing, **when))]  # type: ignore[arg-type]


async def tell(store: Store, told: Told, through: st.DataObject, order: int, kind: str, day: int) -> None:
    """One piece of news to both, about any fact of the chain."""
    at, learnt, text = AT + timedelta(days=day), LEARNT + timedelta(days=order), f"Home {order}"
    if kind == "end":
        last = max(told.begins, default=day)
        if told.now is not None and day > last:
            await store.write(partial(history.end, told.numbers[last], at, learnt))
            told.over[last] = day
        return
    if kind == "correction" and told.begins:
        wrong = through.draw(st.sampled_from(sorted(told.begins)))
        new = await store.write(partial(facts.add, text, at=learnt, valid_from=at))
        await store.write(partial(history.correct, told.numbers[wrong], new, learnt))
        told.begins[wrong], told.numbers[wrong] = text, new
        return
    new = await store.write(partial(facts.add, text, at=learnt, valid_from=at))
    if told.begins:
        old = told.numbers[through.draw(st.sampled_from(sorted(told.begins)))]
        await store.write(partial(history.supersede, old, new, at, learnt))
    for start in [one for one, ends in told.over.items() if one <= day < ends]:
        del told.over[start]  # It ended earlier than that: with what came after it.
    told.over.pop(day, None)
    told.begins[day], told.numbers[day] = text, new


async def test_what_corrects_a_fact_that_never_held_is_not_found_either(store: Store) -> None:
    def told() -> list[int]:
        first, second, third = (facts.add(f"Home {one}", at=LEARNT, valid_from=AT) for one in range(3))
        history.correct(first, second, LEARNT)
        history.correct(first, third, LEARNT)
        return [row.item for row in Document.select()]

    assert await store.write(told) == [2]
