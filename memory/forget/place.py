"""What a forget works with: the rows it takes, and the shape of every place in the database."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from memory.forget.matching import Matcher, matcher
from memory.store import ids
from memory.types import Kind, Record, Trace


@dataclass(frozen=True, slots=True)
class Change:
    """One thing a forget does in a place: `what` names it for the user, `apply` does it."""

    what: str
    apply: Callable[[], object]


class Scope:
    """The numbers of the rows that go, by kind, and the matcher for everything that quotes them."""

    def __init__(self, targets: Sequence[Record], needles: Sequence[str]) -> None:
        self.matcher: Matcher = matcher(tuple(needles))
        self.needles = tuple(needles)
        self.targets = tuple(targets)
        self._numbers: dict[str, set[int]] = {}
        for record in targets:
            if (found := ids.parse(record.id)) is not None:
                self._numbers.setdefault(found[0], set()).add(found[1])

    def of(self, kind: str) -> set[int]:
        """Numbers of the targets of `kind`; a turn's is its message's."""
        return self._numbers.get("message" if kind in (Kind.TURN, Kind.DRAWER) else kind, set())

    def holds(self, kind: str, number: int | None) -> bool:
        return number in self.of(kind)


class RowPlace:
    """A place in the database. What `changes` finds is what `plan` tells, `erase` does and `scan` counts."""

    name = ""

    def changes(self, scope: Scope) -> Iterator[Change]:
        raise NotImplementedError

    def plan(self, targets: Sequence[Record], needles: Sequence[str]) -> Sequence[Trace]:
        return traces(self.name, self.changes(Scope(targets, needles)))

    def erase(self, targets: Sequence[Record], needles: Sequence[str]) -> Sequence[Trace]:
        found = list(self.changes(Scope(targets, needles)))
        for change in found:
            change.apply()
        return traces(self.name, found)

    def scan(self, needles: Sequence[str]) -> int:
        return sum(1 for _ in self.changes(Scope((), needles)))


def traces(place: str, found: Iterable[Change]) -> list[Trace]:
    """One line for each kind of change in a place, with how often it happens."""
    return [Trace(place, what, count) for what, count in Counter(change.what for change in found).items()]
