"""Above a size the neighbours come from a graph, which is built while the old way serves."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest

from memory.embed.embedder import Embedder, to_bytes
from memory.index import files, native
from memory.index.neighbours import Neighbours
from memory.store import documents, vectors
from memory.store.store import Store
from tests.memory.embed.fakes import bag_embedder

NOW = datetime(2026, 5, 1, tzinfo=UTC)
FEW, MANY = 60, 240


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native, "EXACT_MAX", 100)
    monkeypatch.setattr("memory.index.neighbours.PIECE", 50)


@pytest.fixture
async def model() -> AsyncIterator[Embedder]:
    made = bag_embedder()
    await made.warm()
    yield made
    made.close()


async def known(store: Store, model: Embedder, numbers: Sequence[int]) -> None:
    """Turns of these numbers, with the vectors of their texts."""
    texts = [text(number) for number in numbers]
    made = await model.embed(texts)

    def work() -> None:
        for number, one in zip(numbers, texts, strict=True):
            documents.put("turn", number, one, conversation=None, created_at=NOW)
        hashes = [documents.searchable(one).hash for one in texts]
        values = dict(zip(hashes, map(to_bytes, made), strict=True))
        vectors.save(model.fingerprint, values)

    await store.write(work)


def text(number: int) -> str:
    return f"turn {number} about {number % 7} and {number % 11}, {number * number}"


async def found(index: Neighbours, model: Embedder, number: int) -> float:
    """The cosine of what lies nearest to the turn's own text."""
    (vector,) = await model.embed([text(number)])
    return (await index.search(vector, 10))[0][1]


async def test_all_are_compared_until_the_graph_is_whole(store: Store, model: Embedder, tmp_path: Path) -> None:
    await known(store, model, range(1, MANY))
    index = Neighbours(store, model, tmp_path)
    await index.open()
    assert index.state == "exact"
    assert await found(index, model, 17) > 0.999
    await index.settled()
    assert index.state == "hnsw"
    assert [round(await found(index, model, number), 2) for number in (17, 101, MANY - 1)] == [1.0] * 3
    await index.close()


async def test_a_small_memory_has_no_graph(store: Store, model: Embedder) -> None:
    await known(store, model, range(1, FEW))
    index = Neighbours(store, model, None)
    await index.open()
    await index.settled()
    assert index.state == "exact"
    await index.close()


async def test_what_comes_while_the_graph_grows_is_in_it(store: Store, model: Embedder) -> None:
    await known(store, model, range(1, MANY))
    index = Neighbours(store, model, None)
    await index.open()
    await known(store, model, range(MANY, MANY + FEW))
    await index.catch_up()
    await index.settled()
    await index.catch_up()  # the first may have come when the graph was just put in: it does not wait for that
    assert (index.state, len(index)) == ("hnsw", MANY + FEW - 1)
    await known(store, model, [MANY + FEW])
    await index.catch_up()
    assert await found(index, model, MANY + FEW) > 0.999
    await index.close()


async def test_the_next_start_finds_the_graph(store: Store, model: Embedder, tmp_path: Path) -> None:
    await known(store, model, range(1, MANY))
    index = Neighbours(store, model, tmp_path)
    await index.open()
    await index.settled()
    await index.close()
    again = Neighbours(store, model, tmp_path)
    await again.open()
    assert (again.state, len(again), again.mended) == ("hnsw", MANY - 1, "")
    await known(store, model, [MANY])
    await again.catch_up()
    assert await found(again, model, MANY) > 0.999
    await again.close()


async def test_what_is_forgotten_while_the_graph_grows_is_in_no_file(
    store: Store, model: Embedder, tmp_path: Path
) -> None:
    await known(store, model, range(1, MANY))
    index = Neighbours(store, model, tmp_path)
    await index.open()
    (secret,) = await model.embed([text(17)])
    await store.write(lambda: (documents.drop("turn", [17]), vectors.drop_unused()))
    assert await index.prune() == 1
    await index.settled()
    assert (index.state, len(index)) == ("hnsw", MANY - 2)
    await index.close()
    stamp = files.verified(tmp_path, model.fingerprint)
    assert stamp is not None and stamp.graph
    assert to_bytes(secret) not in files.path(tmp_path, model.fingerprint).read_bytes()


async def test_closing_does_not_wait_for_the_graph(store: Store, model: Embedder, tmp_path: Path) -> None:
    await known(store, model, range(1, MANY))
    index = Neighbours(store, model, tmp_path)
    await index.open()
    await index.close()
    await asyncio.sleep(0)
    again = Neighbours(store, model, tmp_path)
    await again.open()
    assert (again.state, len(again), again.mended) == ("exact", MANY - 1, "")
    await again.settled()
    assert again.state == "hnsw"
    await again.close()
