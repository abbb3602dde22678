from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from memory.errors import NotFound
from memory.store import graph, records
from memory.store.store import Store
from memory.types import Kind
from tests.plans import scans

AT = datetime(2026, 5, 18, 9, 40, tzinfo=UTC)


async def test_an_entity_is_one_in_any_spelling(store: Store) -> None:
    def work() -> set[int]:
        first = graph.entity("Zoë", at=AT, kind="person", aliases=["Zo"])
        return {first, graph.entity("ZOE", at=AT), graph.entity(" zoe ", at=AT), graph.entity("zo", at=AT)}

    assert len(await store.write(work)) == 1
    assert await store.read(lambda: graph.known(["zoe", "zo", "zora"])) == {"zoe", "zo"}


async def test_an_entity_is_found_by_a_name_it_got_later(store: Store) -> None:
    number = await store.write(lambda: graph.entity("Comet", at=AT))
    await store.write(lambda: graph.entity("comet", at=AT, kind="pet", aliases=["the Greyhound", "", "COMET"]))
    found = await store.read(lambda: graph.find("The greyhound"))
    assert found is not None
    assert (found.id, found.kind) == (number, "pet")


async def test_looking_up_names_reads_no_whole_table(store: Store) -> None:
    def work() -> None:
        graph.known(["zoe", "the greyhound"])
        graph.find("zoe")

    assert await store.read(lambda: scans(work)) == []


async def test_two_names_in_han_signs_stay_two(store: Store) -> None:
    numbers = await store.write(lambda: {graph.entity("東京", at=AT), graph.entity("京都", at=AT)})
    assert len(numbers) == 2


async def test_mentions_are_kept_once(store: Store) -> None:
    number = await store.write(lambda: graph.entity("Anna", at=AT))
    for _ in range(2):
        await store.write(lambda: graph.mention([number, number], Kind.FACT, 3))
    assert await store.read(lambda: graph.mentions(number)) == [("fact", 3)]


async def test_a_relation_holds_for_its_time(store: Store) -> None:
    def work() -> tuple[int, int]:
        anna, porto = graph.entity("Anna", at=AT), graph.entity("Porto", at=AT)
        first = graph.relate(anna, "lives in", porto, at=AT, message=4, valid_from=AT)
        again = graph.relate(anna, "Lives in", porto, at=AT, message=9)
        graph.end(first, AT + timedelta(days=30))
        return first, again

    first, again = await store.write(work)
    assert first == again
    later = AT + timedelta(days=31)
    then = await store.read(lambda: graph.relations(entity="anna", as_of=AT))
    assert [one.text for one in then] == ["Anna lives in Porto"]
    assert await store.read(lambda: graph.relations(entity="anna", as_of=later)) == []
    assert await store.read(lambda: graph.relations(entity="nobody")) == []


async def test_a_relation_is_shown_by_its_id_without_reading_the_others(store: Store) -> None:
    def work() -> int:
        anna, porto = graph.entity("Anna", at=AT), graph.entity("Porto", at=AT)
        return graph.relate(anna, "lives in", porto, at=AT, message=4)

    number = await store.write(work)
    assert (await store.read(lambda: records.show(f"r{number}"))).text == "Anna lives in Porto"
    assert await store.read(lambda: scans(lambda: records.show(f"r{number}"))) == []
    with pytest.raises(NotFound):
        await store.read(lambda: records.show(f"r{number + 1}"))
