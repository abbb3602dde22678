"""What every table has, and the types of columns that are ours."""

from __future__ import annotations

import json
from functools import partial

from peewee import CharField, Model, TextField
from playhouse.sqlite_ext import AutoIncrementField, JSONField

from memory.store.connection import DATABASE

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
