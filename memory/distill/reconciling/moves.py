"""Whether a bare move is one of the home: "I moved to Python" has the form of "I moved to Oslo", and vectors tell most.

Measured with the packaged embedder on 135 places and 144 tools, products and departments that are not named here: 113
of the latter lean to the other side, and 6 of the places, which costs a question and no memory. Where there are no
vectors, a name that stands alone is taken for a place.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence

from memory.distill.reconciling.reconcile import News
from memory.errors import EmbeddingUnavailable
from memory.ports import Nearby
from memory.text.stated import claim

log = logging.getLogger(__name__)
PLACES = ("Zürich", "Kraków", "Chile", "Leipzig", "Turin", "Kyoto", "Ohio", "Nantes")
OTHERS = ("Ruby", "Oracle", "OneDrive", "Java", "Ubuntu", "Windows", "Excel", "Facebook")


async def elsewhere(nearby: Nearby | None, news: Sequence[News]) -> frozenset[str]:
    """The contents that tell of a move to what is hardly a place."""
    names = {one.fact.content: claim(one.fact.content, one.fact.category).moved_to for one in news}
    moves = [content for content, name in names.items() if name]
    if nearby is None or not moves:
        return frozenset()
    try:
        leanings = await nearby.leanings(
            [_said(names[content]) for content in moves],
            [_said(name) for name in PLACES],
            [_said(name) for name in OTHERS],
        )
    except EmbeddingUnavailable as error:
        log.warning("moves are taken for those of the home: %s", error)
        return frozenset()
    return frozenset(content for content, leaning in zip(moves, leanings, strict=True) if leaning < 0)


def _said(name: str) -> str:
    return f"I moved to {name}."
