"""The lexical leg: what shares words with a question, for each kind apart, since they compete for their own places."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from memory.recall.entities import phrases, plain
from memory.recall.tasks import StandingFacts, tasks, tasks_in
from memory.store import documents, graph
from memory.store.catalogue import Catalogue
from memory.store.connection import kept
from memory.store.hits import Hit, Scope
from memory.store.store import Store
from memory.store.words import Postings
from memory.text.query import Query, parse

POOL = 40


@dataclass(frozen=True, slots=True)
class Worded:
    """Hits by kind with the share of the question's words they cover, and the names of known entities in the text.

    `scores` has the shares of more documents than there are hits, for those that the other leg brings. `standing` are
    facts that hold for the kinds of task in the text, by the task's name.
    """

    hits: Mapping[str, Sequence[Hit]]
    scores: Mapping[int, float] = field(default_factory=dict)
    names: frozenset[str] = frozenset()
    standing: Mapping[str, Sequence[Hit]] = field(default_factory=dict)


async def find(store: Store, texts: Sequence[str], scope: Scope, facts: StandingFacts | None = None) -> Worded:
    """What shares words with one of the texts; a document's score is that for the text it fits best."""

    def work() -> Worded | None:
        if kept(Catalogue).step():
            return None
        found: dict[str, Sequence[Hit]] = {}
        scores: dict[int, float] = {}
        queries, postings = [parse(text) for text in texts], Postings()
        for kind in scope.kinds:
            found[kind], more = _best(queries, replace(scope, kinds=(kind,)), postings)
            scores |= more
        standing = facts.of(tasks_in(plain(texts[0])), scope) if facts else {}
        return Worded(found, scores, graph.known(phrases(plain(texts[-1]))), standing)

    while (worded := await store.read(work)) is None:
        pass  # a large memory is taken in piece by piece, so that other reads come in between
    return worded


async def prepare(store: Store, scope: Scope, facts: StandingFacts) -> None:
    """Takes in what is new, and looks up what holds for each kind of task."""
    while await store.read(lambda: kept(Catalogue).step()):
        pass
    await store.read(lambda: facts.of(tasks(), scope))


def _best(queries: Sequence[Query], scope: Scope, postings: Postings) -> tuple[list[Hit], dict[int, float]]:
    hits: dict[int, Hit] = {}
    scores: dict[int, float] = {}
    for query in queries:
        found, more = documents.search_parsed(query, scope, POOL, postings)
        for hit in found:
            if hit.document not in hits or hits[hit.document].score < hit.score:
                hits[hit.document] = hit
        scores = {number: max(score, scores.get(number, 0.0)) for number, score in more.items()} if scores else more
    return sorted(hits.values(), key=lambda hit: (-hit.score, -hit.document))[:POOL], scores
