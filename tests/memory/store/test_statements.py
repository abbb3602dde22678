"""Statements written once give what the models give."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from memory.errors import StoreError
from memory.store import conversations, ids, messages
from memory.store.statements import Insert
from memory.store.store import Store
from memory.store.tables import Activity, Conversation, Row, Signal
from memory.types import Part as Span
from memory.types import PartKind, PartSource, Role, Usage

AT = datetime(2026, 5, 18, 9, 40, 1, 234567, tzinfo=UTC)


@pytest.mark.parametrize(
    ("table", "values"),
    [
        (Conversation, {"created_at": AT, "updated_at": AT, "title": '漢字 and "quotes"'}),
        (Activity, {"purpose": "distil", "outcome": "empty", "created_at": AT, "learned": ["f1", "ß"]}),
    ],
)
async def test_a_row_is_the_one_the_model_would_put_in(
    store: Store, table: type[Row], values: dict[str, object]
) -> None:
    def work() -> list[dict[str, object]]:
        numbers = [Insert(table)(**values), table.create(**values).id]
        rows: Any = table.select().where(table.id.in_(numbers)).dicts()
        return list(rows)

    ours, theirs = await store.write(work)
    assert ours.pop("id") != theirs.pop("id")
    assert ours == theirs


async def test_a_row_that_may_not_be_is_refused(store: Store) -> None:
    with pytest.raises(TypeError, match="no such column: colour"):
        Insert(Conversation)(colour="red")
    with pytest.raises(StoreError, match="FOREIGN KEY"):
        await store.write(lambda: Insert(Signal)(message=1, session=99, conversation=1, created_at=AT))


async def test_a_message_comes_back_as_it_was_added(store: Store) -> None:
    parts = [
        Span("thinking", PartKind.REASONING, PartSource.MODEL),
        Span("An answer\r\nover two lines", PartKind.TEXT, PartSource.MODEL, meta={"language": "en"}),
    ]

    def work() -> tuple[object, object]:
        place = conversations.create(mode=None, model="m", at=AT).id
        content = messages.compose(parts)
        usage = Usage(10, 5, 0.25)
        added = messages.add(
            place, Role.ASSISTANT, content, parent=None, at=AT, learn=True, model="m", usage=usage, note="cut"
        )
        return added, messages.get(ids.number(added.id, "message"))

    added, stored = await store.write(work)
    assert added == stored
