"""What a forget works with: the rows it takes by number, and the shape that every place of the database has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from memory.forget.matching import Matcher, matcher
from memory.store import ids
from memory.types import Kind, Record, Trace

GONE = "[forgotten]"
"""Stands where a message was, so that the conversation around it can still be read."""


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that a forget does in a place: `what` says it to the user, `apply` does it."""

    what: str
    row: object


class Scope:
    """The numbers of the rows that go, by kind, and the matcher for everything that quotes them."""

    def __init__(self, targets: Sequence[Record], needles: Sequence[str]) -> None:
        self.matcher: Matcher = matcher(tuple(needles))
        self._numbers: dict[str, set[int]] = {}
        for record in targets:
            if (found := ids.parse(record.id)) is not None:
                self._numbers.setdefault(found[0], set()).add(found[1])

    def of(self, kind: str) -> set[int]:
        """Numbers of the targets of `kind`; a turn's is its message's."""
        return self._numbers.get("message" if kind in (Kind.TURN, Kind.DRAWER) else kind, set())

    @property
    def keys(self) -> set[tuple[str, int]]:
        """Kind and number of every target, as documents, mentions and ledger items name them."""
        kinds = (Kind.FACT, Kind.EPISODE, Kind.IDENTITY, Kind.RELATION, Kind.TURN, Kind.DRAWER)
        return {(str(kind), number) for kind in kinds for number in self.of(kind)}


def traces(place: str, found: Iterable[str]) -> list[Trace]:
    """One line for each thing that happens in a place, with how often."""
    return [Trace(place, what, count) for what, count in Counter(found).items()]
