"""What is in the context without a block. Runs inside the store."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from memory.recall.fuse import Candidate
from memory.recall.planner import Context
from memory.settings import Category
from memory.store import current, facts, hits, narrative, originals, partitions, salience
from memory.types import Kind

OVERVIEW = 50


def context_of(held: frozenset[int], found: Sequence[Candidate]) -> Context:
    """The held turns, which of the facts found are pinned, the turns behind each, and where all belongs."""
    numbers = [one.hit.item for one in found if one.hit.kind == Kind.FACT]
    sources = {fact: frozenset(turns) for fact, turns in facts.evidence(numbers).items() if turns}
    homes = partitions.named(one.hit.partition for one in found)
    held |= frozenset(originals.behind(held).values())
    return Context(held, facts.always_among(numbers), sources, {number: str(home) for number, home in homes.items()})


def weightiest(at: datetime, categories: Mapping[str, Category], within: Sequence[int]) -> list[Candidate]:
    """What can be told about the user at large: the narrative, each sentence as the fact it rests on, then the others.

    The others are those of the newest facts that matter most today, by salience.
    """
    weights = {row.id: salience.now(row, at, categories) for row in current.newest(OVERVIEW, within)}
    told = narrative.sources()
    weights |= dict.fromkeys(told, max(weights.values(), default=1.0))
    found = hits.of_items(Kind.FACT, [*told, *(number for number in weights if number not in told)])
    seen = [hit for hit in found if not within or hit.partition in within]
    return sorted((Candidate(hit, weights[hit.item]) for hit in seen), key=lambda one: -one.score)
