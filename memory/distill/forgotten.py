"""Keeps what was forgotten out of the digests of turns that stayed. Runs inside the store."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from memory.distill.candidates import Draft, Episode
from memory.distill.source import Batch
from memory.distill.wording import sentences
from memory.store import tombstones


def kept_episode(episode: Episode, batch: Batch) -> Episode:
    """The digest without the sentences and names that a tombstone of its turns covers."""
    return replace(
        episode,
        summary=" ".join(_kept(sentences(episode.summary), batch)),
        topics=_kept(episode.topics, batch),
        entities=_kept(episode.entities, batch),
        decisions=_kept(episode.decisions, batch),
        action_items=_kept(episode.action_items, batch),
    )


def kept_draft(draft: Draft, batch: Batch) -> Draft:
    """The draft without entities and relations that name what was forgotten."""
    return replace(
        draft,
        entities=tuple(entity for entity in draft.entities if _kept([entity.name], batch)),
        relations=tuple(
            relation
            for relation in draft.relations
            if _kept([f"{relation.subject} {relation.predicate} {relation.object}"], batch)
        ),
    )


def kept_title(title: str, batch: Batch) -> str:
    """The title, or "" where it says what was forgotten."""
    return "".join(_kept([title], batch))


def _kept(texts: Iterable[str], batch: Batch) -> tuple[str, ...]:
    turns = [line.number for line in batch.lines]
    return tuple(text for text in texts if not tombstones.echoes(text, turns))
