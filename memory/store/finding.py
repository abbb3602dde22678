"""Conversations by words of their titles and of what was said in them, while the last word is still being typed."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from memory.store import conversations, fulltext, ids
from memory.store.connection import raw
from memory.text import query as queries
from memory.text.excerpt import excerpt
from memory.text.normal import clean, fold
from memory.text.scripts import query_grams, words
from memory.types import Conversation, Found

MOST_TURNS = 4000
"""So many of the newest turns that hold the words are looked at."""
MOST_LETTERS = 200
BEGINNING = 3
"""The index keeps stems: a word that is half typed may be longer than its own, but they begin alike."""
_TITLES = "SELECT id, title FROM conversation WHERE deleted_at IS NULL AND title <> ''"
_MATCHING = f"SELECT rowid FROM {fulltext.NAME} WHERE {fulltext.NAME} MATCH ? ORDER BY rowid DESC LIMIT {MOST_TURNS}"
_NEWEST = f"SELECT id FROM document ORDER BY id DESC LIMIT {MOST_TURNS}"
_SAID = """
SELECT max(d.id), d.conversation, d.item, d.text FROM document d JOIN conversation c ON c.id = d.conversation
WHERE d.id IN ({turns}) AND d.kind IN ('turn', 'drawer') AND c.deleted_at IS NULL {holding} GROUP BY d.conversation
"""
_HOLDS = " AND d.text LIKE ? ESCAPE '\\'"


@dataclass(frozen=True, slots=True)
class _Look:
    """One look through the turns: an FTS5 expression, "" for the newest, and what their texts have to hold."""

    matching: str
    holding: tuple[str, ...] = ()

    def rows(self) -> Iterator[tuple[int, int, int, str]]:
        turns, values = (_MATCHING, [self.matching]) if self.matching else (_NEWEST, [])
        sql = _SAID.format(turns=turns, holding=_HOLDS * len(self.holding))
        yield from raw().execute(sql, [*values, *map(_pattern, self.holding)])


def find(text: str, limit: int) -> list[Found]:
    """Pinned ones first, then the newest; each with the newest turn that says all the words, where one does."""
    text = clean(text)[:MOST_LETTERS]
    plain = unicodedata.normalize("NFKC", text).lower().strip()
    if not plain:
        return []
    titled = _titled(fold(text).split())
    said: dict[int, tuple[int, int, str]] = {}
    for look in _looks(plain):
        for document, conversation, message, content in look.rows():
            said[conversation] = max(said.get(conversation, (0, 0, "")), (document, message, content))
    listed = conversations.listing(among=[*titled | said.keys()], limit=limit)
    wanted = [*words(plain), plain]
    return [_found(one, said.get(ids.number(one.id, "conversation")), wanted) for one in listed]


def _found(conversation: Conversation, hit: tuple[int, int, str] | None, wanted: list[str]) -> Found:
    if hit is None:
        return Found(conversation)
    _, message, content = hit
    return Found(conversation, ids.show("message", message), excerpt(content, wanted))


def _titled(wanted: Sequence[str]) -> set[int]:
    return {number for number, title in raw().execute(_TITLES) if all(word in fold(title) for word in wanted)}


def _looks(plain: str) -> Iterator[_Look]:
    terms = words(plain)
    grams = [f'grams : "{gram}" *' for gram in query_grams(plain)]
    symbols = queries.parse(plain).substrings
    if not terms and not grams:
        yield _Look("", symbols)
        return
    *whole, last = terms or [""]
    known = [*(f'text : "{term}"' for term in whole), *grams]
    yield _Look(" AND ".join([*known, *([f'text : "{last}" *'] if last else [])]), symbols)
    if beginning := last[:BEGINNING].removesuffix("y"):
        yield _Look(" AND ".join([*known, f'text : "{beginning}" *']), (*symbols, last))


def _pattern(substring: str) -> str:
    return "%" + substring.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_") + "%"
