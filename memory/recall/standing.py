"""What is in the context without a block. Runs inside the store."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from memory.recall.fuse import Candidate
from memory.recall.planner import Context
from memory.store import hits
from memory.store.tables import Fact, FactSource
from memory.types import Kind

OVERVIEW = 50


def context_of(held: frozenset[int], facts: Sequence[int]) -> Context:
    """The held turns, which of `facts` are pinned, and the turns behind each."""
    pinned = frozenset(row.id for row in Fact.select(Fact.id).where(Fact.id << list(facts), Fact.pinned))
    sources: dict[int, set[int]] = defaultdict(set)
    for row in FactSource.select().where(FactSource.fact << list(facts)):
        sources[row.fact_id].add(row.message)
    return Context(held, pinned, {fact: frozenset(turns) for fact, turns in sources.items()})


def weightiest() -> list[Candidate]:
    """Of the newest facts those that matter most, by salience: what can be told about the user at large."""
    newest = hits.newest(hits.Scope((Kind.FACT,)), OVERVIEW)
    rows = Fact.select(Fact.id, Fact.salience).where(Fact.id << [hit.item for hit in newest])
    salience = {row.id: row.salience for row in rows}
    return sorted((Candidate(hit, salience[hit.item]) for hit in newest), key=lambda one: -one.score)
