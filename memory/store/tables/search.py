"""One `document` row for each thing that can be found, whatever its kind; FTS5 and the vectors hang on it."""

from __future__ import annotations

from peewee import BlobField, IntegerField

from memory.store.fields import UtcField
from memory.store.tables.base import CharField, Row, TextField


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
