"""Vectors by content and embedder."""

from __future__ import annotations

from datetime import UTC, datetime

from memory.store import documents, vectors
from memory.store.store import Store

NOW = datetime(2026, 5, 1, tzinfo=UTC)


def fill(*texts: str) -> None:
    for number, text in enumerate(texts, start=1):
        documents.put("turn", number, text, conversation=None, created_at=NOW)


async def test_each_text_waits_once_and_is_embedded_once(store: Store) -> None:
    await store.write(lambda: fill("yes", "no", "yes"))
    waiting = await store.read(lambda: vectors.missing("model-a", 10))
    assert sorted(text for _, text in waiting) == ["no", "yes"]
    await store.write(lambda: vectors.save("model-a", {digest: b"\0\0" for digest, _ in waiting}))
    assert await store.read(lambda: vectors.waiting("model-a")) == 0
    assert len(await store.read(lambda: vectors.load_all("model-a"))) == 2


async def test_another_embedder_starts_anew_and_sees_none_of_the_old(store: Store) -> None:
    await store.write(lambda: fill("yes"))
    (waiting,) = await store.read(lambda: vectors.missing("model-a", 10))
    await store.write(lambda: vectors.save("model-a", {waiting[0]: b"\0\0"}))
    assert await store.read(lambda: vectors.waiting("model-b")) == 1
    assert await store.read(lambda: vectors.load_all("model-b")) == []


async def test_a_text_known_from_before_is_not_embedded_again(store: Store) -> None:
    await store.write(lambda: fill("yes"))
    (waiting,) = await store.read(lambda: vectors.missing("model-a", 10))
    await store.write(lambda: vectors.save("model-a", {waiting[0]: b"\0\0"}))
    await store.write(lambda: documents.put("turn", 9, "yes", conversation=None, created_at=NOW))
    assert await store.write(lambda: vectors.adopt("model-a")) == 1
    assert await store.read(lambda: vectors.waiting("model-a")) == 0


async def test_ids_grow_even_after_the_newest_is_dropped(store: Store) -> None:
    await store.write(lambda: fill("one", "two"))
    for digest, _ in await store.read(lambda: vectors.missing("a", 10)):
        await store.write(lambda digest=digest: vectors.save("a", {digest: b"\0\0"}))  # type: ignore[misc]
    highest = int(max(await store.read(lambda: vectors.ids("a"))))
    await store.write(lambda: (documents.drop("turn", [1, 2]), vectors.drop_unused()))
    assert not len(await store.read(lambda: vectors.ids("a")))
    await store.write(lambda: fill("three"))
    (waiting,) = await store.read(lambda: vectors.missing("a", 10))
    await store.write(lambda: vectors.save("a", {waiting[0]: b"\0\0"}))
    assert await store.read(lambda: [key for key, _ in vectors.load_since("a", highest)]) == [highest + 1]
