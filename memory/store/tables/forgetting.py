"""What is left of forgotten things: hashes, numbers and paths, no text."""

from __future__ import annotations

from peewee import BooleanField, CompositeKey, ForeignKeyField, IntegerField

from memory.store.fields import UtcField
from memory.store.tables.base import CharField, JsonField, Row, Table, TextField


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
    `left` names files of the user that still say it and could not be written.
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
    left = JsonField(default=list)


class ExportedFile(Table):
    """Where an export was written, so that forgetting can name the file."""

    path = TextField(primary_key=True)
    created_at = UtcField()
