"""What was found a moment ago serves again, until something is written or the moment is over."""

from __future__ import annotations

import threading
from collections.abc import AsyncIterator, Awaitable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from memory.embed.embedder import Embedder
from memory.index.backfill import Backfill
from memory.index.neighbours import Neighbours
from memory.recall.recall import Recaller, RecallRequest
from memory.recall.recent import KEPT_SECONDS, NOTE, Recent
from memory.settings import Settings
from memory.store import activity, facts, version
from memory.store.store import Store
from memory.text.tokens import Estimate
from memory.types import Injection
from tests.memory.embed.fakes import BagOfWords, bag_embedder, hold_until
from tests.scripted import SetClock

CAT = "What is my cat called?"


@dataclass
class Window:
    """One window's recall over a store, with a monotonic time that the test moves."""

    store: Store
    embedder: Embedder
    index: Neighbours
    clock: SetClock
    model: BagOfWords
    time: float = 0.0
    recaller: Recaller = field(init=False)

    def __post_init__(self) -> None:
        self.recaller = Recaller(self.store, self.embedder, self.index, Settings, Estimate(), self.clock)
        self.recaller.recent = Recent(self.store, self.recaller._whole, lambda: self.time)

    async def fact(self, text: str) -> None:
        at = self.clock.now()
        await self.store.write(lambda: facts.add(text, at=at))

    async def ask(self, text: str = CAT, **more: object) -> Injection:
        return await self.recaller.recall(RecallRequest(text, **{"deadline_ms": 20_000, **more}))  # type: ignore[arg-type]

    async def again(self, text: str = CAT, **more: object) -> bool:
        """Whether the question is answered without embedding it."""
        before = len(self.model.texts)
        injection = await self.ask(text, **more)
        kept = {leg.note for leg in injection.legs} == {NOTE}
        assert kept == (len(self.model.texts) == before)
        return kept


@pytest.fixture
async def window(store: Store, clock: SetClock) -> AsyncIterator[Window]:
    model = BagOfWords()
    embedder = bag_embedder(model)
    index = Neighbours(store, embedder, None)
    made = Window(store, embedder, index, clock, model)
    await made.fact("My cat is called Mango")
    await Backfill(store, embedder, index).drain()
    yield made
    await index.close()
    embedder.close()


def told(injection: Injection) -> list[str]:
    return [item.text for item in injection.items]


async def test_the_same_question_is_answered_the_same_without_the_legs(window: Window) -> None:
    first = await window.ask()
    assert await window.again()
    second = await window.ask()
    assert told(first) == told(second) == ["My cat is called Mango"]
    assert first.block == second.block


async def test_a_moment_is_ten_seconds(window: Window) -> None:
    await window.ask()
    window.time = KEPT_SECONDS
    assert await window.again()
    window.time = KEPT_SECONDS + 0.1
    assert not await window.again()


async def test_another_question_conversation_turn_or_project_is_looked_up(window: Window) -> None:
    def here(text: str = CAT, **other: object) -> Awaitable[bool]:
        place = {"conversation": 1, "held": frozenset({1}), "recent": ("I have a cat.",), "partitions": (1,)}
        return window.again(text, **{**place, **other})

    await here()
    assert await here()
    assert not await here("What was my cat called?")
    assert not await here(conversation=2)
    assert not await here(held=frozenset({1, 2}), recent=("I have a cat.", "And a dog."))
    assert not await here(partitions=(1, 2))


async def test_what_is_written_is_found_at_once(window: Window) -> None:
    await window.ask()
    await window.fact("My cat is called Mango and has a brother called Fig")
    assert "My cat is called Mango and has a brother called Fig" in told(await window.ask())


async def test_what_another_window_writes_is_found_at_once(window: Window, tmp_path: Path, clock: SetClock) -> None:
    other = Store(tmp_path / "memory.sqlite")
    await other.open()
    await window.ask()
    at = clock.now()
    await other.write(lambda: facts.add("My cat is called Mango, short for Mangosteen", at=at))
    assert not await window.again()
    await other.close()


async def test_a_write_that_recall_never_looks_at_changes_nothing(window: Window, clock: SetClock) -> None:
    await window.ask()
    at = clock.now()
    await window.store.write(lambda: activity.book_call("gate", "m", None, at=at), recalled=False)
    assert await window.again()


async def test_a_write_that_is_taken_back_or_changes_nothing_does_not_count(window: Window) -> None:
    def fails() -> None:
        facts.add("My cat is called Pip", at=window.clock.now())
        raise ValueError

    before = await window.store.read(version.current)
    with pytest.raises(ValueError):
        await window.store.write(fails)
    await window.store.write(lambda: None)
    assert await window.store.read(version.current) == before


async def test_the_question_itself_may_be_stored_between_but_nothing_else(window: Window) -> None:
    await window.ask()
    over = await window.store.read(version.current)
    await window.fact("What is my cat called?")
    assert await window.again(over=over)
    await window.ask()
    over = await window.store.read(version.current)
    await window.fact("My dog is called Plum")
    await window.fact("What is my cat called?")
    assert not await window.again(over=over)


async def test_what_a_leg_did_not_finish_is_looked_up_again(store: Store, clock: SetClock) -> None:
    go = threading.Event()
    embedder = bag_embedder(BagOfWords(hold_until(go)))
    recaller = Recaller(store, embedder, Neighbours(store, embedder, None), Settings, Estimate(), clock)
    await recaller.recall(RecallRequest(CAT, deadline_ms=20))
    go.set()
    injection = await recaller.recall(RecallRequest(CAT, deadline_ms=20_000))
    assert all(leg.finished and leg.note != NOTE for leg in injection.legs)
    embedder.close()


async def test_a_forget_leaves_nothing_of_it_in_mind(window: Window) -> None:
    await window.ask()
    assert window.recaller.recent.scan(["mango"]) == 1
    assert window.recaller.recent.plan([], ["mango"]) == []
    window.recaller.recent.erase([], ["mango"])
    assert window.recaller.recent.scan(["mango"]) == 0
    assert not await window.again()


async def test_after_a_turn_the_next_question_finds_all_caught_up(window: Window) -> None:
    """The vectors of another window are in the index before anybody asks."""
    await window.ask()
    other = Neighbours(window.store, window.embedder, None)
    await window.fact("My dog is called Plum")
    await Backfill(window.store, window.embedder, other).drain()
    assert len(window.index) == 1
    embedded = len(window.model.texts)

    async def everywhere() -> tuple[int, ...]:
        return ()

    window.recaller.queue_prefetch(everywhere)
    await window.recaller.prefetch.done()
    assert len(window.index) == 2
    assert len(window.model.texts) == embedded, "no question is made up"
    await other.close()
