"""The lexical ranking: BM25F over posting lists of the full-text index, with the turns around as weaker fields.

FTS5's own bm25() fixes k1 and b and can't see neighbours. Here each term gives its list of documents, and scores are
counted over those lists alone, so no text is read. A term counts once a document, which low k1 comes down to.
Weights follow Robertson and Zaragoza's BM25F, measured on two-person and assistant chats: an answer follows its
question, so the turn before counts most.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import log

from memory.store.connection import raw
from memory.store.hits import chunked
from memory.store.partitions import EVERYWHERE
from memory.types import Kind

MARK = "\ue000"
"""A private-use letter before the name of a kind: a token that no text holds, so that kinds are part of the index."""
APART = "x"
"""Ends the token of what belongs to any project or persona."""

K1, B = 0.5, 0.6
PREVIOUS, NEXT, PREVIOUS_2, NEXT_2 = 0.8, 0.3, 0.35, 0.15
MAX_POSTINGS = 4000
"""A term in more documents tells little; it is left out while rarer ones are there, which keeps the cost flat."""
MAX_CANDIDATES = 200
UNSEEN = 100
"""So many documents without any of the words are added in thought: in a memory of five facts no word is common."""


def mark(kind: str, partition: int = EVERYWHERE) -> str:
    """The tokens in the index that stand for a document of `kind` in `partition`."""
    return f"{MARK}{kind}" if partition == EVERYWHERE else f"{MARK}{kind}{partition} {MARK}{kind}{APART}"


def _marks(kinds: Sequence[str], partitions: Sequence[int]) -> list[str]:
    """The tokens to look for: one for each kind and partition; `partitions` () are all."""
    ends = ["" if one == EVERYWHERE else str(one) for one in partitions] or ["", APART]
    return [f"{MARK}{kind}{end}" for kind in kinds or map(str, Kind) for end in ends]


@dataclass(frozen=True, slots=True)
class _Term:
    idf: float
    documents: frozenset[int]


@dataclass(frozen=True, slots=True)
class _Around:
    """The turns before and after, by document."""

    previous: Mapping[int, int]
    following: Mapping[int, Sequence[int]]

    def fields(self, document: int) -> list[tuple[float, int]]:
        """The weights and numbers of the documents whose words count for `document`."""
        found = [(1.0, document)]
        before = self.previous.get(document)
        if before is not None:
            found.append((PREVIOUS, before))
            if (earlier := self.previous.get(before)) is not None:
                found.append((PREVIOUS_2, earlier))
        for after in self.following.get(document, ()):
            found.append((NEXT, after))
            found.extend((NEXT_2, later) for later in self.following.get(after, ()))
        return found


def ranked(
    terms: Sequence[str], kinds: Sequence[str] = (), partitions: Sequence[int] = (), *, limit: int
) -> dict[int, float]:
    """The best documents for FTS5 expressions `terms`, best first, with the share of the query they cover, 0 to 1.

    A term that stands nowhere counts as uncovered, so that a weak match of a strange question shows as weak.
    """
    marks = _marks(kinds, partitions) if kinds or partitions else []
    lists = _weighed([_postings(term, marks) for term in terms], kinds)
    ceiling = (K1 + 1) * sum(term.idf for term in lists)
    own: dict[int, float] = defaultdict(float)
    for term in lists:
        for document in term.documents:
            own[document] += term.idf
    if not own:
        return {}
    hits = sorted(own, key=lambda document: (-own[document], -document))[: max(MAX_CANDIDATES, limit)]
    around = _around(hits) if not kinds or "turn" in kinds else _Around({}, {})
    candidates = {*hits, *around.previous.values(), *(later for turns in around.following.values() for later in turns)}
    lengths = _lengths({number for document in candidates for _, number in around.fields(document)})
    scores = _scores(candidates, lists, around, lengths)
    best = sorted(scores.items(), key=lambda pair: (-pair[1], -pair[0]))[:limit]
    return {document: score / ceiling for document, score in best}


def _postings(term: str, marks: Sequence[str]) -> frozenset[int]:
    within = " OR ".join(f'"{mark}"' for mark in marks)
    expression = f"({term}) AND grams : ({within})" if within else term
    rows = raw().execute(
        "SELECT rowid FROM document_words WHERE document_words MATCH ? ORDER BY rowid DESC LIMIT ?",
        (expression, MAX_POSTINGS),
    )
    return frozenset(row[0] for row in rows)


def _weighed(lists: Sequence[frozenset[int]], kinds: Sequence[str]) -> list[_Term]:
    chosen = [documents for documents in lists if len(documents) < MAX_POSTINGS]
    if not any(chosen):
        chosen = list(lists)
    size = max(_size(kinds), *map(len, chosen), 1) + UNSEEN if chosen else 1
    return [_Term(log(1 + (size - len(found) + 0.5) / (len(found) + 0.5)), found) for found in chosen]


def _size(kinds: Sequence[str]) -> int:
    """The number of documents, as far as it matters for rarity."""
    condition = f"WHERE kind IN ({', '.join('?' * len(kinds))})" if kinds else ""
    limit = 10 * MAX_POSTINGS
    row = raw().execute(f"SELECT count(*) FROM (SELECT 1 FROM document {condition} LIMIT {limit})", list(kinds))
    return int(row.fetchone()[0])


def _around(hits: Sequence[int]) -> _Around:
    previous = _previous(hits)
    following = _following(hits)
    ring = {*previous.values(), *(later for turns in following.values() for later in turns)} - set(hits)
    return _Around(previous | _previous(sorted(ring)), following | _following(sorted(ring)))


_PREVIOUS = """
SELECT d.id, before.id FROM document d
CROSS JOIN message m ON m.id = d.item
CROSS JOIN message p ON p.id = m.parent AND +p.session_id IS m.session_id
CROSS JOIN document before ON before.kind = 'turn' AND before.item = p.id
WHERE +d.kind = 'turn' AND d.id IN ({marks})
"""
_FOLLOWING = """
SELECT d.id, after.id FROM document d
CROSS JOIN message p ON p.id = d.item
CROSS JOIN message m ON m.parent = p.id AND +m.session_id IS p.session_id
CROSS JOIN document after ON after.kind = 'turn' AND after.item = m.id
WHERE +d.kind = 'turn' AND d.id IN ({marks})
"""
# CROSS JOIN and + keep SQLite to this order; left alone it walks through every turn there is.


def _previous(documents: Sequence[int]) -> dict[int, int]:
    return dict(_pairs(_PREVIOUS, documents))


def _following(documents: Sequence[int]) -> dict[int, list[int]]:
    found: dict[int, list[int]] = defaultdict(list)
    for document, after in _pairs(_FOLLOWING, documents):
        found[document].append(after)
    return dict(found)


def _pairs(sql: str, documents: Sequence[int]) -> Iterable[tuple[int, int]]:
    for chunk in chunked(documents):
        yield from raw().execute(sql.format(marks=", ".join("?" * len(chunk))), list(chunk))


def _lengths(documents: Iterable[int]) -> dict[int, int]:
    found: dict[int, int] = {}
    for chunk in chunked(sorted(documents)):
        sql = f"SELECT id, length(text) + length(grams) FROM document WHERE id IN ({', '.join('?' * len(chunk))})"
        found.update(raw().execute(sql, list(chunk)))
    return found


def _scores(
    candidates: Iterable[int], lists: Sequence[_Term], around: _Around, lengths: Mapping[int, int]
) -> dict[int, float]:
    fields = {document: around.fields(document) for document in candidates}
    sizes = {
        document: sum(weight * lengths.get(number, 0) for weight, number in parts) for document, parts in fields.items()
    }
    mean = sum(sizes.values()) / len(sizes) or 1.0
    scores: dict[int, float] = {}
    for document, parts in fields.items():
        damping = K1 * (1 - B + B * sizes[document] / mean)
        score = 0.0
        for term in lists:
            frequency = sum(weight for weight, number in parts if number in term.documents)
            score += term.idf * frequency * (K1 + 1) / (frequency + damping)
        if score > 0:
            scores[document] = score
    return scores
