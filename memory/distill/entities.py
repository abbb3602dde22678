"""Entities and relations of a draft, as far as the user named them. Runs inside the store."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from memory.distill import candidates, dating, digest, provenance
from memory.distill.candidates import Draft
from memory.distill.prompt import numbered
from memory.distill.sentences.speech import Sentence
from memory.distill.source import Batch, Line
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
    """Keeps what one sentence of the user says of both ends; the user is no entity, facts tell about the user."""
    found = next(((line, one.text) for line in cited for one in line.sentences if _told(relation, line, one)), None)
    if found is None:
        return
    line, said = found
    begun = dating.begun(relation.since, said, line.at) or line.at
    ended = dating.ended(relation.until, said, line.at)
    graph.relate(
        graph.entity(relation.subject, at=at),
        relation.predicate,
        graph.entity(relation.object, at=at),
        at=at,
        message=line.number,
        valid_from=begun,
        valid_to=ended if ended is not None and begun < ended <= at else None,
    )


def _told(relation: candidates.Relation, line: Line, sentence: Sentence) -> bool:
    """Whether the sentence names both ends in earnest, and says neither the opposite nor that it is over."""
    ends, said = (relation.subject, relation.object), sentence.text
    if sentence.objection or line.language.me.intersection(map(plain, ends)):
        return False
    if not all(digest.names_in(plain(said), name) for name in ends):
        return False
    content = f"{relation.subject} {relation.predicate.replace('_', ' ')} {relation.object}"
    return not provenance.turned(content, said, line.language)
