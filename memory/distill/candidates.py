"""What a model says it learnt from a session, before anything of it is believed."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Fact:
    """`evidence` are turn numbers of the prompt, `replaces` the number of a known fact there (0: none).

    `operation` is new, confirm, correction, change or context.
    """

    content: str
    category: str = ""
    keywords: tuple[str, ...] = ()
    salience: float = 0.6
    evidence: tuple[int, ...] = ()
    quote: str = ""
    operation: str = "new"
    replaces: int = 0
    since: datetime | None = None
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class Episode:
    summary: str
    topics: tuple[str, ...] = ()
    entities: tuple[str, ...] = ()
    decisions: tuple[str, ...] = ()
    action_items: tuple[str, ...] = ()
    salience: float = 0.5


@dataclass(frozen=True, slots=True)
class Entity:
    name: str
    kind: str = ""
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Relation:
    subject: str
    predicate: str
    object: str
    evidence: tuple[int, ...] = ()
    since: datetime | None = None
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class Draft:
    """A whole reply. `dropped` counts what could not be used, `whole` says that nothing was cut off."""

    title: str = ""
    episode: Episode | None = None
    facts: tuple[Fact, ...] = ()
    entities: tuple[Entity, ...] = ()
    relations: tuple[Relation, ...] = ()
    dropped: int = 0
    whole: bool = True
    notes: tuple[str, ...] = field(default=())
