"""The full-text index made anew beside the old one, a piece at a time, and put in its place. Runs inside the store.

The old index serves meanwhile, and no other window waits longer for its turn to write than a piece takes. What is
deleted or changed behind the mark is followed by triggers; what is new comes above it.
"""

from __future__ import annotations

from memory.store import fulltext, meta
from memory.store.connection import raw

PIECE = 500
_FRESH = f"{fulltext.NAME}_anew"
_MARK = "rewording_mark"
_BEHIND = f"WHEN old.id <= (SELECT CAST(value AS INTEGER) FROM meta WHERE key = '{_MARK}')"
_DELETE = f"INSERT INTO {_FRESH}({_FRESH}, rowid, text, grams) VALUES ('delete', old.id, old.text, old.grams)"
_FOLLOWERS = {
    "document_anew_delete": f"AFTER DELETE ON document {_BEHIND} BEGIN {_DELETE}; END",
    "document_anew_update": f"AFTER UPDATE OF text, grams ON document {_BEHIND} BEGIN {_DELETE};"
    f" INSERT INTO {_FRESH}(rowid, text, grams) VALUES (new.id, new.text, new.grams); END",
}


class Abandoned(Exception):
    """Something was forgotten meanwhile, and the unfinished index went with it."""


def begin() -> None:
    """An empty index. One that was left unfinished goes."""
    abandon()
    raw().execute(fulltext.TABLE.replace(fulltext.NAME, _FRESH, 1))
    meta.put(_MARK, "0")
    for name, body in _FOLLOWERS.items():
        raw().execute(f"CREATE TRIGGER {name} {body}")


def step() -> float:
    """Takes in the next documents and returns how far it is; with the last ones it takes the old one's place: 1.0."""
    mark = meta.get(_MARK)
    if mark is None:
        raise Abandoned
    rows = (
        raw()
        .execute("SELECT id, text, grams FROM document WHERE id > ? ORDER BY id LIMIT ?", (int(mark), PIECE))
        .fetchall()
    )
    raw().executemany(f"INSERT INTO {_FRESH}(rowid, text, grams) VALUES (?, ?, ?)", rows)
    if len(rows) < PIECE:
        _take_its_place()
        return 1.0
    last = rows[-1][0]
    meta.put(_MARK, str(last))
    (newest,) = raw().execute("SELECT max(id) FROM document").fetchone()
    return float(min(0.99, last / newest))


def abandon() -> None:
    """Drops an unfinished index: it holds words of what was there when it was begun."""
    for name in _FOLLOWERS:
        raw().execute(f"DROP TRIGGER IF EXISTS {name}")
    raw().execute(f"DROP TABLE IF EXISTS {_FRESH}")
    meta.drop(_MARK)


def _take_its_place() -> None:
    """The triggers name the index, so they are made anew with it."""
    for name in _FOLLOWERS:
        raw().execute(f"DROP TRIGGER {name}")
    fulltext.remove(raw())
    raw().execute(f"ALTER TABLE {_FRESH} RENAME TO {fulltext.NAME}")
    fulltext.make_triggers(raw())
    meta.drop(_MARK)
