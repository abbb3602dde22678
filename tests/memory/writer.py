"""A process that writes as the program does, turn after turn, and says on its output what is safe by now.

Its arguments: the profile's folder, a word for its texts, how many turns.
"""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

from memory.engine import Memory
from memory.ports import Delta
from memory.settings import MemorySettings, Settings

SETTINGS = Settings(memory=MemorySettings(embedding_model="none"))
PIECES = 12


def opened(folder: Path) -> Memory:
    return Memory.open(folder, settings=SETTINGS, background=False)


def question(run: str, turn: int) -> str:
    return f"question {run}.{turn}"


def piece(run: str, turn: int, number: int) -> str:
    return f"piece {run}.{turn}.{number} "


def acknowledge(*words: object) -> None:
    os.write(1, f"{' '.join(map(str, words))}\n".encode())


async def main(folder: Path, run: str, turns: int) -> None:
    acknowledge("opening")
    async with opened(folder) as memory:
        talk = (await memory.new_conversation()).id
        acknowledge("talk", talk)
        for number in range(turns):
            turn = await memory.begin(talk, question(run, number))
            acknowledge("asked", number)
            for part in range(PIECES):
                turn.append(Delta(text=piece(run, number, part)))
                acknowledge("heard", number, part)
            await memory.finish(turn)
            acknowledge("finished", number)


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])))
