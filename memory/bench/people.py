"""Made-up people with what is known about them, and messages labelled with what each needs: the gate set."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from memory.errors import BadInput
from memory.store import documents, facts, graph
from memory.store.tables import Conversation, Episode, Identity, Message, Part, Session
from memory.text.shingles import likeness
from memory.types import Kind, PartKind, PartSource, Section

TWIN = 0.6


@dataclass(frozen=True, slots=True)
class Labelled:
    """A message, the section it needs, the ids that help and those that must not be shown."""

    id: str
    text: str
    language: str
    expect: Section
    relevant: frozenset[str]
    must_not: frozenset[str]


@dataclass(frozen=True, slots=True)
class Person:
    """`now` is the moment of the messages; `raw` the store as the file has it."""

    now: datetime
    raw: Mapping[str, Any]
    messages: tuple[Labelled, ...]


def load(folder: Path) -> Person:
    """`store.json` and `messages.jsonl` of a folder. Raises BadInput for others."""
    try:
        raw = json.loads((folder / "store.json").read_text(encoding="utf-8"))
        lines = (folder / "messages.jsonl").read_text(encoding="utf-8").splitlines()
        messages = tuple(_labelled(json.loads(line)) for line in lines if line.strip())
        return Person(datetime.fromisoformat(raw["now"]), raw, messages)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise BadInput(
            f"{folder} holds no gate set ({error})", hint="It wants store.json and messages.jsonl"
        ) from error


def _labelled(raw: Mapping[str, Any]) -> Labelled:
    return Labelled(
        raw["id"],
        raw["text"],
        raw["lang"],
        Section(raw["expect"]),
        frozenset(raw.get("relevant", ())),
        frozenset(raw.get("must_not", ())),
    )


@dataclass(slots=True)
class Names:
    """The data's ids by our kinds and numbers."""

    of: dict[tuple[str, int], str]

    def name(self, kind: str, number: int) -> str:
        return self.of.get((str(kind), number), f"{kind}-{number}")


def fill(person: Person) -> Names:
    """Writes the person's store, inside the store."""
    names = Names({})
    raw = person.raw
    for position, line in enumerate(raw["identity"]["overrides"]):
        row = Identity.create(content=line["content"], position=position, created_at=person.now)
        documents.put(Kind.IDENTITY, row.id, line["content"], conversation=None, created_at=person.now)
        names.of[Kind.IDENTITY, row.id] = line["id"]
    for entity in raw["entities"]:
        graph.entity(entity["name"], at=person.now, kind=entity.get("kind", ""), aliases=entity.get("aliases", []))
    _facts(person, names)
    for episode in raw["episodes"]:
        _episode(episode, names)
    for session in raw["transcript"]:
        _session(session, names)
    return names


def _facts(person: Person, names: Names) -> None:
    for raw in person.raw["facts"]:
        at = datetime.fromisoformat(raw["created_at"])
        ended = person.now if raw.get("superseded_by") else None
        number = facts.add(
            raw["content"],
            at=at,
            category=raw.get("category", ""),
            salience=raw.get("salience", 0.6),
            keywords=raw.get("keywords", []),
            valid_to=ended,
        )
        names.of[Kind.FACT, number] = raw["id"]


def _home(date: str) -> tuple[datetime, Conversation, Session]:
    at = datetime.fromisoformat(date).replace(tzinfo=UTC)
    conversation = Conversation.create(title="bench", created_at=at, updated_at=at)
    return at, conversation, Session.create(conversation=conversation, started_at=at, last_at=at, distilled_to=2**40)


def _episode(raw: Mapping[str, Any], names: Names) -> None:
    at, conversation, session = _home(raw["date"])
    row = Episode.create(
        session=session,
        conversation=conversation.id,
        summary=raw["summary"],
        topics=raw.get("topics", []),
        entities=raw.get("entities", []),
        decisions=raw.get("decisions", []),
        action_items=raw.get("action_items", []),
        started_at=at,
        ended_at=at,
        created_at=at,
        updated_at=at,
    )
    lists = (raw.get(name, ()) for name in ("topics", "decisions", "action_items"))
    text = "\n".join([raw["summary"], *(", ".join(words) for words in lists if words)])
    documents.put(Kind.EPISODE, row.id, text, conversation=conversation.id, created_at=at)
    names.of[Kind.EPISODE, row.id] = raw["id"]


def _session(raw: Mapping[str, Any], names: Names) -> None:
    at, conversation, session = _home(raw["date"])
    parent: int | None = None
    for seq, turn in enumerate(raw["turns"], start=1):
        said = at + timedelta(minutes=seq)
        message = Message.create(
            conversation=conversation, session=session, parent=parent, seq=seq, role=turn["role"], created_at=said
        )
        Part.create(message=message, position=0, kind=PartKind.TEXT, source=PartSource.TYPED, text=turn["content"])
        documents.put(Kind.TURN, message.id, turn["content"], conversation=conversation.id, created_at=said)
        names.of[Kind.TURN, message.id] = turn["id"]
        parent = message.id


def twins(raw: Mapping[str, Any]) -> dict[str, frozenset[str]]:
    """Near duplicates among the facts: one stands for the other."""
    facts = {fact["id"]: fact["content"] for fact in raw["facts"]}
    return {
        name: frozenset(other for other, known in facts.items() if other != name and likeness(text, known) >= TWIN)
        for name, text in facts.items()
    }
