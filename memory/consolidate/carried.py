"""Which facts several sessions of late come back to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

from memory.consolidate.snapshot import EpisodeRow, FactRow
from memory.text.content import content_words
from memory.text.normal import ends

SEVERAL = 3
_SHARE = (3, 4)
_LEAST_WORDS = 2
_STEM = 6
_MOST = 4_000
"""Characters looked at, half from each end of a longer text."""


def carried_by_several(
    facts: Sequence[FactRow], sessions: Collection[int], episodes: Sequence[EpisodeRow]
) -> frozenset[int]:
    """The facts that at least three of the sessions carry: said there, or told in the digest of one.

    A digest tells a fact when it has three quarters of the fact's content words.
    """
    holding: dict[str, list[int]] = {}
    for one in episodes:
        for stem in _stems(one.text):
            holding.setdefault(stem, []).append(-one.id if one.session is None else one.session)
    recent = frozenset(sessions)
    return frozenset(fact.id for fact in facts if len(_carriers(fact, holding, recent)) >= SEVERAL)


def _carriers(fact: FactRow, holding: dict[str, list[int]], recent: frozenset[int]) -> frozenset[int]:
    """The sessions; a digest that is of none stands for one, by its negative number."""
    said = fact.sessions & recent
    stems = _stems(fact.content)
    if len(stems) < _LEAST_WORDS:
        return said
    counts = Counter(number for stem in stems for number in holding.get(stem, ()))
    share, whole = _SHARE
    return said | {number for number, count in counts.items() if whole * count >= share * len(stems)}


def _stems(text: str) -> frozenset[str]:
    return frozenset(word[:_STEM] for word in content_words(ends(text, _MOST)))
