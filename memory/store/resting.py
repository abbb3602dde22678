"""What was learnt of turns: it counts while one of them is followed. Runs inside the store.

What the user said of a fact (kept, edited, pinned, remembered) keeps it, whatever becomes of the turns.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from contextlib import suppress

from memory.errors import Changed
from memory.store import episodes, facts, paths, signals, verdicts
from memory.store.connection import raw
from memory.store.inbox import WAITING
from memory.store.tables import Episode

_THESE = "(SELECT value FROM json_each(?))"
_COUNTING = f"""
SELECT DISTINCT f.id FROM fact_source s JOIN fact f ON f.id = s.fact_id
WHERE s.message IN {_THESE} AND f.state IN ('live', {", ".join(map(repr, WAITING))}) ORDER BY f.id DESC
"""
_ABANDONED = f"""
SELECT DISTINCT f.id FROM fact_source s JOIN fact f ON f.id = s.fact_id
WHERE s.message IN {_THESE} AND f.state = '{verdicts.ABANDONED}' ORDER BY f.id
"""
_SOURCES = (
    "SELECT m.id, m.conversation_id FROM fact_source s LEFT JOIN message m ON m.id = s.message WHERE s.fact_id = ?"
)


def left(messages: Iterable[int]) -> None:
    """These turns are followed no longer: what rests on them alone counts no more, and nothing is learnt of them."""
    numbers = list(messages)
    signals.left(numbers)
    on_path: dict[int, frozenset[int]] = {}
    for (fact,) in raw().execute(_COUNTING, (json.dumps(numbers),)).fetchall():
        if not facts.own(facts.get(fact)) and not _said_elsewhere(fact, on_path):
            with suppress(Changed):  # something newer has ended it: then it tells of the past
                verdicts.abandon(fact)
    for row in Episode.select().where(Episode.head.in_(numbers)):
        episodes.follow(row, followed=False)


def followed(messages: Iterable[int]) -> None:
    """These turns are followed again."""
    numbers = list(messages)
    signals.followed(numbers)
    for (fact,) in raw().execute(_ABANDONED, (json.dumps(numbers),)).fetchall():
        with suppress(Changed):  # it was said again since, or something else in its place
            verdicts.take_up(fact)
    for row in Episode.select().where(Episode.head.in_(numbers), Episode.abandoned == 1):
        episodes.follow(row, followed=True)


def _said_elsewhere(fact: int, on_path: dict[int, frozenset[int]]) -> bool:
    """Whether a turn says it that is followed, or that was purged with its conversation."""
    for message, conversation in raw().execute(_SOURCES, (fact,)).fetchall():
        if message is None:
            return True
        if conversation not in on_path:
            on_path[conversation] = paths.followed(conversation)
        if message in on_path[conversation]:
            return True
    return False
