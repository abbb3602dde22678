"""Keeps out what the user had forgotten or taken back of turns that stayed. Runs inside the store."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from memory.distill.candidates import Draft, Episode, Fact
from memory.distill.reconciling.reconcile import News
from memory.distill.reconciling.sameness import twins
from memory.distill.sentences.wording import sentences
from memory.distill.source import Batch
from memory.store import inbox, tombstones

FORGOTTEN, TAKEN_BACK = "forgotten", "taken back"


def wanted(news: Sequence[News]) -> tuple[list[News], Counter[str]]:
    """What may be learnt, and how much may not for which reason; said again in new turns, all of it may."""
    reasons = [_reason(one) for one in news]
    kept = [one for one, reason in zip(news, reasons, strict=True) if not reason]
    return kept, Counter(reason for reason in reasons if reason)


def _reason(one: News) -> str:
    if tombstones.blocks(one.fact.content, one.messages):
        return FORGOTTEN
    turned_down = (Fact(row.content, quote=row.quote) for row in inbox.turned_down(one.messages))
    return TAKEN_BACK if any(twins(one.fact, other) for other in turned_down) else ""


def kept_words(texts: Iterable[str], messages: Sequence[int]) -> tuple[str, ...]:
    """Those of a fact's quotes and keywords that say nothing that was forgotten of these turns."""
    return tuple(text for text in texts if not tombstones.echoes(text, messages))


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
    """The draft without entities and relations that name what was forgotten, and without such other names and kinds."""
    return replace(
        draft,
        entities=tuple(
            replace(entity, kind="".join(_kept([entity.kind], batch)), aliases=_kept(entity.aliases, batch))
            for entity in draft.entities
            if _kept([entity.name], batch)
        ),
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
    return kept_words(texts, [line.number for line in batch.lines])
