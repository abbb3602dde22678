"""What is in the context without a block. Runs inside the store."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from memory.recall.fuse import Candidate
from memory.recall.planner import Context
from memory.settings import Category
from memory.store import current, facts, hits, salience
from memory.types import Kind

OVERVIEW = 50


def context_of(held: frozenset[int], numbers: Sequence[int]) -> Context:
    """The held turns, which of the facts are pinned, and the turns behind each."""
    sources = {fact: frozenset(turns) for fact, turns in facts.evidence(numbers).items() if turns}
    return Context(held, facts.pinned_among(numbers), sources)


def weightiest(at: datetime, categories: Mapping[str, Category]) -> list[Candidate]:
    """Of the newest facts those that matter most today, by salience: what can be told about the user at large."""
    weights = {row.id: salience.now(row, at, categories) for row in current.newest(OVERVIEW)}
    newest = hits.of_items(Kind.FACT, weights)
    return sorted((Candidate(hit, weights[hit.item]) for hit in newest), key=lambda one: -one.score)
