"""The messages that the gate learns from, each weighed over the memory of the person it is about."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from memory.bench.people import Person, fill
from memory.bench.workspace import Progress, embed_all, workspace
from memory.embed.embedder import Embedder
from memory.recall.recall import Recaller, RecallRequest
from memory.recall.signs import Signs
from memory.types import Section

if TYPE_CHECKING:
    from numpy import float32
    from numpy.typing import NDArray

PATIENCE_MS = 60_000
HOMES = 2
"""Over so many people's memories each message about nobody is weighed: none of them has to do with it."""
LEANING_SHARE = 3.0
"""Messages that mean nothing without the one before are few here and many in talks."""


@dataclass(frozen=True, slots=True)
class Message:
    """A message and what it needs. `person` is whom it is about, "" for nobody; `recent` are the messages before."""

    person: str
    language: str
    text: str
    expect: Section
    recent: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Example:
    """A message as the gate sees it over the memory of `home`; `share` is its weight among the others.

    With the person `fold` it is left out to see how well the others explain it.
    """

    message: Message
    home: str
    fold: str
    share: float
    vector: NDArray[float32]
    signs: Signs


def people() -> dict[str, Person]:
    """Everyone there are messages about, by name."""
    folder = Path(str(files(__package__))) / "people"
    raws = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.json"))}
    return {name: Person(datetime.fromisoformat(raw["now"]), raw, ()) for name, raw in raws.items()}


def messages() -> list[Message]:
    lines = files(__package__).joinpath("messages.jsonl").read_text(encoding="utf-8").splitlines()
    return [_message(json.loads(line)) for line in lines]


def _message(raw: Mapping[str, Any]) -> Message:
    recent = tuple(raw.get("recent", ()))
    return Message(raw["store"] or "", raw["lang"], raw["text"], Section(raw["expect"]), recent)


@dataclass(frozen=True, slots=True)
class Placed:
    """A message and the people over whose memories it is weighed."""

    message: Message
    homes: tuple[str, ...]


def placed(said: Sequence[Message], names: Sequence[str]) -> list[Placed]:
    """Messages about nobody go round among the people."""
    count = len(names)
    return [
        Placed(one, (one.person,) if one.person else tuple(names[(at + 3 * more) % count] for more in range(HOMES)))
        for at, one in enumerate(said)
    ]


async def examples(
    model: Embedder, everyone: Mapping[str, Person], said: Sequence[Message], progress: Progress
) -> list[Example]:
    """All messages, weighed."""
    guests = placed(said, sorted(everyone))
    total = sum(len(one.homes) for one in guests)
    found: list[Example] = []
    for name, person in sorted(everyone.items()):
        async with workspace(model, now=person.now) as place:
            names = await place.store.write(lambda person=person: fill(person))  # type: ignore[misc]
            await embed_all(place, model, f"embedding {name}", len(names.of), progress)
            for one in (guest for guest in guests if name in guest.homes):
                found.append(await _weighed(place.recaller, one, name))
                progress("weighing", len(found), total)
    return found


async def _weighed(recaller: Recaller, one: Placed, home: str) -> Example:
    request = RecallRequest(one.message.text, recent=one.message.recent, deadline_ms=PATIENCE_MS)
    weighed = await recaller.weigh(request)
    assert weighed.vector is not None
    share = (LEANING_SHARE if one.message.recent else 1.0) / len(one.homes)
    return Example(one.message, home, one.homes[0], share, weighed.vector, weighed.signs)
