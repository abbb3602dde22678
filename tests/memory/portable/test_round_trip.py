"""What is exported and imported again is the same, byte for byte, in both formats."""

from __future__ import annotations

import asyncio
import tempfile
from functools import partial
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import Phase, given, settings

from memory.portable.shape import PART, SESSION, SHAPES
from memory.store import partitions
from memory.store.connection import raw
from memory.store.store import Store
from memory.store.tables import Document
from tests.memory.portable.profiles import fill, profile, world

FORMATS = ("a.jsonl", "a.md")


@settings(max_examples=25, phases=[Phase.generate])
@given(made=world)
def test_both_formats_come_back_byte_for_byte(made: dict[str, Any]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(_check(Path(folder), made))


async def _check(folder: Path, made: dict[str, Any]) -> None:
    async with profile(folder / "first") as first:
        first.identity.extend(made["identity"])
        await first.store.write(lambda: fill(made))
        whole = {name: await first.exported(name) for name in FORMATS}
        found = await first.store.read(_documents)
    for name in FORMATS:
        async with profile(folder / name) as second:
            await second.brought(name, whole[name])
            for other in FORMATS:
                assert (await second.exported(other)).split(b"\n") == whole[other].split(b"\n")
            assert await second.store.read(_documents) == found
            again = await second.brought(name, whole[name])
            assert again.added == {}
            assert {other: await second.exported(other) for other in FORMATS} == whole
            assert second.identity.lines == first.identity.lines


@pytest.mark.parametrize(
    ("zone", "begun", "ended"),
    [
        ("America/New_York", "2020-01-01T05:00:00Z", "2021-01-01T05:00:00Z"),
        ("Asia/Tokyo", "2019-12-31T15:00:00Z", "2020-12-31T15:00:00Z"),
    ],
)
async def test_markdown_shows_the_days_of_the_users_zone_and_comes_back(
    tmp_path: Path, zone: str, begun: str, ended: str
) -> None:
    note = f'- I kept bees.\n  <!-- fact {{"valid_from": "{begun}", "valid_to": "{ended}"}} -->\n'
    async with profile(tmp_path / "first", ZoneInfo(zone)) as first:
        await first.brought("a.md", note)
        whole = await first.exported("a.md")
    assert b"since 2020-01-01 until 2020-12-31" in whole
    async with profile(tmp_path / "second", ZoneInfo(zone)) as second:
        await second.brought("a.md", whole)
        assert await second.exported("a.md") == whole


def _documents() -> list[tuple[Any, ...]]:
    columns: Any = (Document.kind, Document.item, Document.text, Document.conversation, Document.created_at)
    rows: Any = Document.select(Document.partition, *columns).where(Document.kind != "identity").tuples()
    homes = partitions.named(row[0] for row in rows)
    return sorted(((homes[home], *row) for home, *row in rows), key=repr)


LEFT_OUT = {
    "conversation": {"deleted_at"},
    "session": {"conversation_id"},
    "message": {"conversation_id", "session_id"},
    "part": {"id", "message_id", "position"},
    "identity": {"content", "position"},
    "entity": {"folded"},
    "fact": {"content", "twin", "slot", "promoted", "version"},
    "episode": {"summary", "session_id", "version"},
    "relation": {"subject_id", "object_id"},
}
"""Columns that stand in a file under another name, or are made anew."""


async def test_every_column_is_exported_or_left_out_on_purpose(store: Store) -> None:
    shapes = {**SHAPES, "session": SESSION, "part": PART}
    for table, left_out in LEFT_OUT.items():
        columns = await store.read(partial(_columns, table))
        unknown = columns - left_out - {field.name for field in shapes[table]}
        assert unknown == set(), f"memory/portable/shape.py does not know these columns of {table}"


def _columns(table: str) -> set[str]:
    return {column[1] for column in raw().execute(f"PRAGMA table_info({table})")}
