"""A profile's database: one writer thread, one reader thread, and nothing of SQLite on the event loop."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from time import monotonic
from typing import TypeVar

import peewee

from memory.store import connection, fulltext, rewording, version
from memory.store.faults import held, may_be_damage, translate
from memory.store.migrate import check_readable, migrate
from memory.store.whereabouts import Whereabouts

T = TypeVar("T")
log = logging.getLogger(__name__)
LOCK_STEP_MS = 250
"""A try to get the lock; between two of them the user is told, and a program that ends can lose its patience."""


class Store:
    """Runs functions on the database: `write` in one IMMEDIATE transaction, `read` beside it.

    The functions are synchronous, use the models of `memory.store.tables`, and must be short: other windows wait for
    the same lock. A deferred transaction that reads and then writes dies as soon as another process has written in
    between, hence IMMEDIATE. `path` None is a database in memory; reader and writer are then the same thread.
    `locked` is called from the writer's thread when a write waits for another program, and when that is over.
    """

    def __init__(
        self, path: Path | None, *, read_only: bool = False, locked: Callable[[bool], None] | None = None
    ) -> None:
        self.path = path
        self.read_only = read_only
        self.patience = connection.LOCK_WAIT_MS / 1000
        """Seconds a write waits for another program's lock."""
        self._whereabouts: Whereabouts | None = None
        self._tell_locked = locked or (lambda _: None)
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="harken-writer")
        self._reader = self._writer if path is None else ThreadPoolExecutor(1, thread_name_prefix="harken-reader")

    async def open(self) -> None:
        """Opens and migrates. Raises StoreError and its kin; the file is then as it was."""
        try:
            await self._run(self._writer, self._open_writer)
            if self._reader is not self._writer:
                await self._run(self._reader, self._open_reader)
        except BaseException:
            await self.close()
            raise

    def _open_writer(self) -> None:
        if self.path is not None and not self.read_only:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        connection.connect(self.path or connection.MEMORY, writable=not self.read_only)
        if self.read_only:
            check_readable(self.path)
        else:
            migrate(self.path)
        if self.path is not None:
            self._whereabouts = Whereabouts(self.path)

    def _open_reader(self) -> None:
        assert self.path is not None
        connection.connect(self.path, writable=False)

    async def close(self) -> None:
        for pool in {self._reader, self._writer}:
            await asyncio.get_running_loop().run_in_executor(pool, connection.disconnect)
            pool.shutdown(wait=False)

    async def write(
        self, work: Callable[[], T], *, durable: bool = False, recalled: bool = True, repeatable: bool = True
    ) -> T:
        """Runs `work` in one transaction. `durable` survives a power cut as well, not only a kill.

        `recalled` False says that nothing changes of what recall looks at, so that its version stays. Where the
        full-text index is broken, it is dropped and `work` runs again: nothing else depends on it. One that remembers
        what it did is not `repeatable`; StoreDamaged then says that the index is gone.
        """

        def transaction() -> T:
            try:
                with _synchronous(durable), ExitStack() as stack:
                    self._begin(stack)
                    before = connection.raw().total_changes
                    result = work()
                    if recalled and connection.raw().total_changes != before:
                        version.count()
                    return result
            except BaseException:
                connection.forget_kept()
                raise

        def without_a_broken_index() -> T:
            try:
                return transaction()
            except (peewee.DatabaseError, sqlite3.DatabaseError) as error:
                if not may_be_damage(error) or not self._drop_broken_index():
                    raise
                if not repeatable:
                    raise fulltext.dropped() from error
            return transaction()

        return await self._run(self._writer, without_a_broken_index)

    def _drop_broken_index(self) -> bool:
        with ExitStack() as stack:
            self._begin(stack)
            if dropped := fulltext.drop_broken(connection.raw()):
                rewording.abandon()
                log.warning("the full-text index was broken and is gone; a rebuild makes it again")
            return dropped

    def _begin(self, stack: ExitStack) -> None:
        """Begins a transaction, as soon as no other program holds the lock."""
        self._check_place()
        began, told = monotonic(), False
        try:
            with connection.lock_wait(LOCK_STEP_MS):
                while not _entered(stack, last=monotonic() - began >= self.patience):
                    if not told:
                        told = True
                        self._tell_locked(True)
        finally:
            if told:
                self._tell_locked(False)

    async def outside_transaction(self, work: Callable[[], T]) -> T:
        """Runs `work` on the writer's connection with no transaction open, as VACUUM and checkpoints need it."""

        def in_place() -> T:
            self._check_place()
            return work()

        return await self._run(self._writer, in_place)

    async def version(self) -> int:
        """Another number as soon as any window has stored anything. StoreGone where nothing can be stored any more."""

        def look() -> int:
            self._check_place()
            return version.of_file()

        return await self.read(look)

    def _check_place(self) -> None:
        if self._whereabouts is not None:
            self._whereabouts.check()

    async def read(self, work: Callable[[], T]) -> T:
        return await self._run(self._reader, work)

    async def _run(self, pool: ThreadPoolExecutor, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(pool, self._translated, work)

    def _translated(self, work: Callable[[], T]) -> T:
        try:
            return work()
        except (peewee.DatabaseError, sqlite3.Error, OSError) as error:
            raise fulltext.fault(error) or translate(error, self.path) from error


def _entered(stack: ExitStack, *, last: bool) -> bool:
    """Tries to begin; False where another program holds the lock, unless this was the `last` try."""
    try:
        stack.enter_context(connection.DATABASE.atomic("IMMEDIATE"))
    except peewee.OperationalError as error:
        if last or not held(error):
            raise
        return False
    return True


@contextmanager
def _synchronous(durable: bool) -> Iterator[None]:
    if not durable:
        yield
        return
    connection.DATABASE.execute_sql("PRAGMA synchronous = full")
    try:
        yield
    finally:
        connection.DATABASE.execute_sql("PRAGMA synchronous = normal")
