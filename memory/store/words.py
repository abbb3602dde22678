"""The lexical ranking: BM25F over posting lists of the full-text index, with the turns around as weaker fields.

FTS5's own bm25() fixes k1 and b and can't see neighbours. Here each term gives its list of documents, and scores are
counted over those lists alone, so no text is read. A term counts once a document, which low k1 comes down to.
Weights follow Robertson and Zaragoza's BM25F, measured on two-person and assistant chats: an answer follows its
question, so the turn before counts most. Who speaks and the date count for the turn alone, and
how rare a name is goes by the texts that speak of it, not by those it speaks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from math import log
from typing import TYPE_CHECKING

from memory.store.catalogue import Catalogue
from memory.store.connection import kept, raw
from memory.store.partitions import EVERYWHERE
from memory.text import heads
from memory.text.query import Query
from memory.types import Kind

if TYPE_CHECKING:
    from numpy import float64
    from numpy.typing import NDArray

    from memory.store.catalogue import Numbers

MARK = "\ue000"
"""A private-use letter before the name of a kind: a token that no text holds, so that kinds are part of the index."""
APART = "x"
"""Ends the token of what belongs to any project or persona."""

K1, B = 0.5, 0.6
PREVIOUS, NEXT, PREVIOUS_2, NEXT_2 = 0.8, 0.3, 0.35, 0.15
SPOKEN, DATED = 2.0, 0.6
MAX_POSTINGS = 4000
"""A term in more documents tells little; it is left out while rarer ones are there, which keeps the cost flat."""
MAX_CANDIDATES = 600
DIGITS = 9
"""Of a score; what is equal but for the order of adding is equal, and the newer then comes first."""
UNSEEN = 100
"""So many documents without any of the words are added in thought: in a memory of five facts no word is common."""


def mark(kind: str, partition: int = EVERYWHERE) -> str:
    """The tokens in the index that stand for a document of `kind` in `partition`."""
    return f"{MARK}{kind}" if partition == EVERYWHERE else f"{MARK}{kind}{partition} {MARK}{kind}{APART}"


def _marks(kinds: Sequence[str], partitions: Sequence[int]) -> list[str]:
    """The tokens to look for: one for each kind and partition; `partitions` () are all."""
    ends = ["" if one == EVERYWHERE else str(one) for one in partitions] or ["", APART]
    return [f"{MARK}{kind}{end}" for kind in kinds or map(str, Kind) for end in ends]


class Postings:
    """Posting lists, each read once for all the kinds and texts of a search."""

    def __init__(self) -> None:
        self._rare: dict[str, Numbers | None] = {}
        self._holding: dict[str, Numbers] = {}

    def rare(self, term: str) -> Numbers | None:
        """The documents of `term`, in order; None where there are too many."""
        if term not in self._rare:
            found = _read(term, "rowid")
            self._rare[term] = found if len(found) < MAX_POSTINGS else None
        return self._rare[term]

    def holding(self, substring: str) -> Numbers:
        """The newest documents whose text holds `substring`, whatever its case. Every text is looked through."""
        if substring not in self._holding:
            sql = "SELECT id FROM document WHERE text LIKE ? ESCAPE '\\'"
            pattern = "%" + substring.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_") + "%"
            self._holding[substring] = _numbers(sql, pattern, "id DESC")
        return self._holding[substring]


@dataclass(frozen=True, slots=True)
class _Term:
    """The documents that speak of a word, those whose speaker has that name, and those of the date it names."""

    idf: float
    documents: Numbers
    spoken: Numbers
    dated: Numbers

    def all(self) -> Numbers:
        import numpy as np

        return reduce(np.union1d, (more for more in (self.spoken, self.dated) if len(more)), self.documents)


def ranked(
    query: Query,
    kinds: Sequence[str] = (),
    partitions: Sequence[int] = (),
    *,
    limit: int,
    postings: Postings | None = None,
) -> dict[int, float]:
    """The best `limit` documents for `query` and some more, best first, with the share of it that they cover, 0 to 1.

    A term that stands nowhere counts as uncovered, so that a weak match of a strange question shows as weak. It weighs
    no more than the rarest that does: how often the rest is said makes it no less of an answer.
    """
    import numpy as np

    catalogue = kept(Catalogue)
    catalogue.refresh()
    lists = _terms(query, kinds, partitions, postings or Postings(), catalogue)
    if not any(len(term.all()) for term in lists):
        return {}
    rarest = max(term.idf for term in lists if len(term.all()))
    ceiling = (K1 + 1) * sum(min(term.idf, rarest) for term in lists)
    hits = _most_covering(lists, max(MAX_CANDIDATES, limit))
    candidates, fields = _fields(hits, catalogue) if not kinds or Kind.TURN in kinds else _alone(hits)
    scores = _scores(candidates, fields, lists, catalogue)
    shares = (scores / ceiling).round(DIGITS)
    best = np.lexsort((-candidates, -shares))
    best = best[shares[best] > 0]
    return dict(zip(candidates[best].tolist(), shares[best].tolist(), strict=True))


def _terms(
    query: Query,
    kinds: Sequence[str],
    partitions: Sequence[int],
    postings: Postings,
    catalogue: Catalogue,
) -> list[_Term]:
    """Each term with its documents; of the common ones the newest, and these only if no rarer term has any."""
    import numpy as np

    def within(found: Numbers | None) -> Numbers:
        return np.zeros(0, "i8") if found is None or not len(found) else catalogue.within(found, kinds, partitions)

    rare = {term: postings.rare(term) for term in query.terms}
    chosen = {term: within(found) for term, found in rare.items() if found is not None}
    if len(chosen) < len(rare) and not any(map(len, chosen.values())):
        marks = " OR ".join(f'"{one}"' for one in _marks(kinds, partitions))
        chosen = {term: within(_read(f"({term}) AND grams : ({marks})", "rowid DESC")) for term in query.terms}
    size = max(catalogue.size(kinds), *map(len, chosen.values()), 1) + UNSEEN if chosen else 1
    found = []
    for term, documents in chosen.items():
        word = query.words.get(term, "")
        spoken = within(postings.rare(heads.spoken_by(word)) if word else None)
        dated = within(postings.rare(date) if (date := heads.dated(word)) else None)
        shared = np.setdiff1d(documents, spoken) if len(spoken) else documents
        idf = log(1 + (size - len(shared) + 0.5) / (len(shared) + 0.5))
        found.append(_Term(idf, shared, spoken, dated))
    return found


def _read(expression: str, order: str) -> Numbers:
    import numpy as np

    return np.sort(_numbers("SELECT rowid AS id FROM document_words WHERE document_words MATCH ?", expression, order))


def _numbers(sql: str, value: str, order: str) -> Numbers:
    """The numbers that `sql` finds, as one value: thousands of rows would each wait for the GIL."""
    import numpy as np

    row = raw().execute(f"SELECT group_concat(id) FROM ({sql} ORDER BY {order} LIMIT {MAX_POSTINGS})", (value,))
    return np.fromstring(row.fetchone()[0] or "", "i8", sep=",")


def _most_covering(lists: Sequence[_Term], limit: int) -> Numbers:
    """The documents that hold most of the question's weight, the newer first."""
    import numpy as np

    holding = [term.all() for term in lists]
    numbers, places = np.unique(np.concatenate(holding), return_inverse=True)
    own = np.bincount(places, np.repeat([term.idf for term in lists], [len(found) for found in holding]))
    return numbers[np.lexsort((-numbers, -own))[:limit]]


@dataclass(frozen=True, slots=True)
class _Fields:
    """Whose words count for whom: the place of a candidate, a document around it, and how much that one counts."""

    candidates: Numbers
    documents: Numbers
    weights: NDArray[float64]


def _alone(hits: Numbers) -> tuple[Numbers, _Fields]:
    import numpy as np

    candidates = np.sort(hits)
    return candidates, _Fields(np.arange(len(candidates)), candidates, np.ones(len(candidates)))


def _fields(hits: Numbers, catalogue: Catalogue) -> tuple[Numbers, _Fields]:
    """The hits and the turns around them, each with the turns around it as far as these are known."""
    import numpy as np

    ring = np.concatenate([catalogue.previous(hits), catalogue.following(hits)[1]])
    known = np.unique(np.concatenate([hits, ring[ring > 0]]))
    previous = catalogue.previous(known)
    at_next, following = catalogue.following(known)
    candidates = np.unique(np.concatenate([known, previous[previous > 0], following]))
    at_known = np.arange(len(known))
    earlier = _steps(at_known, previous, known, at_known, previous)
    later = _steps(at_next, following, known, at_next, following)
    places = np.searchsorted(candidates, known)
    parts = (
        (np.arange(len(candidates)), candidates, 1.0),
        (places, previous, PREVIOUS),
        (places[earlier[0]], earlier[1], PREVIOUS_2),
        (places[at_next], following, NEXT),
        (places[later[0]], later[1], NEXT_2),
    )
    fields = _Fields(
        np.concatenate([at for at, _, _ in parts]),
        np.concatenate([documents for _, documents, _ in parts]),
        np.concatenate([np.full(len(at), weight) for at, _, weight in parts]),
    )
    there = fields.documents > 0
    return candidates, _Fields(fields.candidates[there], fields.documents[there], fields.weights[there])


def _steps(
    places: Numbers, reached: Numbers, known: Numbers, at: Numbers, neighbours: Numbers
) -> tuple[Numbers, Numbers]:
    """One step further: from those `reached` that are `known` to their `neighbours`, which stand `at` known ones."""
    import numpy as np

    order = np.argsort(at, kind="stable")
    at, neighbours = at[order], neighbours[order]
    inner = np.minimum(np.searchsorted(known, reached), len(known) - 1)
    there = known[inner] == reached
    places, inner = places[there], inner[there]
    first, last = np.searchsorted(at, inner), np.searchsorted(at, inner, "right")
    counts = last - first
    offsets = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
    return np.repeat(places, counts), neighbours[np.repeat(first, counts) + offsets]


def _scores(candidates: Numbers, fields: _Fields, lists: Sequence[_Term], catalogue: Catalogue) -> NDArray[float64]:
    import numpy as np

    size = len(candidates)
    sizes = np.bincount(fields.candidates, fields.weights * catalogue.lengths(fields.documents), size)
    damping = K1 * (1 - B + B * sizes / (sizes.mean() or 1.0))
    scores = np.zeros(size)
    for term in lists:
        around = np.bincount(fields.candidates, fields.weights * _among(term.documents, fields.documents), size)
        frequency = around + SPOKEN * _among(term.spoken, candidates) + DATED * _among(term.dated, candidates)
        scores += term.idf * frequency * (K1 + 1) / (frequency + damping)
    return scores


def _among(documents: Numbers, wanted: Numbers) -> NDArray[float64]:
    """1 for each of `wanted` that is one of the sorted `documents`."""
    import numpy as np

    if not len(documents):
        return np.zeros(len(wanted))
    places = np.minimum(np.searchsorted(documents, wanted), len(documents) - 1)
    found: NDArray[float64] = (documents[places] == wanted).astype("f8")
    return found
