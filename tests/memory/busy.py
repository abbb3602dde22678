"""A process that does to a memory all that the program does, at random, and says on its output what is safe by now.

Its arguments: the profile's folder, a word for its texts, a seed. It ends when it is killed.
"""

from __future__ import annotations

import asyncio
import random
import sys
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from memory.engine import Memory
from memory.errors import NotFound, StoreError
from memory.ports import Delta
from memory.store import facts
from memory.store.lease import HeldElsewhere
from memory.store.store import Store
from memory.store.tables import Fact
from memory.types import Record
from tests.memory.writer import PIECES, SETTINGS, acknowledge, piece, question

LOOKED_UP = replace(SETTINGS, memory=replace(SETTINGS.memory, gate="off"))
"""Every turn gets what its words find, so that the ledger quotes what others forget."""
OLD = timedelta(days=400)


def saying(key: str, revision: int) -> str:
    """A fact that shares too few words with the others to be forgotten with them."""
    return f"The question of {key} is {key}r{revision:04}"


def key_of(text: str) -> str:
    return text.split()[3]


class Worker:
    """One process; only the `seat` that made a fact edits it, anyone forgets it."""

    def __init__(self, memory: Memory, store: Store, folder: Path, run: str, talk: str, chance: random.Random) -> None:
        self._memory = memory
        self._store = store
        self._folder = folder
        self._run = run
        self._talk = talk
        self._chance = chance
        self._made = self._turns = 0

    def _key(self) -> str:
        self._made += 1
        return f"{self._run}x{self._made:04}q"

    async def remember(self) -> None:
        key = self._key()
        await self._memory.remember(saying(key, 0))
        acknowledge("kept", key)

    async def learn(self) -> None:
        """As a distillation would, long ago: the next passes find it faded."""
        key, at = self._key(), datetime.now(UTC) - OLD
        await self._store.write(lambda: facts.add(saying(key, 0), at=at, category="events"))
        acknowledge("learnt", key)

    async def talk(self) -> None:
        number, self._turns = self._turns, self._turns + 1
        turn = await self._memory.begin(self._talk, question(self._run, number))
        acknowledge("asked", number)
        await self._memory.recall(turn)
        for part in range(PIECES):
            turn.append(Delta(text=piece(self._run, number, part)))
        acknowledge("heard", number, PIECES - 1)
        await self._memory.finish(turn)
        acknowledge("finished", number)

    async def edit(self) -> None:
        own = [record for record in await self._known() if key_of(record.text)[0] == self._run[0]]
        if not own:
            return
        record = self._chance.choice(own)
        revision = self._chance.randrange(1, 10_000)
        number, said = int(record.id[1:]), saying(key_of(record.text), revision)
        acknowledge("editing", key_of(record.text), revision)
        await self._store.write(lambda: facts.rewrite(number, said, datetime.now(UTC)))
        acknowledge("edited", key_of(record.text), revision)

    async def forget(self) -> None:
        if known := await self._known():
            record = self._chance.choice(known)
            key = key_of(record.text)
            acknowledge("forgetting", key)
            await self._memory.forget(await self._memory.plan_forget(self._chance.choice([record.id, key])))
            acknowledge("forgot", key)

    async def tidy(self) -> None:
        await self._memory.consolidate()
        acknowledge("tidied")

    async def undo(self) -> None:
        await self._memory.undo()
        acknowledge("undone")

    async def export(self) -> None:
        path = self._folder.parent / f"{self._run}x{self._chance.randrange(10**9)}.jsonl"
        try:
            await self._memory.portable.export(path)
        except StoreError as error:
            if "forgotten during the export" not in str(error):
                raise
            acknowledge("passed")
        else:
            acknowledge("exported", path)

    async def _known(self) -> list[Record]:
        """Some of the facts there are."""
        least = self._chance.randrange(self._made + 1) if self._made else 0
        wanted = Fact.select().where(Fact.id > least).limit(50)
        return await self._store.read(lambda: facts.records(list(wanted)))

    def choose(self) -> Callable[[], Awaitable[None]]:
        """Most of what a memory does is to take in."""
        weights = {
            self.remember: 30, self.talk: 20, self.learn: 15, self.edit: 12, self.forget: 12,
            self.tidy: 4, self.undo: 4, self.export: 2,
        }  # fmt: skip
        return self._chance.choices(list(weights), list(weights.values()))[0]


async def main(folder: Path, run: str, seed: int) -> None:
    acknowledge("opening")
    store = Store(folder / "memory.sqlite")
    async with Memory.open(folder, settings=LOOKED_UP, background=False) as memory:
        await store.open()
        talk = (await memory.new_conversation()).id
        acknowledge("talk", talk)
        worker = Worker(memory, store, folder, run, talk, random.Random(seed))
        while True:
            try:
                await worker.choose()()
            except (HeldElsewhere, NotFound):
                acknowledge("passed")  # the other one tidies just now, or has forgotten it meanwhile


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])))
