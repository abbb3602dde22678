"""A lease in the database: one window of a profile at a time does a kind of background work."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial

from memory.errors import HarkenError
from memory.ports import Clock
from memory.store import meta
from memory.store.fields import from_millis, to_millis
from memory.store.store import Store


@dataclass(frozen=True, slots=True)
class Holder:
    """Who holds a lease. A process that is gone holds nothing, so its number goes along with its machine's name."""

    token: str
    pid: int
    host: str

    @classmethod
    def here(cls, token: str) -> Holder:
        return cls(token, os.getpid(), socket.gethostname())

    @property
    def gone(self) -> bool:
        """True only where we can be sure: same machine, no such process."""
        if self.host != socket.gethostname():
            return False
        try:
            os.kill(self.pid, 0)
        except ProcessLookupError:
            return True
        except PermissionError:
            return False
        return False


class HeldElsewhere(HarkenError):
    """Another window is at it, at the latest `until` then."""

    def __init__(self, doing: str, until: datetime) -> None:
        super().__init__(f"Another window {doing} just now", hint="Try again in a minute")
        self.until = until


class Lease:
    """One kind of work, done by one at a time in this program and in all windows of the profile.

    `doing` says in an error what the other window does: "tidies the memory".
    """

    def __init__(self, store: Store, clock: Clock, name: str, length: timedelta, doing: str) -> None:
        self._store = store
        self._clock = clock
        self._name = name
        self._length = length
        self._doing = doing
        self._holder = Holder.here(uuid.uuid4().hex)
        self._renewed_at = clock.now()
        self._here = asyncio.Lock()

    @property
    def held_here(self) -> bool:
        return self._here.locked()

    @asynccontextmanager
    async def held(self) -> AsyncIterator[None]:
        """Waits until this program is done with it. HeldElsewhere while another window is not."""
        async with self._here:
            await self.renew()
            try:
                yield
            finally:
                await self._store.write(partial(drop, self._name, self._holder))

    async def renew(self) -> None:
        """Its whole length begins anew. HeldElsewhere where it ended and another window has it."""
        now = self._clock.now()
        until = await self._store.write(partial(take, self._name, self._holder, now, self._length))
        if until is not None:
            raise HeldElsewhere(self._doing, until)
        self._renewed_at = now

    async def keep(self) -> None:
        """For work of many small steps: renews it where half of its length is over."""
        if abs(self._clock.now() - self._renewed_at) > self._length / 2:
            await self.renew()


def take(name: str, holder: Holder, now: datetime, length: timedelta) -> datetime | None:
    """Takes or renews the lease `name`; None on success, else when the other's ends."""
    known = meta.get(_key(name))
    if known is not None:
        held = json.loads(known)
        other = Holder(held["token"], held["pid"], held["host"])
        ends = from_millis(held["ends"])
        if other.token != holder.token and now < ends <= now + 2 * length and not other.gone:
            return ends
    value = {"token": holder.token, "pid": holder.pid, "host": holder.host, "ends": to_millis(now + length)}
    meta.put(_key(name), json.dumps(value))
    return None


def drop(name: str, holder: Holder) -> None:
    """Gives the lease back, if it is still ours."""
    known = meta.get(_key(name))
    if known is not None and json.loads(known)["token"] == holder.token:
        meta.drop(_key(name))


def _key(name: str) -> str:
    return f"lease.{name}"
