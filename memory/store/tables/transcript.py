"""What was said: conversation > message (a tree by `parent`, `seq` never used again) > part.

Session groups messages until six hours of quiet; partition is a project or persona that conversations and facts belong
to."""

from __future__ import annotations

from peewee import BlobField, BooleanField, FloatField, ForeignKeyField, IntegerField

from memory.store.fields import UtcField
from memory.store.tables.base import CharField, JsonField, Row, TextField


class Partition(Row):
    """A project or persona. Rows that point to one say 0 where they belong to the whole profile."""

    kind = CharField()
    name = TextField()
    folded = TextField()

    class Meta:
        indexes = ((("kind", "folded"), True),)


class Conversation(Row):
    """`vendors` are those it went to, in the order in which they began: name and number of the first message each.

    `system` and `parameters` are its own, in the place of the profile's.
    """

    title = TextField(default="")
    title_by = CharField(default="auto")
    mode = CharField(null=True)
    model = TextField(default="")
    pinned = BooleanField(default=False)
    head = IntegerField(null=True)
    next_seq = IntegerField(default=1)
    vendors = JsonField(default=list)
    persona = IntegerField(default=0)
    project = IntegerField(default=0)
    system = TextField(default="")
    parameters = JsonField(default=dict)
    created_at = UtcField()
    updated_at = UtcField(index=True)
    deleted_at = UtcField(null=True)


class Session(Row):
    """A conversation until six hours of quiet. `distilled_to` is the cursor: the last message a model has read."""

    conversation = ForeignKeyField(Conversation, backref="sessions", on_delete="CASCADE")
    conversation_id: int
    started_at = UtcField()
    last_at = UtcField()
    distilled_to = IntegerField(default=0)


class Message(Row):
    """`copied_from` is the message of another conversation that says the same and stands for both (see `originals`).

    `shown` orders what ends a branch by when it was last followed: 0 never, NULL as `seq` does.
    """

    conversation = ForeignKeyField(Conversation, backref="messages", on_delete="CASCADE")
    conversation_id: int
    session = ForeignKeyField(Session, null=True, on_delete="SET NULL")
    session_id: int | None
    parent = IntegerField(null=True, index=True)
    seq = IntegerField()
    role = CharField()
    status = CharField(default="complete")
    model = TextField(default="")
    note = TextField(default="")
    tokens = IntegerField(default=0)
    prompt_tokens = IntegerField(null=True)
    completion_tokens = IntegerField(null=True)
    cost = FloatField(null=True)
    created_at = UtcField(index=True)
    copied_from = IntegerField(null=True, index=True)
    shown = IntegerField(null=True)

    class Meta:
        indexes = ((("conversation", "seq"), True),)


class Part(Row):
    message = ForeignKeyField(Message, backref="parts", on_delete="CASCADE")
    message_id: int
    position = IntegerField()
    kind = CharField()
    source = CharField()
    text = TextField(default="")
    name = TextField(default="")
    data = BlobField(null=True)
    meta = JsonField(default=dict)

    class Meta:
        indexes = ((("message", "position"), True),)
