"""Empties the database of a profile. Numbers are never used again, so that no window takes what is new for the old."""

from __future__ import annotations

from memory.store import meta, scrub
from memory.store.connection import DATABASE
from memory.store.tables import (
    TABLES,
    Activity,
    ConsolidationStep,
    Conversation,
    Entity,
    Episode,
    ExportedFile,
    Fact,
    Identity,
    Injection,
    Message,
    Meta,
    Partition,
    Relation,
    Table,
)

TOLD: dict[str, type[Table]] = {
    "conversations": Conversation,
    "messages": Message,
    "facts": Fact,
    "digests of conversations": Episode,
    "people and things": Entity,
    "relations between them": Relation,
    "projects and personas": Partition,
    "lines about you": Identity,
    "records of what memory gave": Injection,
    "lines in the log of background work": Activity,
    "changes that could be taken back": ConsolidationStep,
}


_TIMES = "clearings"


def counts() -> dict[str, int]:
    """How much there is of what a person knows by name."""
    return {what: table.select().count() for what, table in TOLD.items()}


def empty() -> None:
    """Drops every row but where exports are, and notes that bytes are still to be removed. Runs in a write transaction.

    Exports stay, and hold what was here: they are still to be named.
    """
    for table in reversed(TABLES):
        if table not in (Meta, ExportedFile):
            table.delete().execute()
    meta.put(_TIMES, str(times() + 1))
    scrub.mark_pending()


def times() -> int:
    """How often the database was emptied."""
    return int(meta.get(_TIMES) or 0)


def shrink() -> None:
    """Gives the room of what is gone back to the disk. Runs outside transactions; raises where others hold the file."""
    DATABASE.execute_sql("VACUUM")
