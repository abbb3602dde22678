"""Where a conversation branches: the messages that stand beside each other, and which of them are followed.

What is off the active path is found by a search alone: it is recalled and learnt from again once it is followed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from memory import types
from memory.errors import NotFound
from memory.store import conversations, documents, ids, originals, paths, resting, signals
from memory.store.connection import raw
from memory.store.statements import one, run
from memory.types import Kind

_GIVEN_BACK = "(message.role = 'user' AND message.status = 'failed')"
_GONE_ON = f"EXISTS (SELECT 1 FROM message WHERE parent = {{}} AND NOT {_GIVEN_BACK})"
_LAST_BELOW = f"""
WITH RECURSIVE tree(id, parent, seq, shown, depth) AS (
    SELECT id, parent, seq, shown, 0 FROM message WHERE id = ? AND conversation_id = ? UNION ALL
    SELECT message.id, message.parent, message.seq, message.shown, depth + 1
    FROM message JOIN tree ON message.parent = tree.id WHERE NOT {_GIVEN_BACK}
)
SELECT id FROM tree WHERE NOT {_GONE_ON.format("tree.id")}
ORDER BY depth > 0 AND shown IS NULL AND EXISTS
    (SELECT 1 FROM message b WHERE b.parent = tree.parent AND b.role <> 'user' AND {_GONE_ON.format("b.id")}),
    coalesce(shown, seq) DESC
LIMIT 1
"""
"""What was followed last. Of older messages that is not known: where something was said below an answer there, those
beside it end nothing, for they were only made to compare."""
_SAYS_SOMETHING = "EXISTS (SELECT 1 FROM part WHERE message_id = message.id AND text <> '')"
_SIBLINGS = f"""
SELECT group_concat(id) FROM
    (SELECT id, parent, role FROM message
        WHERE conversation_id = ? AND NOT {_GIVEN_BACK} AND (role = 'user' OR {_SAYS_SOMETHING}) ORDER BY seq)
GROUP BY parent, role HAVING count(*) > 1
"""


def with_siblings(path: Sequence[types.Message]) -> list[types.Message]:
    """The messages of one conversation, each knowing which others stand in its place."""
    if not path:
        return []
    number = ids.number(path[0].conversation, "conversation")
    beside: dict[str, tuple[str, ...]] = {}
    for (group,) in raw().execute(_SIBLINGS, (number,)):
        shown = tuple(ids.show("message", int(one)) for one in group.split(","))
        beside.update(dict.fromkeys(shown, shown))
    return [replace(message, siblings=beside.get(message.id, ())) for message in path]


def switch(conversation: int, message: int) -> None:
    """Follows the branch that `message` belongs to, down to where it was followed last."""
    if (found := one(_LAST_BELOW, message, conversation)) is None:
        raise NotFound(f"There is no message {ids.show('message', message)} in this conversation")
    before, now, _ = conversations.end(conversation)
    run("UPDATE conversation SET head = ?, next_seq = next_seq + 1 WHERE id = ?", found[0], conversation)
    run("UPDATE message SET shown = ? WHERE id = ?", now, found[0])
    moved(before, found[0])


def moved(before: int | None, head: int | None) -> None:
    """The head went from `before` to `head`: what is recalled, learnt from and known follows."""
    one_path, other_path = paths.above(before), paths.above(head)
    left, entered = one_path - other_path, other_path - one_path
    for number in left:
        documents.become(number, Kind.TURN, Kind.DRAWER)
    for number in signals.answered(entered):
        documents.become(number, Kind.DRAWER, Kind.TURN)
    originals.settle(left | entered)
    resting.left(left)
    resting.followed(entered)
