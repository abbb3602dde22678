"""Two processes do all there is to do to one memory and are killed again and again: nothing that was acknowledged is
lost, nothing forgotten comes back, and the files are sound."""

from __future__ import annotations

import asyncio
import json
import os
import random
import sqlite3
import subprocess
import sys
from collections import Counter
from contextlib import closing
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from memory.types import Kind
from tests.memory.busy import saying
from tests.memory.test_kills import Acknowledged, check, sound
from tests.memory.writer import opened

OPERATIONS = int(os.environ.get("HARKEN_BUSY_OPERATIONS", "400"))
"""In sum; a longer run by hand takes tens of thousands."""
MOST_LINES = 200
DONE = ("kept", "learnt", "finished", "edited", "forgot", "tidied", "undone", "exported")


@dataclass
class Told(Acknowledged):
    """What one process said it had done, up to its kill. `begun` are the revisions of each fact it set out to write."""

    kept: set[str] = field(default_factory=set)
    learnt: set[str] = field(default_factory=set)
    begun: dict[str, list[int]] = field(default_factory=dict)
    edited: dict[str, int] = field(default_factory=dict)
    """For each fact how many of those were begun when the last acknowledged one was done."""
    doomed: set[str] = field(default_factory=set)
    forgot: set[str] = field(default_factory=set)
    done: Counter[str] = field(default_factory=Counter)

    def take(self, line: str) -> None:
        super().take(line)
        match line.split():
            case ["kept", key]:
                self.kept.add(key)
            case ["learnt", key]:
                self.learnt.add(key)
            case ["editing", key, revision]:
                self.begun.setdefault(key, []).append(int(revision))
            case ["edited", key, _]:
                self.edited[key] = len(self.begun[key])
            case ["forgetting", key]:
                self.doomed.add(key)
            case ["forgot", key]:
                self.forgot.add(key)
            case ["exported", path]:
                self._read(Path(path))
        self.done.update(word for word in line.split()[:1] if word in DONE)

    def _read(self, path: Path) -> None:
        """An export is whole, and holds nothing that was forgotten before it."""
        text = path.read_text(encoding="utf-8")
        assert all(map(json.loads, text.splitlines()))
        assert [key for key in self.forgot if key in text] == []
        path.unlink()


class Seat:
    """One of the two: its processes one after the other."""

    def __init__(self, folder: Path, name: str, seed: int) -> None:
        self._folder = folder
        self._name = name
        self._chance = random.Random(seed)
        self.runs: list[Told] = []

    @property
    def operations(self) -> int:
        return sum(sum(told.done.values()) for told in self.runs)

    def work(self, operations: int) -> None:
        while self.operations < operations:
            self.runs.append(self._killed(Told(f"{self._name}{len(self.runs):03}")))

    def _killed(self, told: Told) -> Told:
        """Runs a process until it has said a random number of lines."""
        seed = str(self._chance.randrange(10**9))
        command = [sys.executable, "-m", "tests.memory.busy", str(self._folder), told.run, seed]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            assert process.stderr is not None
            for line in islice(process.stdout, self._chance.randrange(1, MOST_LINES)):
                told.take(line)
            process.kill()
            for line in process.stdout:
                told.take(line)
            errors = process.stderr.read()
            assert errors == "", errors
        return told


async def test_two_that_do_everything_and_are_killed_lose_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "home" / "profile"
    seats = [Seat(folder, name, seed) for seed, name in enumerate("lr")]
    await asyncio.gather(*(asyncio.to_thread(seat.work, OPERATIONS // 2) for seat in seats))
    runs = [told for seat in seats for told in seat.runs]
    async with opened(folder) as memory:
        for told in runs:
            await check(memory, told)
    assert sound(folder)
    hold(folder, runs)
    done = sum((told.done for told in runs), Counter[str]())
    print(f"{sum(done.values())} operations, {len(runs)} kills: {dict(done)}")  # noqa: T201 - for the run by hand
    assert done.keys() == set(DONE)


def hold(folder: Path, runs: list[Told]) -> None:
    """All that was kept is there as it was last written, what was forgotten is nowhere."""
    forgot, doomed = union(told.forgot for told in runs), union(told.doomed for told in runs)
    kept, learnt = union(told.kept for told in runs) - doomed, union(told.learnt for told in runs) - doomed
    with closing(sqlite3.connect(folder / "memory.sqlite")) as connection:
        there = {text.split()[3]: text for (text,) in connection.execute("SELECT content FROM fact")}
        found = {text.split()[3]: text for (text,) in connection.execute(FOUND)}
        removed = {text.split()[3] for (text,) in connection.execute(REMOVED)}
        quoted = connection.execute("SELECT count(*) FROM injection_item WHERE text != ''").fetchone()
    assert kept - there.keys() == set()
    assert learnt - there.keys() - removed == set()
    assert found == there
    assert quoted > (0,)
    for told in runs:
        for key, done in told.edited.items():
            later = [revision for other in runs[runs.index(told) :] for revision in other.begun.get(key, ())]
            if key in there:
                assert there[key] in {saying(key, revision) for revision in later[done - 1 :]}
    bytes_there = {path.name: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    assert [(key, name) for key in forgot for name, there in bytes_there.items() if key.encode() in there] == []


FOUND = f"SELECT text FROM document WHERE kind = '{Kind.FACT}'"
REMOVED = "SELECT json_extract(before, '$.row.content') FROM consolidation_step WHERE kind = 'fact' AND NOT taken_back"


def union(sets: object) -> set[str]:
    return set().union(*sets)  # type: ignore[misc]
