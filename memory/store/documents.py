"""What can be found: a document for each fact, episode, turn and identity line. All functions run inside the store."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

from memory.store.fields import to_millis
from memory.store.hits import Hit, Scope, chunked, containing, living
from memory.store.tables import Document
from memory.store.words import mark, ranked
from memory.text import query as queries
from memory.text.normal import search_text
from memory.text.scripts import grams

SPARE = 3
"""So many times more documents are ranked than wanted: some of the best may be superseded or excluded."""


def put(kind: str, item: int, text: str, *, conversation: int | None, created_at: datetime) -> int:
    """Makes or replaces the document of `item` and returns its number; a changed text waits for a new vector."""
    searchable = search_text(text)
    digest = hashlib.sha256(searchable.encode()).hexdigest()
    query = Document.insert(
        kind=str(kind),
        item=item,
        conversation=conversation,
        text=searchable,
        grams=f"{mark(kind)} {grams(searchable)}".strip(),
        hash=digest,
        created_at=to_millis(created_at),
    ).on_conflict(
        conflict_target=(Document.kind, Document.item),
        preserve=(Document.conversation, Document.text, Document.grams, Document.hash, Document.created_at),
        update={Document.embedded: ""},
        where=(Document.hash != digest) | (Document.conversation != conversation),
    )
    query.execute()
    return int(Document.get((Document.kind == str(kind)) & (Document.item == item)).id)


def drop(kind: str, items: Iterable[int]) -> int:
    """Removes the documents of `items`; their vectors go with `vectors.drop_unused`. Returns how many there were."""
    numbers = list(items)
    return sum(
        int(Document.delete().where((Document.kind == str(kind)) & (Document.item << chunk)).execute())
        for chunk in chunked(numbers)
    )


def search_words(
    query: str,
    *,
    kinds: Iterable[str] = (),
    exclude: Iterable[tuple[str, int]] = (),
    limit: int = 20,
    conversation: int | None = None,
    since: datetime | None = None,
    until: datetime | None = None,
) -> list[Hit]:
    """The living documents that share words with `query`, best first. Any text is safe as a query.

    Superseded facts and what stands in deleted conversations is not found. Scores compare within one search only.
    """
    scope = Scope(tuple(map(str, kinds)), frozenset(exclude), conversation, since, until)
    parsed = queries.parse(query)
    scores = ranked(parsed.terms, scope.kinds, limit=SPARE * limit + len(scope.exclude) + 50)
    hits = [replace(hit, score=scores[number]) for number, hit in living(scores, scope).items()]
    for substring in parsed.substrings:
        hits = _with_substring(hits, containing(substring, scope, SPARE * limit))
    hits.sort(key=lambda hit: (-hit.score, -hit.document))
    return hits[:limit]


def _with_substring(hits: list[Hit], holders: list[Hit]) -> list[Hit]:
    """What holds the substring stands before all that only shares words."""
    top = max((hit.score for hit in hits), default=0.0) + 1.0
    known = {hit.document: hit.score for hit in hits}
    lifted = [replace(hit, score=top + known.get(hit.document, 0.0)) for hit in holders]
    return lifted + [hit for hit in hits if hit.document not in {holder.document for holder in holders}]
