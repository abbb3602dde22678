"""A lease in the database: one window of a profile at a time does a kind of background work."""

from __future__ import annotations

import json
import os
import socket
from dataclasses import dataclass
from datetime import datetime, timedelta

from memory.store import meta
from memory.store.fields import from_millis, to_millis


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
