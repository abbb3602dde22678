"""Whatever text others wrote, SQLite takes it: no column and no statement is left out."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from peewee import CharField, Field, TextField

from memory.store import meta, tables
from memory.store.statements import Insert
from memory.store.store import Store
from memory.store.tables import Activity, Row
from memory.store.tables.base import Table
from memory.text.normal import clean

AT = datetime(2026, 5, 18, 9, 40, tzinfo=UTC)
HOSTILE = st.text(st.characters(codec=None), max_size=20) | st.sampled_from(["\ud800", "a\0b", "\udfff\x1b[2J", "\r\n"])


def _text_columns() -> list[tuple[type[Table], Field]]:
    found = [getattr(tables, name) for name in tables.__all__]
    models = [one for one in found if isinstance(one, type) and issubclass(one, Table) and one not in (Table, Row)]
    return [
        (model, field)
        for model in models
        for field in model._meta.sorted_fields
        if isinstance(field, CharField | TextField)
    ]


@pytest.mark.parametrize(("model", "field"), _text_columns(), ids=str)
@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=HOSTILE)
async def test_each_column_of_text_takes_any(store: Store, model: type[Table], field: Field, text: str) -> None:
    value = [text, {text: text}] if "JSON" in type(field).__name__ else text
    await store.write(lambda: model.update({field: value}).execute())
    await store.read(lambda: list(model.select().where(field == value)))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=HOSTILE)
async def test_it_comes_back_clean(store: Store, text: str) -> None:
    def work() -> tuple[str, list[str], str | None]:
        number = Insert(Activity)(purpose=text, outcome="empty", created_at=AT, learned=[text])
        meta.put("name", text)
        row = Activity.get_by_id(number)
        return row.purpose, list(row.learned), meta.get("name")

    purpose, learned, named = await store.write(work)
    assert purpose == named == clean(text)
    assert [clean(one) for one in learned] == [clean(text)]
