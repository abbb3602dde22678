"""A door in a process of its own, which can be killed: says where it is, and stays."""

from __future__ import annotations

import asyncio
import sys

from tests.tui.doors.opened import opened


async def main() -> None:
    async with opened(*sys.argv[1:]) as there:
        print(there.root, there.guard.token, flush=True)  # noqa: T201 - read by the test
        await asyncio.Event().wait()


asyncio.run(main())
