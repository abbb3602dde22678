"""Two windows of one profile stream at the same time: neither loses anything nor is told of an error."""

from __future__ import annotations

import asyncio
import sys
from asyncio.subprocess import PIPE
from pathlib import Path

from memory.types import Status
from tests.memory.writer import PIECES, opened, piece, question

TURNS = 15


async def written(folder: Path, run: str) -> tuple[int | None, bytes]:
    """Exit code and errors of a process that writes its turns."""
    command = [sys.executable, "-m", "tests.memory.writer", str(folder), run, str(TURNS)]
    process = await asyncio.create_subprocess_exec(*command, stdout=PIPE, stderr=PIPE)
    _, errors = await asyncio.wait_for(process.communicate(), 60)
    return process.returncode, errors


async def test_both_write_all_their_turns(tmp_path: Path) -> None:
    folder = tmp_path / "profile"
    ends = await asyncio.gather(written(folder, "left"), written(folder, "right"))
    assert list(ends) == [(0, b""), (0, b"")]
    async with opened(folder) as memory:
        talks = await memory.conversations()
        found = [await memory.messages(talk.id) for talk in talks]
    assert {message.status for messages in found for message in messages} == {Status.COMPLETE}
    said = sorted([message.text for message in messages] for messages in found)
    assert said == [conversation("left"), conversation("right")]


def conversation(run: str) -> list[str]:
    replies = ["".join(piece(run, turn, part) for part in range(PIECES)) for turn in range(TURNS)]
    return [text for turn, reply in enumerate(replies) for text in (question(run, turn), reply)]
