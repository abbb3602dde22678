"""Takes deleted text out of the file's bytes.

`secure_delete` zeroes deleted rows, but the full-text index keeps old segments, the write-ahead log old pages, and a
page from which rows moved what stood there: merging all segments into one, VACUUM and emptying the log remove them.
"""

from __future__ import annotations

import secrets

from memory.store import fulltext, meta, rewording
from memory.store.connection import DATABASE, LOCK_WAIT_MS, raw

READER_WAIT_MS = 1_000
_PENDING = "scrub_pending"


def mark_pending() -> None:
    """Notes, in the transaction that deletes, that bytes are still to be removed: a crash can't make us forget it.

    Each time it is another note: a scrub that another window began before this takes only its own away.
    """
    meta.put(_PENDING, secrets.token_hex(8))


def pending() -> bool:
    return meta.get(_PENDING) is not None


def scrub() -> bool:
    """Removes the bytes of deleted rows; False while another connection reads old ones. Runs outside transactions."""
    with DATABASE.atomic("IMMEDIATE"):
        noted = meta.get(_PENDING)
        rewording.abandon()
        fulltext.optimize(raw())
    raw().execute("VACUUM")
    if not _emptied_log():
        return False
    with DATABASE.atomic("IMMEDIATE"):
        if noted is not None and meta.get(_PENDING) == noted:
            meta.drop(_PENDING)
    return True


def _emptied_log() -> bool:
    connection = raw()
    connection.execute(f"PRAGMA busy_timeout = {READER_WAIT_MS}")
    try:
        busy = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
    finally:
        connection.execute(f"PRAGMA busy_timeout = {LOCK_WAIT_MS}")
    return not busy
