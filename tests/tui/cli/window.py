"""A process that has the encrypted profile of its argument open until its input ends."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from memory.engine import Memory
from tui.cli.unlocking import unlock


async def main(profile: Path) -> None:
    unlock(profile)
    async with Memory.open(profile, background=False):
        print("open", flush=True)  # noqa: T201 - its reader waits for it
        await asyncio.to_thread(sys.stdin.read)


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
