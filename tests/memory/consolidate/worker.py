"""A process that tidies a store and takes it back, again and again, and says on its output what it did."""

from __future__ import annotations

import asyncio
import os
import sys
from datetime import datetime
from pathlib import Path

from memory.consolidate import changes, plan
from memory.consolidate.plan import Operation
from memory.settings import Settings
from memory.store.store import Store
from memory.store.tables import ConsolidationStep
from tests.memory.consolidate.worlds import Pass
from tests.scripted import SetClock


def tell_each_change() -> None:
    """One change a transaction, each told."""
    changes.SLICE_SECONDS, plan.SHARE = 0.0, 1.0
    make = changes.make

    def told(operation: Operation, journal: int, at: datetime) -> None:
        make(operation, journal, at)
        os.write(1, b"made\n")

    changes.make = told


async def main(path: Path, passes: int) -> None:
    tell_each_change()
    store = Store(path)
    await store.open()
    one = Pass(store, SetClock(), Settings())
    for _ in range(passes):
        await one.consolidator.consolidate()
        await one.consolidator.undo()
        await store.write(spare_none)
    await store.close()


def spare_none() -> None:
    """So that the next pass does the same again."""
    ConsolidationStep.delete().where(ConsolidationStep.taken_back == 1).execute()


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), int(sys.argv[2])))
