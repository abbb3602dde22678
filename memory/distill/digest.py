"""Episodes: a model's digest held to what was said, or one made of the user's own sentences."""

from __future__ import annotations

import re
from dataclasses import replace

from memory.distill.candidates import Entity, Episode
from memory.distill.extractive import extract
from memory.distill.sentences.wording import among, names, numbers, sentences, stated_numbers
from memory.distill.source import Batch, clipped
from memory.text import graphemes
from memory.text.languages import detect
from memory.text.normal import plain
from memory.text.phrase import Phrase
from memory.text.scripts import words

_LENGTH = 300
_TITLE_WORDS, _TITLE_CHARS = 8, 60
_ENDED = re.compile(r"[.!?…。！？]$")


def checked(episode: Episode, batch: Batch, before: str) -> Episode:
    """The digest without what nobody said: sentences with foreign names or numbers go, and so do foreign entities."""
    said = "\n".join([batch.said, *(line.text for line in batch.lines if not line.fresh), before])
    folded = plain(said)
    kept = " ".join(sentence for sentence in sentences(episode.summary) if _stands(sentence, said))
    return replace(
        episode,
        summary=kept or by_rule(batch).summary,
        topics=tuple(topic for topic in episode.topics if _stands(topic, said)),
        entities=tuple(name for name in episode.entities if names_in(folded, name)),
        decisions=tuple(line for line in episode.decisions if _stands(line, said)),
        action_items=tuple(line for line in episode.action_items if _stands(line, said)),
    )


def named(entities: tuple[Entity, ...], said: str) -> list[Entity]:
    """The entities whose name was really said, with those of their aliases that were."""
    text = plain(said)
    return [
        replace(entity, aliases=tuple(alias for alias in entity.aliases if names_in(text, alias)))
        for entity in entities
        if names_in(text, entity.name)
    ]


def names_in(text: str, name: str) -> bool:
    """Whether a folded text says the name, in whole words. One letter is no name: it stands everywhere."""
    return len(folded := plain(name)) > 1 and Phrase(folded).found_in(text)


def by_rule(batch: Batch) -> Episode:
    """A digest without a model: what the user stated, else how the session began."""
    found = extract(batch.lines)
    lines = [one.content for one in found] or [line.typed or line.text for line in batch.lines if line.fresh][:1]
    whole = (line if _ENDED.search(line) else f"{line}." for line in map(str.strip, lines[:-1]))
    summary = " ".join(" ".join([*whole, *lines[-1:]]).split())
    topics = tuple(dict.fromkeys(name for one in found for name in one.names))
    return Episode(clipped(summary, _LENGTH), topics=topics, entities=topics, salience=0.3 + 0.2 * bool(found))


def title(proposed: str, batch: Batch) -> str:
    """The conversation's title: the model's where it fits, else the one it has, else the first words of the session."""
    if proposed and _stands(proposed, batch.said):
        return graphemes.first(proposed, _TITLE_CHARS)
    if batch.title:
        return batch.title
    first = next((line.typed for line in batch.users), "").split()
    short = " ".join(first[:_TITLE_WORDS])
    return short if len(short) <= _TITLE_CHARS else graphemes.first(short, _TITLE_CHARS - 1) + "…"


def _stands(text: str, said: str) -> bool:
    known = frozenset(words(plain(said)))
    foreign = [name for name in names(text, detect(text)) if not _known(name, known, said)]
    return not foreign and stated_numbers(text) <= numbers(said)


def _known(name: str, known: frozenset[str], said: str) -> bool:
    return all(among(word, known) for word in words(name)) if words(name) else name in said
