"""Whatever is asked of whatever is stored: a sensible answer and a visible note, never an exception."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory.embed.embedder import Embedder, Loaded
from memory.index.backfill import Backfill
from memory.index.neighbours import Neighbours
from memory.recall.recall import Recaller, RecallRequest
from memory.recall.recent import NOTE
from memory.recall.search import Search
from memory.settings import Settings
from memory.store import facts
from memory.store.store import Store
from memory.text.normal import clean
from memory.text.tokens import Estimate
from memory.types import Filter, Injection, Leg
from tests.memory.embed.fakes import DIMENSION, BagOfWords, bag_embedder, hold_until, words_vector
from tests.scripted import SetClock

if TYPE_CHECKING:
    from numpy import float32
    from numpy.typing import NDArray

PATIENT = 20_000
CAT = "My cat is called Mango"
OPERATORS = (
    'NEAR("cat" "mango", 3)',
    "cat AND (mango OR",
    "NOT cat",
    "cat* ^mango",
    "text:cat -grams:x",
    "{text grams}: cat",
    '"""',
    '"unclosed',
    "'; DROP TABLE document; --",
    "\ue000fact OR \ue000turn",
    "cat\0mango",
    "\0",
    "\ud800 cat \udfff",
    "?!…—()[]{}*^:;,.",
    "🙂🙃 👩‍👩‍👧‍👦",
    "‮cat‬ \u200b\u200d\ufeff",
    "猫はマンゴー cat кошка قطة बिल्ली 고양이",
    "%_\\%",
    "C++ C# .NET",
    "",
    " \t\n",
    "cat " * 25_000,
    "x" * 100_000,
    "猫" * 33_000,
    "?" * 100_000,
    '"a" ' * 25_000,
)


@dataclass
class World:
    store: Store
    index: Neighbours
    backfill: Backfill
    recaller: Recaller
    finder: Search
    clock: SetClock

    async def ask(self, text: str, deadline_ms: int = PATIENT) -> Injection:
        return await self.recaller.recall(RecallRequest(text, deadline_ms=deadline_ms, recent=(text,)))

    async def keep(self, *texts: str) -> None:
        at = self.clock.now()
        await self.store.write(lambda: [facts.add(clean(text), at=at) for text in texts])


@asynccontextmanager
async def opened(store: Store, model: Embedder) -> AsyncIterator[World]:
    clock, index = SetClock(), Neighbours(store, model, None)
    recaller = Recaller(store, model, index, Settings, Estimate(), clock)
    try:
        yield World(store, index, Backfill(store, model, index), recaller, Search(store, model, index), clock)
    finally:
        await index.close()
        model.close()


@asynccontextmanager
async def a_memory(*texts: str, model: Embedder | None = None) -> AsyncIterator[World]:
    """One that lives in memory alone."""
    store = Store(None)
    await store.open()
    try:
        async with opened(store, model or bag_embedder()) as world:
            await world.keep(*texts)
            if model is None:
                await world.backfill.drain()
            yield world
    finally:
        await store.close()


def legs(injection: Injection) -> dict[str, Leg]:
    return {leg.name: leg for leg in injection.legs}


def all_well(injection: Injection) -> None:
    """Both legs brought what they have, now or for the same question a moment ago."""
    assert {leg.name: leg.finished for leg in injection.legs} == {"words": True, "vectors": True}
    assert {leg.note for leg in injection.legs} <= {"", NOTE}
    assert injection.gate.rule
    assert injection.tokens <= 800


@pytest.mark.parametrize("text", OPERATORS, ids=range(len(OPERATORS)))
async def test_any_question_is_answered_by_both_legs(text: str) -> None:
    async with a_memory(CAT, "Drives a blue Fiat", "猫の名前はマンゴー") as world:
        all_well(await world.ask(text))
        await world.finder.find(text, Filter())
        assert (await world.ask("What is my cat called?")).items[0].id == "f1"


async def test_any_question_is_answered_by_the_packaged_model(minilm: Embedder, store: Store) -> None:
    index = Neighbours(store, minilm, None)
    recaller = Recaller(store, minilm, index, Settings, Estimate(), SetClock())
    await store.write(lambda: facts.add(CAT, at=SetClock().now()))
    for text in OPERATORS:
        all_well(await recaller.recall(RecallRequest(text, deadline_ms=PATIENT)))
        await Search(store, minilm, index).find(text, Filter())
    await index.close()


PIECES = st.sampled_from([*OPERATORS[:19], "AND", "OR", "NOT", "NEAR", '"', "'", "(", ")", "*", "cat", "my", "called"])
QUESTIONS = st.lists(st.one_of(PIECES, st.text(max_size=8)), max_size=8).map(" ".join)


@settings(max_examples=12)
@given(st.lists(QUESTIONS, max_size=8), st.lists(QUESTIONS, max_size=4))
def test_any_question_to_any_memory_is_answered_by_both_legs(questions: list[str], texts: list[str]) -> None:
    async def work() -> None:
        async with a_memory(*(text for text in texts if clean(text).strip())) as world:
            for question in questions:
                all_well(await world.ask(question))
                await world.finder.find(question, Filter())

    asyncio.run(work())


MEMORIES = ((), ("Mango",), (CAT,) * 40, ("…",), ("🙂",), ("x" * 100_000,), ("\0",))


@pytest.mark.parametrize("texts", MEMORIES, ids=range(len(MEMORIES)))
async def test_a_memory_of_nothing_of_one_word_or_of_one_thing_forty_times(texts: tuple[str, ...]) -> None:
    async with a_memory(*texts) as world:
        for question in ("What is my cat called?", "Mango", "What do you know about me?", "🙂", "…"):
            injection = await world.ask(question)
            all_well(injection)
            assert len(injection.items) <= 1
            found = await world.finder.find(question, Filter())
            assert all(0 <= score <= 1 for score in found.values())


Broken = Callable[[str], "NDArray[float32]"]


class Bad:
    """Goes wrong for the texts that it is asked about and not for those that any model must do first."""

    def __init__(self, broken: Broken, count: int = 1) -> None:
        self._broken = broken
        self._count = count

    def embed(self, documents: list[str]) -> Iterator[NDArray[float32]]:
        for document in documents * self._count:
            yield self._broken(document) if "cat" in document else words_vector(document)


def nothing(text: str) -> NDArray[float32]:
    return 0 * words_vector(text)


def not_a_number(text: str) -> NDArray[float32]:
    import numpy as np

    return np.full_like(words_vector(text), np.nan)


def infinite(text: str) -> NDArray[float32]:
    import numpy as np

    return np.full_like(words_vector(text), np.inf)


def longer(text: str) -> NDArray[float32]:
    return words_vector(text, DIMENSION + 1)


@pytest.mark.parametrize(
    ("bad", "says"),
    [
        (Bad(nothing), "no number"),
        (Bad(not_a_number), "no number"),
        (Bad(infinite), "no number"),
        (Bad(longer), f"a vector of {DIMENSION + 1}, not {DIMENSION}"),
        (Bad(words_vector, 2), "vectors for"),
    ],
)
async def test_vectors_that_can_not_be_are_told_and_words_answer(bad: Bad, says: str) -> None:
    model = Embedder("bad", lambda: Loaded(bad, "bad", DIMENSION))
    async with a_memory(CAT, model=model) as world:
        injection = await world.ask("What is my cat called?")
        assert [item.id for item in injection.items] == ["f1"]
        assert legs(injection)["words"].finished
        assert not legs(injection)["vectors"].finished
        assert says in legs(injection)["vectors"].note
        assert list(await world.finder.find("cat", Filter())) == [("fact", 1)]


async def test_a_model_that_hangs_holds_up_neither_a_turn_nor_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("memory.recall.search.PATIENCE_SECONDS", 0.2)
    go = threading.Event()
    async with a_memory(CAT, model=bag_embedder(BagOfWords(hold_until(go)))) as world:
        for _ in range(3):
            injection = await world.ask("What is my cat called?", deadline_ms=200)
            assert [item.id for item in injection.items] == ["f1"]
            assert legs(injection)["vectors"].note == "it took longer than 0.2 s"
        assert list(await world.finder.find("cat", Filter())) == [("fact", 1)]
        go.set()
        all_well(await world.ask("What is my cat called?"))


@pytest.mark.parametrize(
    "moment",
    [
        datetime(1, 1, 2, tzinfo=UTC),
        datetime(1970, 1, 1, tzinfo=UTC),
        datetime(2026, 5, 17, tzinfo=UTC),
        datetime(2200, 1, 1, tzinfo=UTC),
        datetime(9999, 12, 30, tzinfo=UTC),
    ],
)
async def test_a_clock_that_jumps_costs_no_memory(moment: datetime) -> None:
    async with a_memory(CAT, "Drives a blue Fiat") as world:
        world.clock.time = moment
        await world.keep("My dog is called Biscuit")
        await world.backfill.drain()
        for question, wanted in (("What is my cat called?", "f1"), ("What is my dog called?", "f3")):
            injection = await world.ask(question)
            all_well(injection)
            assert injection.items[0].id == wanted
        all_well(await world.ask("What do you know about me?"))
        world.clock.time = SetClock().now() + timedelta(days=1)
        assert (await world.ask("What is my dog called?")).items[0].id == "f3"
