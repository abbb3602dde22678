"""Whatever is said, tidied, taken back and carried over: no memory changes its partition, none is seen elsewhere."""

from __future__ import annotations

import asyncio
import sqlite3
import tempfile
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from memory.engine import Memory
from memory.errors import BadInput, NotFound
from memory.types import Conversation, Kind
from tests.memory.partitions.opening import opened, say, shown
from tests.scripted import SetClock

PROJECTS = ("", "Zephyr", "House")
SAID = (
    "I live in Lisbon near the heron.",
    "I live in Porto near the heron.",
    "I have a heron.",
    "I no longer have a heron.",
    "I have 3 herons.",
    "I have 4 herons.",
    "We decided to feed the heron at noon.",
    "We decided not to feed the heron at noon.",
)
"""Each names the heron, so that a search for it must find all that may be seen."""

project = st.sampled_from(PROJECTS)
said = st.tuples(st.just("say"), project, st.sampled_from(SAID))
step = st.one_of(
    said,
    said,
    said,
    st.tuples(st.just("remember"), project, st.sampled_from(SAID)),
    st.tuples(st.just("move"), project, st.integers(1, 8)),
    st.tuples(st.just("enter"), project, st.integers(1, 4)),
    st.tuples(st.sampled_from(["tidy", "undo", "carry"]), st.just(""), st.just("")),
)


Step = tuple[str, str, str | int]


class Row(NamedTuple):
    home: str
    ended_by: str | None
    text: str
    holds: bool


@dataclass
class Model:
    """Where each fact that was ever there belongs; only a move of the user's changes it."""

    homes: dict[str, str] = field(default_factory=dict)

    def check(self, rows: dict[str, Row]) -> None:
        for number, row in rows.items():
            assert self.homes.setdefault(number, row.home) == row.home
            assert row.ended_by not in rows or rows[row.ended_by].home == row.home


@settings(max_examples=25, phases=[Phase.generate])
@given(steps=st.lists(step, min_size=8, max_size=16))
def test_nothing_but_the_user_moves_a_memory(steps: list[Step]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(_run(Path(folder), steps))


async def _run(folder: Path, steps: list[Step]) -> None:
    clock, model = SetClock(), Model()
    async with opened(folder / "first", clock) as memory:
        talks: list[Conversation] = []
        for one in steps:
            clock.move(hours=7)
            await _do(memory, model, clock, talks, one, folder)
            model.check(_rows(memory))
            await _each_sees_its_own(memory)


async def _do(
    memory: Memory, model: Model, clock: SetClock, talks: list[Conversation], step: Step, folder: Path
) -> None:
    verb, place, what = step
    if verb == "say":
        others = _rows(memory, besides=("", f"project:{place}"))
        talks.append(await say(memory, place, str(what)))
        await memory.sync()  # what faded may be learnt again from turns that wait for a model
        assert others.items() <= _rows(memory, besides=("", f"project:{place}")).items()
    elif verb == "remember":
        await memory.remember(str(what), project=place)
    elif verb == "move":
        await _move(memory, model, f"f{what}", f"project:{place}" if place else "profile")
    elif verb == "enter" and talks:
        await memory.partitions.enter(talks[int(what) % len(talks)].id, place)
    elif verb == "tidy":
        clock.move(days=400)
        await memory.consolidate()
    elif verb == "undo":
        await memory.undo()
    elif verb == "carry":
        await _carried_over(memory, clock, folder)


async def _move(memory: Memory, model: Model, memory_id: str, place: str) -> None:
    before = _rows(memory)
    try:
        await memory.partitions.move(memory_id, place)
    except (BadInput, NotFound):
        assert _rows(memory) == before
        return
    line = {memory_id}
    for _ in before:
        line |= {one for one, row in before.items() if row.ended_by in line}
        line |= {ended_by for one in line if (ended_by := before[one].ended_by) in before}
    model.homes.update(dict.fromkeys(line, "" if place == "profile" else place))


def _rows(memory: Memory, *, besides: tuple[str, ...] = ()) -> dict[str, Row]:
    """Every fact there is, ended ones too, without those of some partitions."""
    sql = (
        "SELECT f.id, coalesce(p.kind || ':' || p.name, ''), f.superseded_by, f.content,"
        " f.state = 'live' AND f.valid_to IS NULL"
        " FROM fact f LEFT JOIN partition p ON p.id = f.partition"
    )
    with closing(sqlite3.connect(memory.profile_dir / "memory.sqlite")) as file:
        return {
            f"f{number}": Row(home, ended_by and f"f{ended_by}", text, bool(holds))
            for number, home, ended_by, text, holds in file.execute(sql)
            if home not in besides
        }


async def _each_sees_its_own(memory: Memory) -> None:
    rows = _rows(memory)
    for project in (*PROJECTS, "Garden"):
        home = f"project:{project}" if project else ""
        assert set(shown(await memory.preview("Where is the heron?", project=project)).values()) <= {"", home}
        found = await memory.search("heron", kinds=[Kind.FACT], place=home or "profile", limit=1000)
        assert {one.id for one in found} == {key for key, row in rows.items() if row.holds and row.home == home}


async def _carried_over(memory: Memory, clock: SetClock, folder: Path) -> None:
    """An export comes in elsewhere, and once more where it came from: all belongs where it did."""
    file = folder / "all.jsonl"
    await memory.portable.export(file, overwrite=True)
    before = _rows(memory)
    await memory.portable.bring_in(file)
    assert _rows(memory) == before
    with tempfile.TemporaryDirectory() as other:
        async with opened(Path(other), clock) as second:
            await second.portable.bring_in(file)
            assert _rows(second) == before
