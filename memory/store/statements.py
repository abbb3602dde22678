"""SQL written once, for what each turn runs: peewee takes twenty times longer to write it than SQLite to run it."""

from __future__ import annotations

from typing import Any

from peewee import Field
from playhouse.sqlite_ext import AutoIncrementField, JSONField

from memory.store.connection import DATABASE
from memory.store.tables import Row, storable, to_json

_LEFT_OUT = object()


class Insert:
    """Puts rows into one table; what a call leaves out gets the default of its column.

    `numbered`: a call may say the number of the row; without one it gets the next.
    """

    def __init__(self, table: type[Row], *, ignore: bool = False, numbered: bool = False) -> None:
        meta: Any = table._meta
        fields = meta.sorted_fields
        self._fields = [field for field in fields if numbered or not isinstance(field, AutoIncrementField)]
        self._defaults: dict[Field, object] = meta.defaults
        columns = ", ".join(f'"{field.column_name}"' for field in self._fields)
        marks = ", ".join("?" * len(self._fields))
        verb = "INSERT OR IGNORE" if ignore else "INSERT"
        self._sql = f'{verb} INTO "{meta.table_name}" ({columns}) VALUES ({marks})'

    def __call__(self, **values: object) -> int:
        """The number of the new row. Raises peewee.IntegrityError, and TypeError for a column that does not exist."""
        row = [self._stored(field, values.pop(field.name, _LEFT_OUT)) for field in self._fields]
        if values:
            raise TypeError(f"no such column: {', '.join(values)}")
        return int(DATABASE.execute_sql(self._sql, row).lastrowid)

    def _stored(self, field: Field, value: object) -> object:
        if value is _LEFT_OUT:
            value = self._defaults.get(field)
            value = value() if callable(value) else value
        return to_json(value) if isinstance(field, JSONField) else field.db_value(value)


def one(sql: str, *values: object) -> tuple[Any, ...] | None:
    """The first row of a query, None where there is none."""
    row: tuple[Any, ...] | None = DATABASE.execute_sql(sql, [*map(storable, values)]).fetchone()
    return row


def run(sql: str, *values: object) -> None:
    """Runs a statement that gives nothing back."""
    DATABASE.execute_sql(sql, [*map(storable, values)])
