"""The columns of free text on which nothing else hangs, each under the name by which a user knows what it is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from peewee import SQL

from memory.store.tables import (
    Activity,
    Conversation,
    Entity,
    Episode,
    Fact,
    Injection,
    InjectionItem,
    Message,
    Part,
    Relation,
)

_RECORD = "records of what memory gave"
_DIGESTS = "digests"
COLUMNS: dict[Any, str] = {
    Part.name: "names of attachments",
    Part.meta: "names of attachments",
    Message.note: "notes on messages",
    Conversation.title: "titles of conversations",
    Conversation.system: "system prompts of conversations",
    Fact.quote: "quotes of facts",
    Fact.keywords: "keywords of facts",
    Fact.category: "categories of facts",
    Entity.kind: "kinds of people and things",
    Episode.summary: _DIGESTS,
    Episode.topics: _DIGESTS,
    Episode.entities: _DIGESTS,
    Episode.decisions: _DIGESTS,
    Episode.action_items: _DIGESTS,
    Relation.predicate: "relations",
    Injection.rule: _RECORD,
    Injection.query: _RECORD,
    Injection.block: _RECORD,
    Injection.legs: _RECORD,
    InjectionItem.text: _RECORD,
    InjectionItem.reason: _RECORD,
    Activity.detail: "lines in the log of background work",
}


def changes(change: Callable[[str], str]) -> Iterator[tuple[str, Callable[[], object]]]:
    """What `change` makes another text of: the name of its column, and what writes it."""
    for field, what in COLUMNS.items():
        for row, before in field.model.select(SQL("t1.rowid"), field).tuples().iterator():
            after = _changed(before, change)
            if after != before:
                yield what, partial(_write, field, row, after)


def _changed(value: Any, change: Callable[[str], str]) -> Any:
    if isinstance(value, str):
        return change(value)
    if isinstance(value, dict):
        return {key: _changed(inner, change) for key, inner in value.items()}
    return [_changed(inner, change) for inner in value] if isinstance(value, list) else value


def _write(field: Any, row: int, value: Any) -> None:
    field.model.update({field: value}).where(SQL("rowid = ?", [row])).execute()
