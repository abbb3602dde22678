"""Standing wishes and safety facts by the kind of task: no likeness in meaning leads from "dinner" to an allergy."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files

from memory.store import documents
from memory.store.hits import Hit, Scope
from memory.text.normal import fold
from memory.types import Kind

LOOKED_AT = 24


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


def standing_for(wanted: Sequence[Task], scope: Scope) -> dict[str, list[Hit]]:
    """The facts that hold for each of the tasks, by its name. Runs inside the store."""
    facts = replace(scope, kinds=(Kind.FACT,))
    return {task.name: _told(task, facts) for task in wanted}


def _told(task: Task, scope: Scope) -> list[Hit]:
    found, _ = documents.search_scored(task.look, scope, LOOKED_AT)
    return [hit for hit in found if task.told.search(fold(hit.text))]
