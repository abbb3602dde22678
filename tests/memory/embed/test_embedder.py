"""Embedding off the loop, with failures that are seen and pass."""

from __future__ import annotations

import asyncio
import gc
import threading
import weakref

import pytest

from memory.embed.embedder import BATCH_TEXTS, Embedder, Loaded, to_bytes
from memory.errors import EmbeddingUnavailable
from tests.memory.embed.fakes import DIMENSION, BagOfWords, bag_embedder, hold_until, words_vector


class Clock:
    time = 0.0

    def __call__(self) -> float:
        return self.time


async def test_texts_become_unit_vectors_in_their_order() -> None:
    import numpy as np

    model = bag_embedder()
    left, right = await model.embed(["red fox", "blue whale"])
    assert np.allclose([np.linalg.norm(left), np.linalg.norm(right)], 1, atol=1e-5)
    assert np.allclose(left * np.sqrt(2), words_vector("red fox"), atol=1e-5)
    assert len(to_bytes(left)) == 2 * DIMENSION
    model.close()


async def test_a_closed_embedder_gives_its_models_memory_back() -> None:
    held: list[weakref.ref[BagOfWords]] = []

    def load() -> Loaded:
        bag = BagOfWords()
        held.append(weakref.ref(bag))
        return Loaded(bag, "bag", DIMENSION)

    model = Embedder("bag", load)
    await model.warm()
    model.close()
    gc.collect()
    assert [bag() for bag in held] == [None]


async def test_nothing_is_loaded_before_the_first_text_and_never_on_the_loop() -> None:
    bag = BagOfWords()
    loads: list[str] = []

    def load() -> Loaded:
        loads.append(threading.current_thread().name)
        return Loaded(bag, "bag", DIMENSION)

    model = Embedder("bag", load)
    assert (model.state, model.fingerprint) == ("unloaded", "")
    await model.embed(["a"] * (BATCH_TEXTS + 1))
    assert (model.state, model.fingerprint) == ("ready", "bag")
    assert set(loads) | bag.threads == {"harken-embedder"}
    assert len(loads) == 1
    model.close()


async def test_none_says_why() -> None:
    model = Embedder("none", None, trouble="No embedding model is set")
    assert not model.available
    with pytest.raises(EmbeddingUnavailable, match="No embedding model is set"):
        await model.embed(["a"])


async def test_a_failure_is_seen_kept_for_a_minute_and_then_tried_again() -> None:
    clock = Clock()
    broken = [True]

    def load() -> Loaded:
        if broken[0]:
            raise OSError("disk on fire")
        return Loaded(BagOfWords(), "bag", DIMENSION)

    model = Embedder("bag", load, now=clock)
    with pytest.raises(EmbeddingUnavailable, match="disk on fire"):
        await model.embed(["a"])
    assert model.state == "failed"
    assert "disk on fire" in model.trouble
    broken[0] = False
    with pytest.raises(EmbeddingUnavailable, match="disk on fire"):
        await model.embed(["a"])
    clock.time += 61
    await model.embed(["a"])
    assert (model.state, model.trouble) == ("ready", "")
    model.close()


class Wrong:
    def __init__(self, value: float, size: int = DIMENSION) -> None:
        self._value, self._size = value, size

    def embed(self, documents: list[str]) -> list[object]:
        import numpy as np

        return [np.full(self._size, self._value, dtype=np.float32) for _ in documents]


@pytest.mark.parametrize(
    ("model", "problem"),
    [(Wrong(float("nan")), "no number"), (Wrong(0.0), "no number"), (Wrong(1.0, 7), "vector of 7")],
)
async def test_vectors_that_can_not_be_compared_are_refused(model: Wrong, problem: str) -> None:
    loaded = Loaded(model, "wrong", DIMENSION)  # type: ignore[arg-type]
    embedder = Embedder("wrong", lambda: loaded)
    with pytest.raises(EmbeddingUnavailable, match=problem):
        await embedder.embed(["a"])
    assert embedder.state == "failed"
    embedder.close()


async def test_a_hanging_model_neither_holds_the_loop_nor_the_end() -> None:
    go = threading.Event()
    model = bag_embedder(BagOfWords(hold_until(go)))
    task = asyncio.ensure_future(model.embed(["a"]))
    done, _ = await asyncio.wait([task], timeout=0.05)
    assert not done
    task.cancel()
    model._worker.close(wait=0.0)
    go.set()


async def test_long_and_empty_texts_are_embedded() -> None:
    model = bag_embedder()
    assert len(await model.embed(["", "word " * 200_000])) == 2
    model.close()


async def test_a_model_that_hangs_is_told_of_and_used_again_when_it_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("memory.embed.embedder.HANGS_SECONDS", 0.05)
    go, clock = threading.Event(), Clock()
    bag = BagOfWords(hold_until(go))
    model = Embedder("bag", lambda: Loaded(bag, "bag", DIMENSION), now=clock)
    with pytest.raises(EmbeddingUnavailable, match="bag has not answered"):
        await model.embed(["red fox"])
    assert model.state == "failed"
    with pytest.raises(EmbeddingUnavailable, match="bag has not answered"):
        await model.embed(["blue whale"])
    go.set()
    async with asyncio.timeout(10):
        while model.trouble:  # noqa: ASYNC110 - the answer that comes at last wakes nobody
            await asyncio.sleep(0.005)
    monkeypatch.setattr("memory.embed.embedder.HANGS_SECONDS", 60.0)
    assert len(await model.embed(["blue whale"])) == 1
    assert model.state == "ready"
    model.close()
