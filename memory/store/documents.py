"""What can be found: a document for each fact, episode, turn and identity line. All functions run inside the store."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from memory.store import partitions
from memory.store.catalogue import Catalogue
from memory.store.connection import kept
from memory.store.hits import Hit, Scope, chunked, living
from memory.store.statements import Insert
from memory.store.tables import Document
from memory.store.words import Postings, mark, ranked
from memory.text import heads
from memory.text import query as queries
from memory.text.normal import search_text
from memory.text.scripts import grams
from memory.types import Kind

_INSERT = Insert(Document)
SPARE = 3
"""So many times more documents are ranked than wanted: some of the best may be superseded or excluded."""


@dataclass(frozen=True, slots=True)
class Searchable:
    """A text as the indexes get it, its bigrams for scripts without spaces, and its hash, which keys the vector."""

    text: str
    grams: str
    hash: str


def searchable(text: str) -> Searchable:
    content = search_text(text)
    return Searchable(content, grams(content), hashlib.sha256(content.encode()).hexdigest())


def put(kind: str, item: int, text: str, *, conversation: int | None, created_at: datetime) -> int:
    """Makes or renews the document of `item` and returns its number.

    A changed text is a new document with a new number, waiting for its vector: whoever keeps numbers sees the change.
    So is one that belongs elsewhere now.
    """
    content = searchable(text)
    known = Document.get_or_none((Document.kind == str(kind)) & (Document.item == item))
    embedded = ""
    if known is not None and known.hash == content.hash:
        if known.partition == partitions.of(kind, item, conversation):
            changed: dict[str, Any] = {"conversation": conversation, "created_at": created_at}
            if known.created_at != created_at:
                changed["grams"] = _marked(kind, known.partition, content, created_at)
            Document.update(**changed).where(Document.id == known.id).execute()
            return int(known.id)
        embedded = known.embedded
    if known is not None:
        known.delete_instance()
    return add(kind, item, content, conversation=conversation, created_at=created_at, embedded=embedded)


def add(
    kind: str,
    item: int,
    content: Searchable,
    *,
    conversation: int | None,
    created_at: datetime,
    embedded: str = "",
) -> int:
    """Makes the document of an item that is new, and returns its number."""
    made = columns(kind, item, content, conversation=conversation, created_at=created_at)
    return _INSERT(**made, embedded=embedded)


def columns(
    kind: str, item: int, content: Searchable, *, conversation: int | None, created_at: datetime
) -> dict[str, Any]:
    """The document of an item as the table has it, but for what is known of its vector."""
    partition = partitions.of(kind, item, conversation)
    return {
        "kind": str(kind),
        "item": item,
        "conversation": conversation,
        "text": content.text,
        "grams": _marked(kind, partition, content, created_at),
        "hash": content.hash,
        "partition": partition,
        "created_at": created_at,
    }


def follow(conversation: int) -> None:
    """What is found of a conversation belongs where the conversation does; facts learnt from it stay."""
    kinds = (Kind.TURN, Kind.DRAWER, Kind.EPISODE)
    for row in Document.select().where(Document.conversation == conversation, Document.kind.in_(kinds)):
        put(row.kind, row.item, row.text, conversation=conversation, created_at=row.created_at)


def become(item: int, before: Kind, after: Kind) -> None:
    """The document of a message counts as another kind from now on; its vector stays."""
    known = Document.get_or_none((Document.kind == str(before)) & (Document.item == item))
    if known is None:
        return
    known.delete_instance()
    content = Searchable(known.text, grams(known.text), known.hash)
    add(
        after,
        item,
        content,
        conversation=known.conversation,
        created_at=known.created_at,
        embedded=known.embedded,
    )


def _marked(kind: str, partition: int, content: Searchable, at: datetime) -> str:
    return " ".join(filter(None, (mark(kind, partition), heads.tokens(content.text, at), content.grams)))


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
    partitions: Iterable[int] = (),
) -> list[Hit]:
    """The living documents that share words with `query`, best first. Any text is safe as a query.

    Superseded facts and what stands in deleted conversations is not found. Scores compare within one search only.
    """
    scope = Scope(tuple(map(str, kinds)), frozenset(exclude), conversation, since, until, tuple(partitions))
    return search_scored(query, scope, limit)[0]


def sharing_words(kind: str, text: str, limit: int, within: Sequence[int]) -> list[int]:
    """The items of `kind` in the partitions `within` that share most words with `text`, best first, living or not."""
    best = sharing(kind, text, limit, within)
    rows = Document.select(Document.id, Document.item).where(Document.id.in_(best))
    items = {row.id: row.item for row in rows}
    return [items[number] for number in best if number in items]


def sharing(kind: str, text: str, limit: int, within: Sequence[int]) -> list[int]:
    """The same, by the numbers of the documents."""
    return list(ranked(queries.parse(text), (str(kind),), within, limit=limit))[:limit]


def search_scored(query: str, scope: Scope, limit: int) -> tuple[list[Hit], dict[int, float]]:
    """The hits of `search_words`, and the scores of further documents behind them, which were not looked at."""
    return search_parsed(queries.parse(query), scope, limit, Postings())


def search_parsed(
    parsed: queries.Query, scope: Scope, limit: int, postings: Postings
) -> tuple[list[Hit], dict[int, float]]:
    """The same; searches that share `postings` read the index once."""
    most = SPARE * limit + len(scope.exclude)
    scores = ranked(parsed, scope.kinds, scope.partitions, limit=most, postings=postings)
    hits = _first_living(scores, scope, limit)
    for substring in parsed.substrings:
        hits = _with_substring(hits, _holding(substring, scope, SPARE * limit, postings))
    hits.sort(key=lambda hit: (-hit.score, -hit.document))
    return hits[:limit], scores


def _first_living(scores: Mapping[int, float], scope: Scope, limit: int) -> list[Hit]:
    """The first `limit` that still count; mostly those at the top do, so the rest is not even read."""
    found: list[Hit] = []
    for chunk in chunked(list(scores.items()), limit + SPARE):
        found.extend(living(dict(chunk), scope))
        if len(found) >= limit:
            break
    return found[:limit]


def _holding(substring: str, scope: Scope, limit: int, postings: Postings) -> list[Hit]:
    """The newest living documents whose text holds `substring`."""
    holders = kept(Catalogue).within(postings.holding(substring), scope.kinds, scope.partitions)
    return _first_living(dict.fromkeys(holders[:limit].tolist(), 1.0), scope, limit)


def _with_substring(hits: list[Hit], holders: list[Hit]) -> list[Hit]:
    """What holds the substring stands before all that only shares words."""
    top = max((hit.score for hit in hits), default=0.0) + 1.0
    known = {hit.document: hit.score for hit in hits}
    lifted = [hit._replace(score=top + known.get(hit.document, 0.0)) for hit in holders]
    return lifted + [hit for hit in hits if hit.document not in {holder.document for holder in holders}]
