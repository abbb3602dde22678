"""Two facts that may be one: the user chooses, and takes the choice back without a trace."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from memory.errors import BadInput, NotFound
from memory.store import doubts, facts, history
from memory.store.connection import raw
from memory.store.doubts import CONTRADICT, OPEN, SAME
from memory.store.store import Store
from memory.store.tables import Fact
from tests.scripted import SetClock


async def pair(store: Store, clock: SetClock, kind: str = SAME) -> tuple[int, int]:
    """The older and the newer fact, said a day apart, each in a turn of its own."""

    def made() -> tuple[int, int]:
        at = clock.now()
        older = facts.add("The user works as a nurse.", at=at, sources=[3], valid_from=at)
        later = at + timedelta(days=1)
        newer = facts.add("The user earns a living in nursing.", at=later, sources=[9], valid_from=later)
        doubts.note(newer, older, kind, OPEN, later)
        return older, newer

    return await store.write(made)


def dump() -> list[Any]:
    columns = "id, content, valid_from, valid_to, end_known_at, superseded_by, pinned, touched, source_count, uses"
    tables = {"fact": columns, "fact_source": "*", "document": "kind, item, text, conversation, created_at"}
    return [raw().execute(f"SELECT {names} FROM {table} ORDER BY 1, 2").fetchall() for table, names in tables.items()]


async def held(store: Store) -> list[str]:
    return [one.text for one in await store.read(facts.listing)]


async def test_a_pair_waits_until_one_of_it_ends(store: Store, clock: SetClock) -> None:
    older, newer = await pair(store, clock)
    assert [one.newer.id for one in await store.read(doubts.waiting)] == [f"f{newer}"]
    assert await store.read(doubts.count) == 1
    await store.write(lambda: history.end(older, clock.now(), clock.now()))
    assert await store.read(doubts.waiting) == []
    assert await store.read(doubts.count) == 0


async def test_both_are_kept_side_by_side(store: Store, clock: SetClock) -> None:
    older, newer = await pair(store, clock)
    await store.write(lambda: doubts.settle(newer, "both", clock.now()))
    assert await store.read(doubts.waiting) == []
    [beside] = await store.read(lambda: doubts.beside(older))
    assert (beside.newer.id, beside.waits) == (f"f{newer}", False)
    assert len(await held(store)) == 2


async def test_the_new_one_takes_over_evidence_and_beginning(store: Store, clock: SetClock) -> None:
    older, newer = await pair(store, clock)
    await store.write(lambda: doubts.settle(newer, "new", clock.now()))
    [kept] = await store.read(facts.listing)
    assert (kept.id, kept.evidence, kept.source_count) == (f"f{newer}", ("m3", "m9"), 2)
    assert kept.valid_from == clock.now()
    assert (await store.read(lambda: facts.get(older))).superseded_by == newer


async def test_late_news_does_not_reach_into_what_was_true_before(store: Store, clock: SetClock) -> None:
    def made() -> int:
        at = clock.now()
        cook = facts.add("The user works as a cook.", at=at, valid_from=at)
        nurse = facts.add("The user works as a nurse.", at=at, valid_from=at + timedelta(days=9))
        history.supersede(cook, nurse, at + timedelta(days=9), at)
        late = facts.add("The user earns a living in nursing.", at=at, valid_from=at + timedelta(days=5))
        doubts.note(late, nurse, SAME, OPEN, at)
        return late

    late = await store.write(made)
    await store.write(lambda: doubts.settle(late, "old", clock.now()))
    then = clock.now() + timedelta(days=6)
    assert [one.text for one in await store.read(lambda: facts.listing(as_of=then))] == ["The user works as a cook."]


async def test_a_contradiction_ends_where_the_new_one_begins(store: Store, clock: SetClock) -> None:
    older, newer = await pair(store, clock, CONTRADICT)
    await store.write(lambda: doubts.settle(newer, "new", clock.now() + timedelta(days=5)))
    ended = await store.read(lambda: facts.get(older))
    assert ended.valid_to == clock.now() + timedelta(days=1)
    assert ended.end_known_at == clock.now() + timedelta(days=5)
    assert await store.read(lambda: facts.sources(newer)) == [9]


async def test_the_old_one_stays_and_the_new_one_was_never_true(store: Store, clock: SetClock) -> None:
    older, newer = await pair(store, clock, CONTRADICT)
    await store.write(lambda: doubts.settle(newer, "old", clock.now()))
    assert await held(store) == ["The user works as a nurse."]
    later = clock.now() + timedelta(days=3)
    assert [one.id for one in await store.read(lambda: facts.listing(as_of=later))] == [f"f{older}"]


@pytest.mark.parametrize("kind", [SAME, CONTRADICT])
@pytest.mark.parametrize("choice", doubts.CHOSEN)
@pytest.mark.parametrize("pinned", [False, True])
async def test_every_choice_is_taken_back(store: Store, clock: SetClock, kind: str, choice: str, pinned: bool) -> None:
    older, newer = await pair(store, clock, kind)
    await store.write(lambda: Fact.update(pinned=pinned, uses=3).where(Fact.id == older).execute())
    before = await store.read(dump)
    await store.write(lambda: doubts.settle(newer, choice, clock.now()))
    if pinned and choice != "both":
        assert len(await store.read(facts.pinned)) == 1
    await store.write(lambda: doubts.reopen(newer))
    assert await store.read(dump) == before
    assert await store.read(doubts.count) == 1


async def test_what_came_since_is_not_undone_with_it(store: Store, clock: SetClock) -> None:
    _, newer = await pair(store, clock)
    await store.write(lambda: doubts.settle(newer, "new", clock.now()))
    await store.write(lambda: facts.confirm(newer, [20], clock.now()))
    await store.write(lambda: doubts.reopen(newer))
    assert len(await held(store)) == 2
    assert await store.read(lambda: facts.sources(newer)) == [9, 20]
    assert (await store.read(lambda: facts.get(newer))).source_count == 2


async def test_a_fact_that_changed_since_stays_as_it_is(store: Store, clock: SetClock) -> None:
    older, newer = await pair(store, clock)
    await store.write(lambda: doubts.settle(newer, "new", clock.now()))
    await store.write(lambda: Fact.update(salience=0.1).where(Fact.id == older).execute())
    with pytest.raises(BadInput, match="changed since"):
        await store.write(lambda: doubts.reopen(newer))


async def test_what_does_not_wait_is_said(store: Store, clock: SetClock) -> None:
    older, newer = await pair(store, clock)
    for work in (lambda: doubts.settle(older, "new", clock.now()), lambda: doubts.reopen(newer)):
        with pytest.raises(NotFound):
            await store.write(work)


async def test_a_forgotten_fact_takes_its_pairs_along(store: Store, clock: SetClock) -> None:
    older, newer = await pair(store, clock)
    await store.write(lambda: facts.remove([older]))
    assert await store.read(lambda: doubts.known([older, newer])) == frozenset()
