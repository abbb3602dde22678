"""The garbage collector, kept from stopping the event loop while a thread makes very many objects."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

_lock = Lock()
_pauses = 0


@contextmanager
def paused() -> Iterator[None]:
    """No collection until the last of the pauses ends; one that was switched off before stays off."""
    global _pauses
    with _lock:
        if _pauses or gc.isenabled():
            _pauses += 1
            held = True
        else:
            held = False
        gc.disable()
    try:
        yield
    finally:
        with _lock:
            _pauses -= held
            if held and not _pauses:
                gc.enable()
