"""Killed at any moment, the memory holds all that it had acknowledged."""

from __future__ import annotations

import random
import sqlite3
import subprocess
import sys
from contextlib import closing
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from memory.engine import Memory
from memory.types import Message, Status
from tests.memory.writer import PIECES, opened, piece, question

KILLS = 25
LINES_OF_A_TURN = PIECES + 2


@dataclass
class Acknowledged:
    """What a process said was safe before it was killed."""

    run: str
    talk: str = ""
    heard: dict[int, int] = field(default_factory=dict)
    """How many pieces of the reply to each question."""
    finished: set[int] = field(default_factory=set)

    def take(self, line: str) -> None:
        match line.split():
            case ["talk", talk]:
                self.talk = talk
            case ["asked", turn]:
                self.heard[int(turn)] = 0
            case ["heard", turn, part]:
                self.heard[int(turn)] = int(part) + 1
            case ["finished", turn]:
                self.finished.add(int(turn))


def killed(folder: Path, run: str, after: int) -> Acknowledged:
    """What a process acknowledged that was killed when it had said `after` lines."""
    command = [sys.executable, "-m", "tests.memory.writer", str(folder), run, "1000000"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        lines = list(islice(process.stdout, after))
        process.kill()
        lines += process.stdout.read().splitlines()
    acknowledged = Acknowledged(run)
    for line in lines:
        acknowledged.take(line)
    return acknowledged


def sound(folder: Path) -> bool:
    with closing(sqlite3.connect(folder / "memory.sqlite")) as connection:
        connection.execute("INSERT INTO document_words(document_words) VALUES ('integrity-check')")
        return list(connection.execute("PRAGMA integrity_check")) == [("ok",)]


async def check(memory: Memory, told: Acknowledged) -> None:
    messages = await memory.messages(told.talk) if told.talk else []
    pairs = list(zip(messages[::2], messages[1::2], strict=False))
    assert len(pairs) >= len(told.heard)
    for turn, heard in told.heard.items():
        asked, reply = pairs[turn]
        assert asked.text == question(told.run, turn)
        assert reply.text.startswith("".join(piece(told.run, turn, part) for part in range(heard)))
        assert reply.status is Status.COMPLETE or (reply.status is Status.PARTIAL and is_last(reply, messages))
        assert turn not in told.finished or reply.status is Status.COMPLETE


def is_last(reply: Message, messages: list[Message]) -> bool:
    return reply.id == messages[-1].id


async def test_killed_at_any_moment_it_holds_all_it_had_acknowledged(tmp_path: Path) -> None:
    chance = random.Random(20260518)
    folder = tmp_path / "profile"
    runs = []
    for number in range(KILLS):
        runs.append(killed(folder, str(number), after=chance.randrange(1, 4 * LINES_OF_A_TURN)))
        async with opened(folder) as memory:
            await check(memory, runs[-1])
        assert list((folder / "journal").glob("*")) == []
        assert sound(folder)
    async with opened(folder) as memory:
        for told in runs:
            await check(memory, told)
    assert sum(len(told.finished) for told in runs) > KILLS
    assert any(told.heard.keys() - told.finished for told in runs)
