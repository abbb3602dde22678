"""What is in the context without a block. Runs inside the store."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from memory.recall.fuse import Candidate
from memory.recall.planner import Context
from memory.settings import Category
from memory.store import current, facts, hits, narrative, salience
from memory.types import Kind

OVERVIEW = 50


def context_of(held: frozenset[int], numbers: Sequence[int]) -> Context:
    """The held turns, which of the facts are pinned, and the turns behind each."""
    sources = {fact: frozenset(turns) for fact, turns in facts.evidence(numbers).items() if turns}
    return Context(held, facts.always_among(numbers), sources)


def weightiest(at: datetime, categories: Mapping[str, Category]) -> list[Candidate]:
    """What can be told about the user at large: the narrative, each sentence as the fact it rests on, then the others.

    The others are those of the newest facts that matter most today, by salience.
    """
    weights = {row.id: salience.now(row, at, categories) for row in current.newest(OVERVIEW)}
    told = narrative.sources()
    weights |= dict.fromkeys(told, max(weights.values(), default=1.0))
    found = hits.of_items(Kind.FACT, [*told, *(number for number in weights if number not in told)])
    return sorted((Candidate(hit, weights[hit.item]) for hit in found), key=lambda one: -one.score)
