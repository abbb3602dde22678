"""Entities and relations of a draft, as far as the user named them. Runs inside the store."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from memory.distill import candidates, digest
from memory.distill.candidates import Draft
from memory.distill.prompt import numbered
from memory.distill.source import Batch, Line
from memory.distill.speech import Sentence
from memory.store import facts, graph
from memory.text.normal import plain
from memory.text.phrase import Phrase
from memory.types import Kind


def save(batch: Batch, draft: Draft, learned: Sequence[int], at: datetime) -> None:
    """Keeps the entities that were named, which of the learnt facts mention them, and their relations."""
    found = {
        graph.entity(entity.name, at=at, kind=entity.kind, aliases=entity.aliases)
        for entity in digest.named(draft.entities, batch.said)
    }
    called = [(number, Phrase(plain(name))) for number in found for name in graph.names(number)]
    for fact in learned:
        content = plain(facts.get(fact).content)
        graph.mention([number for number, name in called if name.found_in(content)], Kind.FACT, fact)
    lines = numbered(batch)
    for relation in draft.relations:
        cited = [lines[number] for number in relation.evidence if number in lines]
        _relate(relation, [line for line in cited if line.evidence], at)


def _relate(relation: candidates.Relation, cited: Sequence[Line], at: datetime) -> None:
    """Both ends must stand in one sentence of the user; the user is no entity, facts tell about the user."""
    ends = (plain(relation.subject), plain(relation.object))
    line = next((one for one in cited if any(_earnest(sentence, ends) for sentence in one.sentences)), None)
    if line is None or set(ends) & line.language.me:
        return
    graph.relate(
        graph.entity(relation.subject, at=at),
        relation.predicate,
        graph.entity(relation.object, at=at),
        at=at,
        message=line.number,
        valid_from=relation.since or line.at,
        valid_to=relation.until if relation.until and relation.until <= at else None,
    )


def _earnest(sentence: Sentence, ends: Sequence[str]) -> bool:
    return not sentence.objection and all(name in plain(sentence.text) for name in ends)
