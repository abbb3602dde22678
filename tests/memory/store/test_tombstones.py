"""A tombstone keeps a forgotten thing from coming back, and keeps none of its text."""

from __future__ import annotations

from collections.abc import Collection

import pytest

from memory.store import tombstones
from memory.store.store import Store
from memory.store.tables import Tombstone
from tests.plans import scans
from tests.scripted import SetClock


async def blocked(store: Store, content: str, messages: Collection[int]) -> bool:
    return await store.read(lambda: tombstones.blocks(content, messages))


@pytest.fixture
async def stone(store: Store, clock: SetClock) -> None:
    content = "The user is allergic to peanuts and carries an injector"
    await store.write(lambda: tombstones.write(content, [3, 5], clock.now()))


@pytest.mark.usefixtures("stone")
@pytest.mark.parametrize(
    ("content", "messages", "expected"),
    [
        ("User has a peanut allergy", [3], True),
        ("User carries an injector because of peanuts", [3, 5], True),
        ("Carries an injector", [5], True),
        ("User lives in Porto", [3], False),
        ("User has a peanut allergy", [3, 8], False),
        ("User has a peanut allergy", [8], False),
        ("User has a peanut allergy", [], False),
    ],
)
async def test_old_turns_alone_do_not_bring_it_back(
    store: Store, content: str, messages: list[int], expected: bool
) -> None:
    assert await blocked(store, content, messages) is expected


@pytest.mark.usefixtures("stone")
async def test_no_word_of_it_is_kept(store: Store) -> None:
    words = await store.read(lambda: Tombstone.get().words)
    assert words
    assert all(len(word) == 16 and int(word, 16) >= 0 for word in words)


@pytest.mark.usefixtures("stone")
async def test_those_of_other_turns_are_not_even_read(store: Store) -> None:
    def work() -> None:
        tombstones.blocks("User has a peanut allergy", [3, 5])
        tombstones.echoes("They live in Porto.", [1, 3, 9])

    assert await store.read(lambda: scans(work)) == []


async def test_two_profiles_hash_the_same_word_differently(clock: SetClock) -> None:
    kept = []
    for _ in range(2):
        store = Store(None)
        await store.open()
        await store.write(lambda: tombstones.write("peanuts", [1], clock.now()))
        kept.append(await store.read(lambda: Tombstone.get().words))
        await store.close()
    assert kept[0] != kept[1]


async def test_without_tombstones_nothing_is_blocked(store: Store) -> None:
    assert not await blocked(store, "User has a peanut allergy", [3])


async def test_chinese_is_blocked_in_other_words(store: Store, clock: SetClock) -> None:
    await store.write(lambda: tombstones.write("用户住在里斯本", [1], clock.now()))
    assert await blocked(store, "住在里斯本市", [1])
    assert not await blocked(store, "用户喜欢喝茶", [1])


@pytest.mark.usefixtures("stone")
async def test_a_digest_of_a_session_leaves_out_what_was_forgotten_of_it(store: Store) -> None:
    said = "They have a peanut allergy."
    answers = [await store.read(lambda turns=turns: tombstones.echoes(said, turns)) for turns in ([1, 3, 9], [1, 9])]  # type: ignore[misc]
    assert answers == [True, False]
    assert not await store.read(lambda: tombstones.echoes("They live in Porto.", [1, 3, 9]))
