"""The messages that can be read in a conversation: from its head up to the first. Runs inside the store."""

from __future__ import annotations

from memory.store.connection import raw

_ABOVE = """
WITH RECURSIVE path(id) AS (
    SELECT ? UNION ALL
    SELECT message.parent FROM message JOIN path ON message.id = path.id WHERE message.parent IS NOT NULL
)
SELECT id FROM path WHERE id IS NOT NULL
"""


def above(head: int | None) -> frozenset[int]:
    """The message and all it stands under."""
    return frozenset(number for (number,) in raw().execute(_ABOVE, (head,)))


def followed(conversation: int) -> frozenset[int]:
    """The messages of the branch that is followed."""
    found = raw().execute("SELECT head FROM conversation WHERE id = ?", (conversation,)).fetchone()
    return frozenset() if found is None else above(found[0])
