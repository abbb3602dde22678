"""Standing wishes and safety facts by the kind of task: no likeness in meaning leads from "dinner" to an allergy."""

from __future__ import annotations

import re
import time
import tomllib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files

from memory.store import current, documents, hits
from memory.store.hits import Hit, Scope
from memory.text.normal import fold
from memory.types import Kind

LOOKED_AT = 24
KEPT_SECONDS = 60.0


@dataclass(frozen=True, slots=True)
class Task:
    """A kind of task: `asked` is found in messages, `told` in facts, `look` are words to find such facts by."""

    name: str
    asked: re.Pattern[str]
    told: re.Pattern[str]
    look: str


@cache
def tasks() -> tuple[Task, ...]:
    """All kinds of task, compiled on first use."""
    table = tomllib.loads(files(__package__).joinpath("tasks.toml").read_text(encoding="utf-8"))
    return tuple(Task(name, _any(one["asked"]), _any(one["told"]), one["look"]) for name, one in table.items())


def _any(patterns: Sequence[str]) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{pattern})" for pattern in patterns))


def tasks_in(folded: str) -> tuple[Task, ...]:
    """The kinds of task that a folded message asks for."""
    return tuple(task for task in tasks() if task.asked.search(folded))


class StandingFacts:
    """The facts that hold for a kind of task. Runs inside the store.

    They are looked up again when there is a newer fact, when one of them is gone or changed, and after a minute.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._known: dict[tuple[str, tuple[int, ...]], _Known] = {}

    def of(self, wanted: Sequence[Task], scope: Scope) -> dict[str, list[Hit]]:
        """The living ones in `scope` for each of the tasks, by its name."""
        facts = replace(scope, kinds=(Kind.FACT,))
        newest = current.last() if wanted else 0
        return {task.name: self._living(task, facts, newest) for task in wanted}

    def _living(self, task: Task, scope: Scope, newest: int) -> list[Hit]:
        key = (task.name, scope.partitions)
        known = self._known.get(key)
        if known is not None and known.newest == newest and self._now() - known.at <= KEPT_SECONDS:
            living = hits.living(dict.fromkeys(known.documents, 0.0), scope)
            if len(living) == len(known.documents):
                return living
        found, _ = documents.search_scored(task.look, scope, LOOKED_AT)
        told = [hit for hit in found if task.told.search(fold(hit.text))]
        self._known[key] = _Known(tuple(hit.document for hit in told), newest, self._now())
        return told


@dataclass(frozen=True, slots=True)
class _Known:
    documents: tuple[int, ...]
    newest: int
    at: float
