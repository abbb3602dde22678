"""Whole copies of memories with all that hangs on them, so that what a pass removed comes back as it was.

An image is plain JSON: the row as SQLite has it, its sources, its mentions, where its document belongs, the rows that
go with it, and of a fact the number of the newest one at the time. The vector is not part of it: it is made anew from
the text.
"""

from __future__ import annotations

from typing import Any

from memory.store import current, documents, episodes, facts, vectors
from memory.store.connection import raw
from memory.store.fields import from_millis
from memory.store.tables import Activity, Document, Episode, Fact
from memory.types import Kind

LOG = "log"
"""The kind of a line in the log of background work."""

Image = dict[str, Any]
_TABLES: dict[str, type[Fact] | type[Episode] | type[Activity]] = {
    Kind.FACT: Fact,
    Kind.EPISODE: Episode,
    LOG: Activity,
}
GO_ALONG: dict[str, tuple[tuple[str, str], ...]] = {
    Kind.FACT: (("doubt", "newer_id"), ("doubt", "older_id"), ("learnt_item", "fact_id")),
    LOG: (("learnt_item", "activity_id"),),
}
"""Tables and columns whose rows SQLite drops together with the row they name."""
_NEED = {
    "doubt": {"newer_id": "fact", "older_id": "fact"},
    "learnt_item": {"activity_id": "activity", "fact_id": "fact"},
}
_TEXTS = {Kind.FACT: "content", Kind.EPISODE: "summary", LOG: "detail"}


def version(kind: str, number: int) -> int | None:
    """The version of a row, None where it is gone. Lines of the log have none; theirs is 0."""
    if kind == LOG:
        return 0 if exists(kind, number) else None
    row = raw().execute(f"SELECT version FROM {_name(kind)} WHERE id = ?", (number,)).fetchone()
    return None if row is None else int(row[0])


def exists(kind: str, number: int) -> bool:
    return _there(_name(kind), number)


def take(kind: str, number: int) -> Image:
    """The image of a row that exists."""
    image: Image = {"row": _rows(_name(kind), "id", number)[0]}
    along = [(table, row) for table, column in GO_ALONG.get(kind, ()) for row in _rows(table, column, number)]
    image |= {"along": along} if along else {}
    if kind == LOG:
        return image
    mentions = raw().execute("SELECT entity_id FROM mention WHERE kind = ? AND item = ? ORDER BY 1", (kind, number))
    home = raw().execute("SELECT conversation, created_at FROM document WHERE kind = ? AND item = ?", (kind, number))
    image |= {"mentions": [row[0] for row in mentions], "home": home.fetchone()}
    return image | ({"sources": facts.sources(number), "newest": current.last()} if kind == Kind.FACT else {})


def remove(kind: str, number: int) -> None:
    """Takes the row away with its document, its vector and its mentions."""
    if kind == LOG:
        Activity.delete().where(Activity.id == number).execute()
        return
    hashes = [row.hash for row in Document.select(Document.hash).where(Document.kind == kind, Document.item == number)]
    (facts if kind == Kind.FACT else episodes).remove([number])
    vectors.drop_unused_of(hashes)


def put_back(kind: str, image: Image) -> None:
    """The row as it was, number and version included; its vector follows by the backfill."""
    number = image["row"]["id"]
    _insert(_name(kind), image["row"])
    for table, row in image.get("along", ()):
        if all(_there(other, row[column]) for column, other in _NEED[table].items()):
            _insert(table, _with_what_is_there(row))
    for message in image.get("sources", ()):
        raw().execute("INSERT INTO fact_source (fact_id, message) VALUES (?, ?)", (number, message))
    for entity in image.get("mentions", ()):
        raw().execute(
            "INSERT INTO mention (entity_id, kind, item) SELECT id, ?, ? FROM entity WHERE id = ?",
            (kind, number, entity),
        )
    if home := image.get("home"):
        documents.put(kind, number, _searched(kind, number), conversation=home[0], created_at=from_millis(home[1]))
    if kind == Kind.FACT:
        facts.dated(number)


def text(kind: str, image: Image) -> str:
    """What the row says, for a person."""
    return str(image.get("row", {}).get(_TEXTS[kind], ""))


def _rows(table: str, column: str, number: int) -> list[dict[str, Any]]:
    cursor = raw().execute(f"SELECT * FROM {table} WHERE {column} = ? ORDER BY id", (number,))
    columns = [column[0] for column in cursor.description]
    return [dict(zip(columns, row, strict=True)) for row in cursor]


def _insert(table: str, row: dict[str, Any]) -> None:
    columns = ", ".join(f'"{column}"' for column in row)
    marks = ", ".join("?" * len(row))
    raw().execute(f"INSERT INTO {table} ({columns}) VALUES ({marks})", list(row.values()))


def _with_what_is_there(row: dict[str, Any]) -> dict[str, Any]:
    replaced = row.get("replaced_id")
    return row if replaced is None or _there("fact", replaced) else {**row, "replaced_id": None}


def _there(table: str, number: int) -> bool:
    return raw().execute(f"SELECT 1 FROM {table} WHERE id = ?", (number,)).fetchone() is not None


def _searched(kind: str, number: int) -> str:
    return facts.get(number).content if kind == Kind.FACT else episodes.searched(episodes.get(number))


def _name(kind: str) -> str:
    meta: Any = _TABLES[kind]
    return f'"{meta._meta.table_name}"'
