"""However much other projects hold, what may be seen is found, and no more is read for it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass

import pytest

from memory import names
from memory.index.backfill import Backfill
from memory.index.neighbours import Neighbours
from memory.recall.dense import Dense
from memory.recall.lexical import POOL, find
from memory.store import conversations, current, documents, facts, messages, moving, partitions
from memory.store.hits import Scope, of_items
from memory.store.store import Store
from memory.types import PROFILE_WIDE, Kind, Part, PartitionKind, Role
from tests.memory.embed.fakes import bag_embedder
from tests.plans import watched
from tests.scripted import SetClock

CROWD = 240
KINDS = (str(Kind.FACT), str(Kind.TURN))


@dataclass
class Crowd:
    """A project with much that is nearer to the question than the one turn and the one fact of another."""

    store: Store
    dense: Dense
    own: int
    turn: int
    fact: int

    @property
    def scope(self) -> Scope:
        return Scope(KINDS, partitions=(partitions.EVERYWHERE, self.own))


@pytest.fixture
async def crowd(store: Store, clock: SetClock) -> AsyncIterator[Crowd]:
    at = clock.now()

    def said(project: int, *texts: str) -> int:
        home = int(conversations.create(mode=None, model="", at=at, project=project).id)
        for text in texts:
            made = messages.add(home, Role.USER, messages.compose([Part(text)]), parent=None, at=at, learn=True)
        return int(made.id[1:])

    def work() -> tuple[int, int, int]:
        theirs, own = (partitions.number(names.partition(PartitionKind.PROJECT, name)) for name in ("Theirs", "Own"))
        turn = said(own, "the heron nests beside an old mill in april")
        fact = facts.add("The heron nests beside an old mill in April", at=at, partition=own)
        said(theirs, *(f"where does the heron nest {number}" for number in range(CROWD)))
        for number in range(CROWD):
            facts.add(f"where does the heron nest {number}", at=at, partition=theirs)
        return own, turn, fact

    found = await store.write(work)
    model = bag_embedder()
    index = Neighbours(store, model, None)
    await Backfill(store, model, index).drain()
    yield Crowd(store, Dense(store, model, index), *found)
    await index.close()
    model.close()


async def test_words_find_it(crowd: Crowd) -> None:
    found = await find(crowd.store, ["where does the heron nest"], crowd.scope)
    assert {kind: [hit.item for hit in hits] for kind, hits in found.hits.items()} == {
        "fact": [crowd.fact],
        "turn": [crowd.turn],
    }
    assert await crowd.store.read(lambda: current.sharing_words("heron nest", POOL, (crowd.own,)))


async def test_vectors_find_it(crowd: Crowd) -> None:
    found = await crowd.dense.find("where does the heron nest", crowd.scope)
    assert {kind: [hit.item for hit in hits] for kind, hits in found.hits.items()} == {
        "fact": [crowd.fact],
        "turn": [crowd.turn],
    }


async def test_what_only_words_found_is_compared_too(crowd: Crowd) -> None:
    near = await crowd.dense.find("heron 3", Scope(KINDS))
    (turn,) = await crowd.store.read(lambda: of_items(Kind.TURN, [crowd.turn]))
    assert turn.document not in near.cosines
    compared = await crowd.dense.compare(near, [turn.document])
    (own,) = (await crowd.dense.find("heron 3", crowd.scope)).hits["turn"]
    assert compared.cosines == pytest.approx({**near.cosines, turn.document: own.score}, abs=0.002)


async def test_the_newest_facts_are_found(crowd: Crowd) -> None:
    newest = await crowd.store.read(lambda: current.newest(10, (partitions.EVERYWHERE, crowd.own)))
    assert [row.id for row in newest] == [crowd.fact]


async def test_what_is_moved_is_compared_from_the_next_question_on(crowd: Crowd) -> None:
    everywhere = Scope(KINDS, partitions=(partitions.EVERYWHERE,))
    assert not (await crowd.dense.find("heron", everywhere)).hits["fact"]

    await crowd.store.write(lambda: moving.fact(crowd.fact, PROFILE_WIDE))
    assert [hit.item for hit in (await crowd.dense.find("heron", everywhere)).hits["fact"]] == [crowd.fact]
    assert await crowd.store.read(lambda: documents.search_words("mill", kinds=("fact",), partitions=(0,)))


async def test_no_table_is_read_whole_for_it(crowd: Crowd) -> None:
    read = watched(crowd.store)
    await find(crowd.store, ["where does the heron nest"], crowd.scope)
    await crowd.dense.find("where does the heron nest", crowd.scope)
    await crowd.store.read(lambda: current.newest(10, crowd.scope.partitions))
    assert read == []
