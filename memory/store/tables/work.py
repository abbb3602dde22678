"""What was given to turns, what waits for background work, and what that did."""

from __future__ import annotations

from peewee import BooleanField, CompositeKey, FloatField, ForeignKeyField, IntegerField

from memory.store.fields import UtcField
from memory.store.tables.base import CharField, JsonField, Row, Table, TextField
from memory.store.tables.memory import Fact
from memory.store.tables.transcript import Message, Session


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


class Judgement(Row):
    """The user's word (`worth`) on a reply to the message `turn`, or on the memory `kind` and `item` that it got.

    `remembered` says that the reply got memory, `compared` that it was made to compare with another. Numbers alone.
    """

    reply = ForeignKeyField(Message, on_delete="CASCADE")
    reply_id: int
    turn = IntegerField(index=True)
    kind = CharField(default="")
    item = IntegerField(default=0)
    worth = CharField()
    remembered = BooleanField()
    compared = BooleanField()
    created_at = UtcField()

    class Meta:
        indexes = ((("reply", "kind", "item"), True),)


class Signal(Row):
    """This turn is finished and not yet distilled. `state` is one of those in `signals`."""

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
    """One pass over the memory, or one undo: what was taken back belongs to the undo from then on."""

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
