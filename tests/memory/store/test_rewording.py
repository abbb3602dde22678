"""The full-text index is made anew while others go on reading, writing and forgetting."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from typing import Any

import pytest

from memory.store import documents, rewording, scrub
from memory.store.connection import raw
from memory.store.store import Store
from tests.encrypted import on_both

pytestmark = on_both


NOW = datetime(2026, 5, 1, tzinfo=UTC)
TEXTS = ("I keep bees", "My cat is called Mango", "猫の名前はタマです", "We flew to Lisbon", "Tea or coffee?")


@pytest.fixture(autouse=True)
def small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rewording, "PIECE", 2)


@pytest.fixture
async def other(store: Store) -> AsyncIterator[Store]:
    """Another window on the same file."""
    opened = Store(store.path)
    await opened.open()
    yield opened
    await opened.close()


async def put(store: Store, *texts: str, first: int = 1) -> None:
    def work() -> None:
        for number, text in enumerate(texts, start=first):
            documents.put("turn", number, text, conversation=None, created_at=NOW)

    await store.write(work)


async def found(store: Store, words: str) -> list[int]:
    return await store.read(lambda: [hit.item for hit in documents.search_words(words)])


async def sound(store: Store) -> None:
    check = "INSERT INTO document_words(document_words, rank) VALUES ('integrity-check', 1)"
    await store.write(lambda: raw().execute(check))


def schema() -> list[Any]:
    """Renaming quotes some names another way."""
    return (
        raw()
        .execute("SELECT type, name, tbl_name, replace(sql, char(39), char(34)) FROM sqlite_master ORDER BY 1, 2")
        .fetchall()
    )


async def finish(store: Store) -> None:
    while await store.write(rewording.step) < 1.0:
        pass


async def test_what_was_lost_is_found_again_and_the_schema_is_the_same(store: Store, other: Store) -> None:
    await put(store, *TEXTS)
    before = await store.read(schema)
    await store.write(lambda: raw().execute("DELETE FROM document_words_data WHERE id > 10"))
    await store.write(rewording.begin)
    await finish(store)
    assert await store.read(schema) == before
    for window in (store, other):
        assert await found(window, "bees") == [1]
        assert await found(window, "タマ") == [3]
    await sound(other)


async def test_others_read_and_write_meanwhile_and_nothing_of_it_is_lost(store: Store, other: Store) -> None:
    await put(store, *TEXTS)
    await store.write(rewording.begin)
    assert 0 < await store.write(rewording.step) < 1
    assert await found(other, "Lisbon") == [4]
    await put(other, "I keep wasps now")
    await other.write(lambda: documents.drop("turn", [2, 5]))
    await put(other, "We flew to Porto", first=4)
    await put(other, "One more", first=6)
    assert await found(other, "wasps") == [1]
    await finish(store)
    for window in (store, other):
        for words, items in (
            ("bees", []),
            ("wasps", [1]),
            ("Mango", []),
            ("Lisbon", []),
            ("Porto", [4]),
            ("more", [6]),
        ):
            assert await found(window, words) == items
        await sound(window)
    await put(other, "Later still", first=7)
    assert await found(store, "later") == [7]


async def test_a_forget_takes_the_unfinished_one_along(store: Store, other: Store) -> None:
    await put(store, *TEXTS)
    before = await store.read(schema)
    await store.write(rewording.begin)
    await store.write(rewording.step)
    await other.write(lambda: documents.drop("turn", [1]))
    assert await other.outside_transaction(scrub.scrub)
    assert await store.read(schema) == before
    with pytest.raises(rewording.Abandoned):
        await store.write(rewording.step)
    assert await found(store, "bees") == []
    await sound(store)


async def test_one_that_was_broken_off_serves_nobody_and_is_begun_again(store: Store, other: Store) -> None:
    await put(store, *TEXTS)
    before = await store.read(schema)
    await store.write(rewording.begin)
    await store.write(rewording.step)
    await put(other, "Mango is a dog", first=2)
    assert await found(other, "dog") == [2]
    await other.write(rewording.begin)
    await finish(other)
    assert await store.read(schema) == before
    assert await found(store, "dog") == [2]
    await sound(store)
