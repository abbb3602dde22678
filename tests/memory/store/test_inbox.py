"""The inbox: what the user did not say waits, is not found, and becomes a fact by their word alone."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from memory.errors import BadInput, NotFound
from memory.store import documents, facts, inbox
from memory.store.store import Store
from memory.types import Origin

AT = datetime(2026, 5, 18, 9, 40, tzinfo=UTC)


async def propose(store: Store, text: str = "The user keeps bees.", *, instruction: bool = False) -> int | None:
    return await store.write(
        lambda: inbox.propose(
            text,
            at=AT,
            origin=Origin.PASTED,
            quote=text,
            sources=[4],
            state=inbox.QUARANTINED if instruction else inbox.INBOX,
        )
    )


async def waiting(store: Store) -> list[str]:
    return [record.text for record in await store.read(inbox.waiting)]


@pytest.mark.parametrize("instruction", [False, True])
async def test_what_waits_is_neither_found_nor_listed_as_a_fact(store: Store, instruction: bool) -> None:
    await propose(store, instruction=instruction)
    assert await waiting(store) == ["The user keeps bees."]
    assert await store.read(lambda: documents.search_words("bees")) == []
    assert await store.read(facts.listing) == []


async def test_accepted_it_is_the_users_word_and_found(store: Store) -> None:
    number = await propose(store)
    assert number is not None
    assert await store.write(lambda: inbox.accept(number, AT)) == number
    record = await store.read(lambda: facts.record(facts.get(number)))
    assert (record.state, record.origin, record.quote, record.evidence) == (
        "live",
        "confirmed",
        "The user keeps bees.",
        ("m4",),
    )
    assert [hit.item for hit in await store.read(lambda: documents.search_words("bees"))] == [number]
    assert await waiting(store) == []


async def test_a_home_that_is_accepted_ends_the_one_before(store: Store) -> None:
    await store.write(lambda: facts.remember("I live in Bonn", at=AT))
    number = await propose(store, "I live in Jena")
    later = AT + timedelta(days=3)
    assert number is not None
    await store.write(lambda: inbox.accept(number, later))
    homes = {one.text: one for one in await store.read(lambda: facts.listing(past=True))}
    assert (homes["I live in Bonn"].valid_to, homes["I live in Jena"].valid_to) == (later, None)


async def test_it_can_be_kept_in_the_users_words(store: Store) -> None:
    number = await propose(store)
    assert number is not None
    with pytest.raises(BadInput):
        await store.write(lambda: inbox.accept(number, AT, " \0"))
    await store.write(lambda: inbox.accept(number, AT, "I kept bees until 2020."))
    assert [one.text for one in await store.read(facts.listing)] == ["I kept bees until 2020."]


async def test_what_is_known_is_confirmed_and_not_doubled(store: Store) -> None:
    number = await propose(store)
    assert number is not None
    known = await store.write(lambda: facts.remember("The user keeps bees", at=AT))
    assert await store.write(lambda: inbox.accept(number, AT)) == known
    assert len(await store.read(facts.listing)) == 1
    assert await store.read(lambda: facts.sources(known)) == [4]


async def test_rejected_it_is_not_proposed_again_and_can_still_be_accepted(store: Store) -> None:
    number = await propose(store)
    assert number is not None
    await store.write(lambda: inbox.reject(number, AT))
    assert await waiting(store) == []
    assert await propose(store, "the user keeps bees") is None
    await store.write(lambda: inbox.accept(number, AT))
    assert [one.text for one in await store.read(facts.listing)] == ["The user keeps bees."]


async def test_what_is_known_or_waits_already_is_not_proposed(store: Store) -> None:
    await store.write(lambda: facts.remember("I like tea", at=AT))
    assert await propose(store, "I like tea.") is None
    assert await propose(store) is not None
    assert await propose(store) is None


@pytest.mark.parametrize("decide", [inbox.accept, inbox.reject])
async def test_only_what_waits_can_be_decided(store: Store, decide: object) -> None:
    number = await store.write(lambda: facts.remember("I like tea", at=AT))
    for one in (number, 99):
        with pytest.raises(NotFound):
            await store.write(lambda one=one: decide(one, AT))  # type: ignore[operator, misc]
    assert [record.text for record in await store.read(facts.listing)] == ["I like tea"]
