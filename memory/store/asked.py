"""What the user said before in any conversation, for writing it again."""

from __future__ import annotations

from memory.store import ids
from memory.store.connection import raw
from memory.store.fields import from_millis
from memory.store.tombstones import GONE
from memory.types import Asked

BEGINNING = 2_000
"""Characters of a message that are looked through."""

_NEWEST = """
SELECT message.id, message.created_at, conversation.title, (
    SELECT group_concat(substr(text, 1, :beginning), '') FROM
    (SELECT text FROM part WHERE message_id = message.id AND kind = 'text' AND name = '' ORDER BY position)
) AS beginning
FROM message JOIN conversation ON conversation.id = message.conversation_id
WHERE message.role = 'user' AND message.status <> 'failed' AND conversation.deleted_at IS NULL
AND NOT EXISTS (SELECT 1 FROM part WHERE message_id = message.id AND text = :gone)
ORDER BY message.created_at DESC, message.id DESC LIMIT :most
"""


def newest(most: int) -> list[Asked]:
    """The newest first, those of branches that are not shown among them; what is forgotten, and files, are left out."""
    rows = raw().execute(_NEWEST, {"beginning": BEGINNING, "gone": GONE, "most": most})
    return [
        Asked(ids.show("message", number), from_millis(at), (text or "")[:BEGINNING], title)
        for number, at, title, text in rows
    ]
