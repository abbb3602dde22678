"""Every text in the database, row by row, with the store it belongs to: what forgetting counts before and after.

Tables that are not named here are read as they are: a new one is looked through from its first day.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from memory.store import fulltext
from memory.store.connection import raw
from memory.store.tombstones import GONE
from memory.text.scripts import query_grams, words

STORES = (
    "facts", "history", "evidence", "identity", "episodes", "entities", "relations", "projects", "search",
    "search words", "vectors", "turns", "replies", "notes", "titles", "ledger", "waiting", "log", "undo",
)  # fmt: skip
"""In the order in which they are told."""

_ROWS = {
    "fact": (
        "SELECT iif(valid_to IS NULL, 'facts', 'history'), 'fact', id, 0, content, keywords, category FROM fact",
        "SELECT 'evidence', 'fact', id, 0, quote FROM fact WHERE quote <> ''",
    ),
    "fact_source": ("SELECT 'evidence', 'fact', fact_id, 0 FROM fact_source",),
    "episode": (
        "SELECT 'episodes', 'episode', id, 0, summary, topics, entities, decisions, action_items FROM episode",
    ),
    "identity": ("SELECT 'identity', 'identity', id, 0, content FROM identity",),
    "entity": ("SELECT 'entities', '', 0, 0, name, folded, kind FROM entity",),
    "alias": ("SELECT 'entities', '', 0, 0, name, folded FROM alias",),
    "mention": ("SELECT 'entities', kind, item, 0 FROM mention",),
    "relation": (
        "SELECT 'relations', 'relation', r.id, 0,"
        " coalesce(s.name, '') || ' ' || predicate || ' ' || coalesce(o.name, '')"
        " FROM relation r LEFT JOIN entity s ON s.id = r.subject_id LEFT JOIN entity o ON o.id = r.object_id",
    ),
    "partition": ("SELECT 'projects', '', 0, 0, name, folded FROM partition",),
    "document": (
        "SELECT 'search', iif(d.kind IN ('turn', 'drawer'), 'message', d.kind), d.item, coalesce(m.role = 'user', 0),"
        " d.text, d.id, d.hash FROM document d"
        " LEFT JOIN message m ON d.kind IN ('turn', 'drawer') AND m.id = d.item",
    ),
    "part": (
        "SELECT iif(m.role = 'user', 'turns', 'replies'), 'message', message_id, m.role = 'user',"
        " p.text, p.name, p.meta, p.data"
        f" FROM part p LEFT JOIN message m ON m.id = message_id WHERE p.text <> '{GONE}'",
    ),
    "message": ("SELECT 'notes', '', id, 0, note FROM message WHERE note <> ''",),
    "conversation": (
        "SELECT 'titles', '', id, 0, title FROM conversation",
        "SELECT 'system prompts', '', id, 0, system FROM conversation WHERE system <> ''",
    ),
    "injection": ("SELECT 'ledger', '', id, 0, rule, \"query\", block, legs FROM injection",),
    "injection_item": ("SELECT 'ledger', '', item, 0, text, reason FROM injection_item",),
    "signal": ("SELECT 'waiting', 'message', message, 0 FROM signal",),
    "activity": ("SELECT 'log', '', id, 0, detail FROM activity",),
    "exported_file": ("SELECT 'exports', '', 0, 0, path FROM exported_file",),
    "consolidation_step": (
        "SELECT 'undo', iif(taken_back, '', kind), item, 0, \"before\", \"after\" FROM consolidation_step",
    ),
}
"""Store, the memory a row stands for ('' where it may outlive that), whether it is the user's own message, texts."""

_EMPTY = ("", "{}", "[]")
_WITHOUT_TEXT = (
    "vector", "tombstone", "tombstone_source", "receipt", "schema_migration", "session", "call", "meta", "doubt",
    "narrative", "learnt_item", "judgement",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Row:
    """`own`: it is a message of the user, or stands for one in the search, whose rows have `hash` and `document`."""

    store: str
    kind: str
    number: int
    own: bool
    texts: tuple[str, ...]
    hash: str = ""
    document: int = 0


def rows() -> Iterator[Row]:
    for table in _tables():
        known = _ROWS.get(table)
        for query in known or (f"SELECT '{table}', '', 0, 0, * FROM \"{table}\"",):
            for store, kind, number, own, *values in raw().execute(query):
                digest, document = (values.pop(), values.pop()) if table == "document" else ("", 0)
                said = tuple(text for value in values for text in texts(value))
                yield Row(store, kind, number, bool(own), said, digest, document)


def _tables() -> list[str]:
    found = raw().execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'").fetchall()
    return [name for (name,) in found if name not in _WITHOUT_TEXT and not name.startswith(fulltext.NAME)]


def word_entries() -> set[int]:
    """The documents that the full-text index has entries for."""
    if not fulltext.there(raw()):
        return set()
    return {row[0] for row in raw().execute("SELECT id FROM document_words_docsize")}


def word_matches(folded: str) -> set[int]:
    """The documents under which the full-text index has these words, one after the other."""
    phrase = [f'"{" ".join(spaced)}"'] if (spaced := words(folded)) else []
    expression = " AND ".join([*phrase, *(f'"{gram}"' for gram in query_grams(folded))])
    if not expression or not fulltext.there(raw()):
        return set()
    found = raw().execute("SELECT rowid FROM document_words WHERE document_words MATCH ?", (expression,))
    return {row[0] for row in found}


def vector_hashes() -> list[str]:
    """The hashes of the texts that have a vector, one for each."""
    return [row[0] for row in raw().execute("SELECT hash FROM vector")]


def newest_message() -> int:
    return int(raw().execute("SELECT coalesce(max(id), 0) FROM message").fetchone()[0])


def texts(value: Any) -> Iterator[str]:
    """The texts in what a column holds: bytes that are text, lists and objects piece by piece."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        for inner in value:
            yield from texts(inner)
        return
    if isinstance(value, bytes):
        try:
            value = value.decode("utf-8")
        except UnicodeDecodeError:
            return
    if not isinstance(value, str) or value in _EMPTY:
        return
    if value[0] in "[{":
        try:
            yield from texts(json.loads(value))
            return
        except (ValueError, RecursionError):
            pass
    yield value
