from __future__ import annotations

from datetime import UTC, datetime, timedelta
from functools import partial

import pytest

from memory.errors import NotFound
from memory.store import conversations, documents, episodes, graph
from memory.store.store import Store
from memory.types import Kind

AT = datetime(2026, 5, 18, 9, 40, tzinfo=UTC)


async def session(store: Store, at: datetime = AT) -> int:
    def work() -> int:
        place = conversations.create(mode=None, model="", at=at).id
        return int(conversations.session_at(place, at))

    return await store.write(work)


async def test_a_session_has_one_episode_that_grows(store: Store) -> None:
    number = await session(store)
    first = await store.write(lambda: episodes.upsert(number, "Talked about bees.", at=AT))
    again = await store.write(lambda: episodes.upsert(number, "Talked about bees and hives.", at=AT, topics=["apiary"]))
    assert first == again
    [record] = await store.read(episodes.listing)
    assert (record.text, record.kind) == ("Talked about bees and hives.", Kind.EPISODE)
    for word in ("hives", "apiary"):
        assert [hit.item for hit in await store.read(partial(documents.search_words, word))] == [first]
    with pytest.raises(NotFound):
        await store.read(lambda: episodes.get(99))


async def test_listing_by_time_and_entity(store: Store) -> None:
    old, new = await session(store), await session(store, AT + timedelta(days=9))
    await store.write(lambda: episodes.upsert(old, "Old.", at=AT))
    number = await store.write(lambda: episodes.upsert(new, "New.", at=AT))
    await store.write(lambda: graph.mention([graph.entity("Anna", at=AT)], Kind.EPISODE, number))
    cut = AT + timedelta(days=3)
    assert [one.text for one in await store.read(lambda: episodes.listing(since=cut))] == ["New."]
    assert [one.text for one in await store.read(lambda: episodes.listing(until=cut))] == ["Old."]
    assert [one.text for one in await store.read(lambda: episodes.listing(entity="ANNA"))] == ["New."]


async def test_the_episodes_of_a_deleted_conversation_go_with_it(store: Store) -> None:
    number = await session(store)
    kept = await session(store)
    episode = await store.write(lambda: episodes.upsert(number, "Talked about bees.", at=AT))
    other = await store.write(lambda: episodes.upsert(kept, "Talked about bees again.", at=AT))
    await store.write(lambda: graph.mention([graph.entity("Anna", at=AT)], Kind.EPISODE, episode))
    place = await store.read(lambda: episodes.get(episode).conversation)
    assert place is not None
    await store.write(lambda: conversations.delete(place, AT))
    await store.write(lambda: conversations.purge_deleted(AT + timedelta(days=8)))
    assert [hit.item for hit in await store.read(partial(documents.search_words, "bees"))] == [other]
    assert not await store.read(lambda: episodes.listing(entity="Anna"))
    with pytest.raises(NotFound):
        await store.read(lambda: episodes.get(episode))
