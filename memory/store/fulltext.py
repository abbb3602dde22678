"""The full-text index over the documents: how it is made, what may be wrong with it, and how it goes.

It is derived, so whatever is wrong with it is mended by making it anew (see `rewording`).
"""

from __future__ import annotations

import sqlite3

from memory.store.faults import unreadable

NAME = "document_words"
TABLE = f"""CREATE VIRTUAL TABLE "{NAME}" USING fts5(
    "text", "grams", content='document', content_rowid='id',
    tokenize="porter unicode61 remove_diacritics 2 categories 'L* N* Co Mn Mc'"
)"""
_TAKE_IN = f'INSERT INTO "{NAME}"(rowid, "text", "grams") VALUES (new."id", new."text", new."grams");'
_TAKE_OUT = f"""INSERT INTO "{NAME}"("{NAME}", rowid, "text", "grams")
    VALUES ('delete', old."id", old."text", old."grams");"""
TRIGGERS = {
    "document_insert": f'AFTER INSERT ON "document" BEGIN\n    {_TAKE_IN}\nEND',
    "document_delete": f'AFTER DELETE ON "document" BEGIN\n    {_TAKE_OUT}\nEND',
    "document_update": f'AFTER UPDATE OF "text", "grams" ON "document" BEGIN\n    {_TAKE_OUT}\n    {_TAKE_IN}\nEND',
}
"""They keep the index as the documents are."""
_INSIDE = tuple(f"{NAME}_{part}" for part in ("data", "idx", "docsize", "config"))
"""The tables in which FTS5 keeps it."""


def missing(connection: sqlite3.Connection) -> str:
    """What of the index is not there, "" where all is: only a look at the schema."""
    there = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
    if NAME not in there:
        return "missing"
    return "" if there.issuperset(TRIGGERS) else "not kept up to date"


def trouble(connection: sqlite3.Connection) -> str:
    """What is wrong with the index, "" where it is sound. All of it is read, in a transaction that may write."""
    try:
        return missing(connection) or _checked(connection)
    except sqlite3.DatabaseError as error:
        if not unreadable(error):
            raise
        return "damaged"


def _checked(connection: sqlite3.Connection) -> str:
    """The check is written as an insert, and changes nothing."""
    connection.execute(f"INSERT INTO {NAME}({NAME}, rank) VALUES ('integrity-check', 1)")
    return ""


def make_triggers(connection: sqlite3.Connection) -> None:
    for name, body in TRIGGERS.items():
        connection.execute(f'CREATE TRIGGER "{name}" {body}')


def remove(connection: sqlite3.Connection) -> None:
    """Drops the index with its triggers, whatever is left of it."""
    for name in TRIGGERS:
        connection.execute(f"DROP TRIGGER IF EXISTS {name}")
    try:
        connection.execute(f"DROP TABLE IF EXISTS {NAME}")
    except sqlite3.DatabaseError:
        _remove_pieces(connection)


def _remove_pieces(connection: sqlite3.Connection) -> None:
    """SQLite refuses to drop an index that it can't open, so its entry in the schema goes by hand."""
    connection.execute("PRAGMA writable_schema = 1")
    connection.execute("DELETE FROM sqlite_master WHERE name = ?", (NAME,))
    connection.execute("PRAGMA writable_schema = reset")
    for table in _INSIDE:
        connection.execute(f"DROP TABLE IF EXISTS {table}")
