"""What is remembered: fact with its sources and doubts, episode, identity, narrative, entity, relation."""

from __future__ import annotations

from peewee import BooleanField, CompositeKey, FloatField, ForeignKeyField, IntegerField

from memory.store.fields import UtcField
from memory.store.tables.base import CharField, JsonField, Row, Table, TextField
from memory.store.tables.transcript import Session


class Fact(Row):
    """`valid_from` to `valid_to` is half-open; `superseded_by` names the fact that ended it.

    `created_at` is when harken learnt of it, `end_known_at` when it learnt of the end; only one fact with the same
    `slot` holds at a time.

    `state` is live, inbox, quarantined, rejected or abandoned (see `resting`); `method` remembered, edited, distilled,
    extracted or imported; `touched` says that the user edited, pinned or judged it; facts with the same `twin` say the
    same in the same words; `promoted` that several of the newest episodes carry it. Only the user changes `partition`;
    `session` stays as a number when it is gone. Each change of the row raises `version`, by a trigger.
    """

    content = TextField()
    twin = CharField(index=True)
    slot = CharField(default="")
    category = CharField(default="")
    origin = CharField()
    state = CharField(default="live", index=True)
    method = CharField(default="distilled")
    salience = FloatField(default=0.6)
    keywords = JsonField(default=list)
    quote = TextField(default="")
    pinned = BooleanField(default=False, index=True)
    touched = BooleanField(default=False)
    source_count = IntegerField(default=1)
    uses = IntegerField(default=0)
    last_used = UtcField(null=True)
    valid_from = UtcField(null=True)
    valid_to = UtcField(null=True)
    end_known_at = UtcField(null=True)
    superseded_by = IntegerField(null=True, index=True)
    created_at = UtcField()
    updated_at = UtcField()
    version = IntegerField(default=0)
    promoted = BooleanField(default=False)
    partition = IntegerField(default=0, index=True)
    session = IntegerField(null=True)

    class Meta:
        indexes = ((("state", "category", "valid_to"), False), (("slot", "valid_to"), False))


class FactSource(Table):
    """A turn that says the fact; `message` stays as a number when the message is gone."""

    fact = ForeignKeyField(Fact, backref="sources", on_delete="CASCADE")
    fact_id: int
    message = IntegerField(index=True)

    class Meta:
        primary_key = CompositeKey("fact", "message")


class Doubt(Row):
    """Two facts that hold and may say the same (`kind` same) or contradict each other (contradict).

    `state` is open: it waits for the user; both: each holds in its place; new or old: that one was chosen; apart:
    they have nothing to do with each other. Whatever the state, the pair is not asked about again. `trail` takes a
    choice back (see `merging`).
    """

    newer = ForeignKeyField(Fact, backref="doubts", on_delete="CASCADE")
    newer_id: int
    older = ForeignKeyField(Fact, backref="doubted", on_delete="CASCADE")
    older_id: int
    kind = CharField()
    state = CharField(index=True)
    trail = JsonField(default=dict)
    created_at = UtcField()

    class Meta:
        indexes = ((("newer", "older"), True),)


class Episode(Row):
    """`head` is the last message of the user's that it tells of; `abandoned`: the branch of that is not followed."""

    session = ForeignKeyField(Session, unique=True, null=True, on_delete="SET NULL")
    session_id: int | None
    conversation = IntegerField(null=True, index=True)
    summary = TextField()
    topics = JsonField(default=list)
    entities = JsonField(default=list)
    decisions = JsonField(default=list)
    action_items = JsonField(default=list)
    salience = FloatField(default=0.5)
    method = CharField(default="distilled")
    started_at = UtcField()
    ended_at = UtcField()
    uses = IntegerField(default=0)
    last_used = UtcField(null=True)
    created_at = UtcField()
    updated_at = UtcField()
    version = IntegerField(default=0)
    head = IntegerField(null=True, index=True)
    abandoned = BooleanField(default=False)


class Identity(Row):
    """One override: a mirror of a line of `identity.md`, so that it has an id."""

    content = TextField(unique=True)
    position = IntegerField(default=0)
    created_at = UtcField()


class Narrative(Table):
    """A fact in whose words the narrative is told, and its place in it."""

    fact = ForeignKeyField(Fact, primary_key=True, on_delete="CASCADE")
    fact_id: int
    position = IntegerField()


class Entity(Row):
    name = TextField()
    folded = TextField(unique=True)
    kind = CharField(default="")
    created_at = UtcField()


class Alias(Table):
    """Another name of an entity. Two entities may share one."""

    entity = ForeignKeyField(Entity, backref="aliases", on_delete="CASCADE")
    entity_id: int
    folded = TextField(index=True)
    name = TextField()

    class Meta:
        primary_key = CompositeKey("entity", "folded")


class Mention(Table):
    """An entity stands in a memory; `kind` and `item` name it as in `document`."""

    entity = ForeignKeyField(Entity, backref="mentions", on_delete="CASCADE")
    entity_id: int
    kind = CharField()
    item = IntegerField()

    class Meta:
        primary_key = CompositeKey("entity", "kind", "item")
        indexes = ((("kind", "item"), False),)


class Relation(Row):
    subject = ForeignKeyField(Entity, on_delete="CASCADE")
    subject_id: int
    predicate = TextField()
    object = ForeignKeyField(Entity, on_delete="CASCADE")
    object_id: int
    message = IntegerField(null=True)
    valid_from = UtcField(null=True)
    valid_to = UtcField(null=True)
    created_at = UtcField()
