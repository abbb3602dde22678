"""Messages: a tree by parent, one head a conversation, parts in order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from memory import types
from memory.errors import NotFound
from memory.store import branches, conversations, documents, ids, paths
from memory.store.connection import raw
from memory.store.fields import from_millis, to_millis
from memory.store.statements import Insert, one, run
from memory.store.tables import Conversation, Document, Message, Part
from memory.store.tombstones import GONE
from memory.text.graphemes import first
from memory.text.normal import clean
from memory.text.secrets import redact
from memory.text.tokens import Estimate
from memory.types import Kind, PartKind, PartSource, Role, Status, Usage

_COUNTER = Estimate()
_INSERT = Insert(Message)
_INSERT_PART = Insert(Part)
TITLE_WORDS = 8
_TITLE_FROM = 1000
MOST_TOKENS = 3
"""No character counts more: a message that was cut short later does not keep the count of what it was."""


@dataclass(frozen=True, slots=True)
class Content:
    """What a message says, made ready before the transaction: `visible` is its text, `found_by` that of the indexes."""

    parts: tuple[types.Part, ...]
    visible: str
    tokens: int
    found_by: documents.Searchable

    @property
    def said(self) -> str:
        """Its text without that of files."""
        return "".join(part.text for part in self.parts if part.kind is PartKind.TEXT and not part.name)


def compose(parts: Sequence[types.Part]) -> Content:
    """Makes parts ready to be stored. It takes a time in proportion to the text, so no lock should be held."""
    kept = tuple(replace(part, text=clean(part.text), name=clean(part.name), meta=dict(part.meta)) for part in parts)
    visible = "".join(part.text for part in kept if part.kind is PartKind.TEXT)
    return Content(kept, visible, _COUNTER.count(visible), documents.searchable(visible))


def add(
    conversation: int,
    role: Role,
    content: Content,
    *,
    parent: int | None,
    at: datetime,
    learn: bool,
    status: Status = Status.COMPLETE,
    model: str = "",
    usage: Usage | None = None,
    note: str = "",
    copied_from: int | None = None,
    aside: bool = False,
) -> types.Message:
    """Adds a message under `parent` and makes it the head. `learn` False keeps it out of recall, not out of search.

    One that is `aside` belongs to the session of its parent, and what stands stays the head.
    """
    at = from_millis(to_millis(at))
    head, seq, title = conversations.end(conversation)
    session = home(parent)[0] if aside and parent is not None else conversations.session_at(conversation, at)
    number = _INSERT(
        conversation=conversation,
        session=session,
        parent=parent,
        seq=seq,
        role=role,
        **_columns(content, status, model, usage, note),
        created_at=at,
        copied_from=copied_from,
        shown=0 if aside else None,
    )
    for position, part in enumerate(content.parts):
        _add_part(number, position, part)
    by_user = role is Role.USER
    title = title or (_first_words(content.said) if by_user else "")
    if aside:
        conversations.counted(conversation)
    else:
        conversations.grew(conversation, number, at, title, by_user=by_user)
        if parent != head:
            branches.moved(head, number)
    if content.visible.strip():
        kind = Kind.TURN if learn else Kind.DRAWER
        documents.add(kind, number, content.found_by, conversation=conversation, created_at=at)
    return types.Message(
        id=ids.show("message", number),
        conversation=ids.show("conversation", conversation),
        parent=None if parent is None else ids.show("message", parent),
        seq=seq,
        role=role,
        parts=content.parts,
        created_at=at,
        status=status,
        model=model,
        usage=usage,
        note=note,
        tokens=content.tokens,
    )


def _columns(content: Content, status: Status, model: str, usage: Usage | None, note: str) -> dict[str, Any]:
    """What changes of a message while it grows, as the table has it."""
    return {
        "status": status,
        "model": model,
        "note": note,
        "tokens": content.tokens,
        "prompt_tokens": usage.prompt_tokens if usage else None,
        "completion_tokens": usage.completion_tokens if usage else None,
        "cost": usage.cost if usage else None,
    }


def grow(
    number: int, content: Content, *, learn: bool, status: Status, model: str, usage: Usage | None, note: str
) -> None:
    """A reply that was cut off says more now: `content` is its whole text, and what was thought since."""
    row = Message.get_or_none(Message.id == number)
    if row is None:
        raise _missing(number)
    Message.update(
        **_columns(content, status, model, usage, note),
    ).where(Message.id == number).execute()
    Part.delete().where(Part.message == number, Part.kind != PartKind.REASONING).execute()
    (last,) = one("SELECT max(position) FROM part WHERE message_id = ?", number) or (None,)
    for position, part in enumerate(content.parts, start=0 if last is None else last + 1):
        _add_part(number, position, part)
    known = [kind for kind in (Kind.TURN, Kind.DRAWER) if documents.drop(kind, [number])]
    if content.visible.strip():
        kind = known[0] if known else Kind.TURN if learn else Kind.DRAWER
        documents.add(kind, number, content.found_by, conversation=row.conversation_id, created_at=row.created_at)


def _add_part(message: int, position: int, part: types.Part) -> None:
    _INSERT_PART(
        message=message,
        position=position,
        kind=part.kind,
        source=part.source,
        text=part.text,
        name=part.name,
        data=part.data,
        meta=part.meta,
    )


def _bounded(tokens: int, parts: Sequence[types.Part]) -> int:
    return min(tokens, MOST_TOKENS * sum(len(part.text) + 2 for part in parts))


def _first_words(text: str) -> str:
    """A title, without secrets; those that begin further on are not in it."""
    words = redact(text[:_TITLE_FROM])[0].split()
    title = first(" ".join(words[:TITLE_WORDS]), 60)
    return f"{title}…" if len(title) < len(" ".join(words)) else title


def get(number: int) -> types.Message:
    row = Message.get_or_none(Message.id == number)
    if row is None:
        raise _missing(number)
    return _records([row])[0]


def records(numbers: Sequence[int]) -> list[types.Message]:
    """Those of the messages that exist."""
    return _records(list(Message.select().where(Message.id.in_(list(numbers)))))


def texts() -> Iterator[tuple[int, str]]:
    """Every text of every message, with the number of its message."""
    yield from raw().execute("SELECT message_id, text FROM part WHERE text <> ''")


def home(number: int) -> tuple[int | None, int]:
    """The session and the conversation of a message."""
    found = one("SELECT session_id, conversation_id FROM message WHERE id = ?", number)
    if found is None:
        raise _missing(number)
    session, conversation = found
    return session, conversation


def _missing(number: int) -> NotFound:
    return NotFound(f"There is no message {ids.show('message', number)}")


def is_forgotten(number: int) -> bool:
    """Whether the text of the message is gone for good."""
    return one("SELECT 1 FROM part WHERE message_id = ? AND text = ?", number, GONE) is not None


def visible(number: int) -> str | None:
    """The text of a message, None where there is none."""
    found = one(_VISIBLE, number, number)
    return None if found is None else found[0]


_VISIBLE = """
SELECT coalesce((SELECT group_concat(text, '') FROM
    (SELECT text FROM part WHERE message_id = ? AND kind = 'text' ORDER BY position)), '')
FROM message WHERE id = ?
"""


def path(conversation: int) -> list[types.Message]:
    """The active path from the first message to the head."""
    return _records(list(Message.raw(_PATH, conversation)))


_PATH = """
WITH RECURSIVE path(id, depth) AS (
    SELECT head, 0 FROM conversation WHERE id = ? AND head IS NOT NULL
    UNION ALL
    SELECT message.parent, path.depth + 1 FROM message JOIN path ON message.id = path.id
    WHERE message.parent IS NOT NULL
)
SELECT message.* FROM message JOIN path ON message.id = path.id ORDER BY path.depth DESC
"""
_BATCH = 500


def _records(rows: Sequence[Message]) -> list[types.Message]:
    parts: dict[int, list[types.Part]] = {row.id: [] for row in rows}
    numbers = list(parts)
    for start in range(0, len(numbers), _BATCH):
        query = Part.select().where(Part.message.in_(numbers[start : start + _BATCH]))
        for part in query.order_by(Part.message, Part.position):
            parts[part.message_id].append(_part(part))
    return [_record(row, parts[row.id]) for row in rows]


def _part(row: Part) -> types.Part:
    return types.Part(
        text=row.text,
        kind=PartKind(row.kind),
        source=PartSource(row.source),
        name=row.name,
        data=row.data,
        meta=row.meta,
    )


def _record(row: Message, parts: Iterable[types.Part]) -> types.Message:
    usage = None
    if row.prompt_tokens is not None:
        usage = Usage(row.prompt_tokens, row.completion_tokens or 0, row.cost)
    made = tuple(parts)
    return types.Message(
        id=ids.show("message", row.id),
        conversation=ids.show("conversation", row.conversation_id),
        parent=None if row.parent is None else ids.show("message", row.parent),
        seq=row.seq,
        role=Role(row.role),
        parts=made,
        created_at=row.created_at,
        status=Status(row.status),
        model=row.model,
        usage=usage,
        note=row.note,
        tokens=_bounded(row.tokens, made),
    )


def give_back(number: int, note: str, head: int | None) -> bool:
    """Marks a user's message that was never answered as failed and takes it off the active path and out of recall.

    `head` is where the conversation stood before; where a reply has come above the message since, it stands there.
    What another window said below the message stands there too. One that another window had answered stays: False.
    """
    if answered_after(number, number):
        return False
    row = Message.get_by_id(number)
    head = row.parent if head in paths.above(row.parent) else _not_failed(head)
    shown = number in paths.followed(row.conversation_id)
    Message.update(status=Status.FAILED, note=note).where(Message.id == number).execute()
    Message.update(parent=head).where(Message.parent == number).execute()
    Conversation.update(head=head).where(Conversation.id == row.conversation_id, Conversation.head == number).execute()
    if shown and head != row.parent:
        branches.moved(number, head)
    Document.delete().where(Document.kind.in_((Kind.TURN, Kind.DRAWER)), Document.item == number).execute()
    return True


def take_again(number: int, *, learn: bool) -> bool:
    """A message that was given back gets its reply after all, from another window: it counts as any other again.

    Returns whether it stands where the conversation does.
    """
    row = Message.get_by_id(number)
    Message.update(status=Status.COMPLETE, note="").where(Message.id == number).execute()
    kind = Kind.TURN if learn else Kind.DRAWER
    documents.put(kind, number, visible(number) or "", conversation=row.conversation_id, created_at=row.created_at)
    head, _, _ = conversations.end(row.conversation_id)
    return bool(head == row.parent)


def was_given_back(number: int) -> bool:
    return one("SELECT 1 FROM message WHERE id = ? AND role = 'user' AND status = 'failed'", number) is not None


def _not_failed(head: int | None) -> int | None:
    """The message, or the first above it that has not failed since."""
    while head is not None and (row := Message.get_by_id(head)).status == Status.FAILED and row.role == Role.USER:
        head = row.parent
    return head


def last_asked(conversation: int) -> int | None:
    """The user's last message on the active path."""
    found = one(_LAST_ASKED, conversation)
    return None if found is None else int(found[0])


_LAST_ASKED = """
WITH RECURSIVE path(id, role, parent, depth) AS (
    SELECT m.id, m.role, m.parent, 0 FROM message m JOIN conversation c ON c.head = m.id WHERE c.id = ?
    UNION ALL
    SELECT m.id, m.role, m.parent, depth + 1 FROM message m JOIN path ON m.id = path.parent WHERE path.role <> 'user'
)
SELECT id FROM path WHERE role = 'user' ORDER BY depth LIMIT 1
"""


def put_between(user: int, reply: int, conversation: int) -> None:
    """What the user said below their message without a reply stands below this reply to it."""
    run("UPDATE message SET parent = ? WHERE parent = ? AND role = 'user'", reply, user)
    if reply not in paths.followed(conversation):
        documents.become(reply, Kind.TURN, Kind.DRAWER)


def newest_number() -> int:
    """The highest message number so far; replies written later are above it."""
    (newest,) = one("SELECT max(id) FROM message") or (0,)
    return newest or 0


def answered_after(user: int, number: int) -> bool:
    """Whether the user's message got a reply with a number above `number`."""
    return Message.select().where(Message.parent == user, Message.id > number, Message.role != Role.USER).exists()
