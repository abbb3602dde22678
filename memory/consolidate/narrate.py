"""Which facts tell the narrative: the strongest of what is known of the user, as many as fit."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime

from memory.consolidate.snapshot import FactRow
from memory.settings import Category
from memory.store import narrative, salience
from memory.store.partitions import EVERYWHERE
from memory.text.tokens import Estimate
from memory.text.twins import twin_key

ABOUT_THE_USER = "profile"
"""The category of who the user is; what a model brings as a change of the identity belongs to it."""
TOKENS = 200
_COUNTER = Estimate()


def telling(
    facts: Sequence[FactRow], going: Collection[int], at: datetime, categories: Mapping[str, Category]
) -> tuple[FactRow, ...]:
    """The heaviest first, as many as fit, told in the order in which they were learnt.

    Nothing is told twice; what is always in context, about to be removed (`going`), or kept in one project is left out.
    """
    told = [one for one in facts if one.category == ABOUT_THE_USER and one.partition == EVERYWHERE]
    known = [one for one in told if one.live and not one.standing]
    chosen: dict[str, FactRow] = {}
    for one in sorted(known, key=lambda one: (-salience.now(one, at, categories), one.id)):
        key = twin_key(one.content)
        if one.id not in going and key not in chosen and _cost([*chosen.values(), one]) <= TOKENS:
            chosen[key] = one
    return tuple(sorted(chosen.values(), key=lambda one: one.id))


def _cost(facts: Sequence[FactRow]) -> int:
    return _COUNTER.count(narrative.told([one.content for one in facts]))
