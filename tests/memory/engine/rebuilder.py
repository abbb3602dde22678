"""A process that rebuilds the profile in the folder it is given, and tells of each step on its output."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

from memory.engine import Memory
from memory.settings import MemorySettings, Settings

SETTINGS = Settings(memory=MemorySettings(embedding_model="none"))


def told(share: float) -> None:
    os.write(1, f"{share}\n".encode())


async def main(folder: Path) -> None:
    async with Memory.open(folder, settings=SETTINGS, background=False) as memory:
        await memory.rebuilding.run(told)


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
