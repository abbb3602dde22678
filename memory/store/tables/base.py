"""What every table has, and the types of columns that are ours."""

from __future__ import annotations

import json
from functools import partial
from typing import Any

from peewee import CharField as AnyCharField
from peewee import Model
from peewee import TextField as AnyTextField
from playhouse.sqlite_ext import AutoIncrementField, JSONField

from memory.store.connection import DATABASE
from memory.text.normal import clean


def storable(value: Any) -> Any:
    """`value` as SQLite takes it: what others wrote may hold half of a pair of surrogates, which it refuses."""
    return clean(value) if isinstance(value, str) else value


def to_json(value: object) -> str:
    return clean(json.dumps(value, ensure_ascii=False, separators=(",", ":")))


class TextField(AnyTextField):
    def db_value(self, value: Any) -> Any:
        return storable(super().db_value(value))


class CharField(AnyCharField):
    def db_value(self, value: Any) -> Any:
        return storable(super().db_value(value))


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
