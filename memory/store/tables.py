"""The schema on one page. The migrations make it; a test proves that both agree.

Transcript: conversation > message (a tree by `parent`, `seq` never used again) > part; session groups messages until
six hours of quiet. Partition: a project or persona that conversations and facts belong to. Memory: fact with its
sources and doubts, episode, identity, narrative, entity, relation. Search: one `document` row for each thing that can
be found, whatever its kind; FTS5 and the vectors hang on it. Ledger: injection and its items. Work: signal, activity
and what it learnt, usage. Tidying: consolidation and its steps. Forgetting: tombstone, receipt, exported file.
"""

from __future__ import annotations

import json
from functools import partial

from peewee import (
    BlobField,
    BooleanField,
    CharField,
    CompositeKey,
    FloatField,
    ForeignKeyField,
    IntegerField,
    Model,
    TextField,
)
from playhouse.sqlite_ext import AutoIncrementField, JSONField

from memory.store.connection import DATABASE
from memory.store.fields import UtcField

to_json = partial(json.dumps, ensure_ascii=False, separators=(",", ":"))
JsonField = partial(JSONField, json_dumps=to_json)


class Table(Model):
    class Meta:
        database = DATABASE
        legacy_table_names = False


class Row(Table):
    """A row whose number is never given out twice, even after the newest row is deleted."""

    id = AutoIncrementField()


class Meta(Table):
    key = CharField(primary_key=True)
    value = TextField()


class Partition(Row):
    """A project or persona. Rows that point to one say 0 where they belong to the whole profile."""

    kind = CharField()
    name = TextField()
    folded = TextField()

    class Meta:
        indexes = ((("kind", "folded"), True),)


class Conversation(Row):
    """`vendors` are those it went to, in the order in which they began: name and number of the first message each."""

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


class Fact(Row):
    """`valid_from` to `valid_to` is half-open; `superseded_by` names the fact that ended it.

    `created_at` is when harken learnt of it, `end_known_at` when it learnt of the end; only one fact with the same
    `slot` holds at a time.

    `state` is live, inbox, quarantined or rejected; `method` remembered, edited, distilled, extracted or imported;
    `touched` says that the user edited, pinned or judged it; facts with the same `twin` say the same in the same words;
    `promoted` that several of the newest episodes carry it. Only the user changes `partition`; `session` stays as a
    number when it is gone. Each change of the row raises `version`, by a trigger.
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


class Document(Row):
    """What can be found: `kind` and `item` name the row it stands for.

    `text` is the search text (normalised, secrets redacted, injected text removed), `grams` its bigrams for scripts
    without spaces. `hash` keys the vector of `text`; `embedded` is the fingerprint of the embedder that made it.
    `partition` is that of the fact, or of the conversation of a turn or an episode.
    """

    kind = CharField()
    item = IntegerField()
    conversation = IntegerField(null=True, index=True)
    text = TextField()
    grams = TextField(default="")
    hash = CharField(index=True)
    embedded = CharField(default="", index=True)
    partition = IntegerField(default=0)
    created_at = UtcField()

    class Meta:
        indexes = ((("kind", "item"), True), (("kind", "partition"), False))


class Vector(Row):
    """A text's embedding as little-endian float16, by content hash and embedder fingerprint.

    The index files are keyed by `id`: growing and never used again, so that what is new is all above a number.
    """

    hash = CharField()
    fingerprint = CharField()
    values = BlobField()

    class Meta:
        indexes = ((("hash", "fingerprint"), True),)


class Injection(Row):
    """The ledger: one row a turn, by the id of its user message. Texts go when what they quote is forgotten."""

    message = IntegerField(unique=True)
    conversation = IntegerField(null=True, index=True)
    mode = CharField()
    section = CharField()
    rule = TextField()
    query = TextField(default="")
    block = TextField(default="")
    tokens = IntegerField(default=0)
    ms = FloatField(default=0.0)
    legs = JsonField(default=list)
    standing = JsonField(default=list)
    forgotten = BooleanField(default=False)
    created_at = UtcField()


class InjectionItem(Table):
    injection = ForeignKeyField(Injection, backref="items", on_delete="CASCADE")
    injection_id: int
    rank = IntegerField()
    kind = CharField()
    item = IntegerField()
    text = TextField()
    score = FloatField()
    lexical = FloatField(null=True)
    dense = FloatField(null=True)
    tokens = IntegerField()
    happened_at = UtcField(null=True)
    injected = BooleanField()
    reason = TextField(default="")
    partition = IntegerField(default=0)

    class Meta:
        primary_key = CompositeKey("injection", "rank")
        indexes = ((("kind", "item"), False),)


class Signal(Row):
    """This turn is finished and not yet distilled. `state` is pending, done, gated or dead."""

    message = IntegerField(unique=True)
    session = ForeignKeyField(Session, backref="signals", on_delete="CASCADE")
    session_id: int
    conversation = IntegerField(index=True)
    state = CharField(default="pending", index=True)
    attempts = IntegerField(default=0)
    created_at = UtcField()


class Activity(Row):
    """One background run and how it ended; `dropped` counts by reason what a reply held and was not believed."""

    purpose = CharField()
    outcome = CharField()
    detail = TextField(default="")
    model = TextField(default="")
    conversation = IntegerField(null=True)
    session = IntegerField(null=True)
    learned = JsonField(default=list)
    prompt_tokens = IntegerField(default=0)
    completion_tokens = IntegerField(default=0)
    cost = FloatField(null=True)
    ms = FloatField(default=0.0)
    created_at = UtcField(index=True)
    dropped = JsonField(default=dict)


class LearntItem(Row):
    """One thing a run of learning did, in numbers alone: its texts are read where they stand.

    `action` is learnt, changed, corrected, confirmed, inbox or quarantined; `replaced` the fact it ended; `messages`
    the turns that say it, of a confirmation the new ones. `left` holds the facts it touched as they are with it,
    `undone` as they are without it. `verdict` is what the user said of it: kept, edited, undone or nothing yet.
    """

    activity = ForeignKeyField(Activity, backref="items", on_delete="CASCADE")
    activity_id: int
    action = CharField()
    fact = ForeignKeyField(Fact, on_delete="CASCADE")
    fact_id: int
    replaced = ForeignKeyField(Fact, null=True, on_delete="SET NULL")
    replaced_id: int | None
    messages = JsonField(default=list)
    left = JsonField(default=dict)
    undone = JsonField(default=dict)
    verdict = CharField(default="")


class Call(Row):
    """One model call, booked under its purpose."""

    purpose = CharField(index=True)
    model = TextField()
    conversation = IntegerField(null=True)
    prompt_tokens = IntegerField(default=0)
    completion_tokens = IntegerField(default=0)
    cost = FloatField(null=True)
    created_at = UtcField(index=True)


class Consolidation(Row):
    """One pass over the memory."""

    created_at = UtcField(index=True)


class ConsolidationStep(Row):
    """One change of a pass: `before` is the row as it was with all that hung on it, `after` what became of it.

    `kind` and `item` name the row. One that was `taken_back` keeps no text; it says that the row is to be left alone.
    """

    consolidation = ForeignKeyField(Consolidation, backref="steps", on_delete="CASCADE")
    consolidation_id: int
    action = CharField()
    kind = CharField()
    item = IntegerField()
    conversation = IntegerField(null=True, index=True)
    before = JsonField(default=dict)
    after = JsonField(default=dict)
    taken_back = BooleanField(default=False, index=True)


class Tombstone(Row):
    """What was forgotten, without its text: keyed hashes of its content words."""

    words = JsonField(default=list)
    created_at = UtcField()


class TombstoneSource(Table):
    """A turn that said what was forgotten; `message` stays as a number when the message is gone."""

    tombstone = ForeignKeyField(Tombstone, backref="sources", on_delete="CASCADE")
    tombstone_id: int
    message = IntegerField(index=True)

    class Meta:
        primary_key = CompositeKey("tombstone", "message")


class Receipt(Row):
    """What one forget did, without a word of it: `targets` are ids, `prints` and `texts` keyed hashes.

    `how` says by what was asked (fact, words, ...). `prints` are of each thing looked for (see `memory.forget.prints`),
    `texts` of the search texts that went with their vectors. `newest` is the last message of that time. `before` and
    `after` are counts by store, `after` NULL until it was looked again. `state` is begun, pending, done or broken off.
    """

    how = CharField()
    targets = JsonField(default=list)
    with_turns = BooleanField()
    state = CharField(index=True)
    prints = JsonField(default=list)
    texts = JsonField(default=list)
    newest = IntegerField(default=0)
    before = JsonField(default=dict)
    after = JsonField(null=True)
    created_at = UtcField()
    finished_at = UtcField(null=True)


class ExportedFile(Table):
    """Where an export was written, so that forgetting can name the file."""

    path = TextField(primary_key=True)
    created_at = UtcField()


TABLES: tuple[type[Table], ...] = (
    Meta,
    Partition,
    Conversation,
    Session,
    Message,
    Part,
    Fact,
    FactSource,
    Doubt,
    Episode,
    Identity,
    Narrative,
    Entity,
    Alias,
    Mention,
    Relation,
    Document,
    Vector,
    Injection,
    InjectionItem,
    Signal,
    Activity,
    LearntItem,
    Call,
    Consolidation,
    ConsolidationStep,
    Tombstone,
    TombstoneSource,
    Receipt,
    ExportedFile,
)
