"""A process whose files can't grow while it opens a profile and runs turns: what it is told, as JSON on its output."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Awaitable
from pathlib import Path

from memory.engine import Memory
from memory.errors import HarkenError
from memory.ports import Delta
from memory.settings import MemorySettings, Settings
from tests.full_disk import no_file_grows

SETTINGS = Settings(memory=MemorySettings(embedding_model="none"))


async def line(work: Awaitable[object]) -> str:
    """What the user is told when `work` fails."""
    try:
        await work
    except HarkenError as error:
        return f"{type(error).__name__}: {error.line}"
    return "done"


async def enter(folder: Path) -> None:
    async with Memory.open(folder, settings=SETTINGS, background=False):
        pass


async def turns(folder: Path) -> dict[str, str]:
    told = {}
    with no_file_grows():
        told["open"] = await line(enter(folder))
    async with Memory.open(folder, settings=SETTINGS, background=False) as memory:
        talk = (await memory.new_conversation()).id
        first = await memory.begin(talk, "The first question")
        first.append(Delta(text="The first reply"))
        await memory.finish(first)
        with no_file_grows():
            told["begin"] = await line(memory.begin(talk, "The second question"))
        third = await memory.begin(talk, "The third question")
        third.append(Delta(text="before "))
        with no_file_grows():
            for number in range(400):
                third.append(Delta(text=f"and then {number} "))
            told["stream"] = third.trouble
            told["finish"] = (await memory.finish(third)).note
            told["again"] = await line(memory.turns.again(talk))
    return told


if __name__ == "__main__":
    json.dump(asyncio.run(turns(Path(sys.argv[1]))), sys.stdout)
