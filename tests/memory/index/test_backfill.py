"""What could not be embedded is embedded later, without standing in a turn's way."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from memory.embed.embedder import Embedder, Loaded
from memory.index.backfill import Backfill
from memory.index.neighbours import Neighbours
from memory.store import documents
from memory.store.store import Store
from tests.memory.embed.fakes import DIMENSION, BagOfWords, bag_embedder

NOW = datetime(2026, 5, 1, tzinfo=UTC)


async def add(store: Store, *texts: str) -> None:
    def work() -> None:
        for number, text in enumerate(texts, start=1):
            documents.put("turn", number, text, conversation=None, created_at=NOW)

    await store.write(work)


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(10):
        while not condition():  # noqa: ASYNC110 - the background work has no event of its own
            await asyncio.sleep(0.005)


async def test_it_embeds_all_in_the_background_and_wakes_for_more(store: Store) -> None:
    model = bag_embedder()
    index = Neighbours(store, model, None)
    backfill = Backfill(store, model, index)
    await add(store, *(f"text {number}" for number in range(40)))
    backfill.start()
    await until(lambda: len(index) == 40)
    assert await backfill.waiting() == 0
    await store.write(lambda: documents.put("turn", 99, "one more", conversation=None, created_at=NOW))
    backfill.wake()
    await until(lambda: len(index) == 41)
    await backfill.stop()
    await index.close()
    model.close()


async def test_it_waits_while_a_turn_runs(store: Store) -> None:
    bag = BagOfWords()
    model = bag_embedder(bag)
    index = Neighbours(store, model, None)
    backfill = Backfill(store, model, index)
    await add(store, "red fox")
    await index.open()
    warmed = len(bag.texts)
    with backfill.paused():
        backfill.start()
        for _ in range(20):  # its own reads would have their turn between these
            await store.read(lambda: None)
        assert len(bag.texts) == warmed
    await until(lambda: len(index) == 1)
    await backfill.stop()
    await index.close()
    model.close()


async def test_a_failure_is_told_and_made_good_later(store: Store) -> None:
    broken = [True]
    clock = [0.0]

    def load() -> Loaded:
        if broken[0]:
            raise OSError("no model")
        return Loaded(BagOfWords(), "bag", DIMENSION)

    model = Embedder("bag", load, now=lambda: clock[0])
    index = Neighbours(store, model, None)
    backfill = Backfill(store, model, index, retry_seconds=0.01)
    await add(store, "red fox")
    backfill.start()
    await until(lambda: "no model" in backfill.trouble)
    broken[0] = False
    clock[0] = 100.0
    await until(lambda: len(index) == 1 and not backfill.trouble)
    await backfill.stop()
    await index.close()
    model.close()


async def test_one_bad_text_does_not_keep_the_others_waiting(store: Store) -> None:
    clock = [0.0]

    def refuse(batch: list[str]) -> None:
        clock[0] += 100.0
        if any("poison" in text for text in batch):
            raise ValueError("can't be read")

    model = Embedder("bag", lambda: Loaded(BagOfWords(refuse), "bag", DIMENSION), now=lambda: clock[0])
    index = Neighbours(store, model, None)
    backfill = Backfill(store, model, index, retry_seconds=0.01)
    await add(store, "red fox", "blue whale", "poison ivy", "grey wolf")
    await model.warm()
    backfill.start()
    async with asyncio.timeout(10):
        while len(index) < 3:
            clock[0] += 100.0
            await asyncio.sleep(0.005)
    assert await backfill.waiting() == 1
    await backfill.stop()
    await index.close()
    model.close()


async def test_many_small_additions_write_the_file_once(store: Store, tmp_path: Path) -> None:
    model = bag_embedder()
    index = Neighbours(store, model, tmp_path)
    backfill = Backfill(store, model, index)
    backfill.start()
    written = set()
    for number in range(1, 61):
        await store.write(lambda at=number: documents.put("turn", at, f"text {at}", conversation=None, created_at=NOW))  # type: ignore[misc]
        backfill.wake()
        await until(lambda wanted=number: len(index) == wanted)  # type: ignore[misc]
        written |= files_of(tmp_path)
    await backfill.stop()
    await index.close()
    model.close()
    written |= files_of(tmp_path)
    assert len(written) == 1


def files_of(folder: Path) -> set[tuple[int, int]]:
    """The index files seen now; one that is written anew is another file."""
    return {(file.stat().st_ino, file.stat().st_mtime_ns) for file in folder.glob("*.usearch")}
