"""The full-text index over the documents: how it is made, what may be wrong with it, and how it goes.

It is derived, so whatever is wrong with it is mended by making it anew (see `rewording`).
"""

from __future__ import annotations

import sqlite3

from memory.errors import StoreDamaged
from memory.store.faults import chain, code, unreadable

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
    there = _names(connection)
    if NAME not in there:
        return "missing"
    if not there.issuperset(_INSIDE):  # of an empty index the check reads none of them
        return "damaged"
    return "" if there.issuperset(TRIGGERS) else "not kept up to date"


def there(connection: sqlite3.Connection) -> bool:
    return NAME in _names(connection)


def _names(connection: sqlite3.Connection) -> set[str]:
    return {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}


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


def fault(error: BaseException) -> StoreDamaged | None:
    """What the user is told where the index is what failed, None where something else is."""
    for link in chain(error):
        if isinstance(link, sqlite3.Error) and _names_it(link):
            return StoreDamaged(
                f"The full-text index of the memory is missing or damaged ({link})",
                hint="harken memory rebuild, or /rebuild, makes it again from what was said and kept",
            )
    return None


def _names_it(error: sqlite3.Error) -> bool:
    return code(error) == sqlite3.SQLITE_CORRUPT_VTAB or (
        unreadable(error) and any(name in str(error) for name in (NAME, "fts5"))
    )


def optimize(connection: sqlite3.Connection) -> None:
    """Merges its segments, so that it holds no word of what is gone; one that may goes as a whole."""
    if missing(connection):
        remove(connection)
        return
    try:
        connection.execute(f"INSERT INTO {NAME}({NAME}) VALUES ('optimize')")
    except sqlite3.DatabaseError as error:
        if not fault(error):
            raise
        remove(connection)


def drop_broken(connection: sqlite3.Connection) -> bool:
    """Drops what is left of a broken index, so that all else can be written; returns whether there was anything."""
    if not trouble(connection):
        return False
    before = _names(connection)
    remove(connection)
    return _names(connection) != before


def dropped() -> StoreDamaged:
    return StoreDamaged(
        "The full-text index of the memory was damaged and is dropped; nothing else is lost",
        hint="Do it once more; harken memory rebuild, or /rebuild, makes the index again",
    )


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
