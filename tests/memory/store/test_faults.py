"""What the disk and SQLite refuse, in words that say what to do."""

from __future__ import annotations

import asyncio
import errno
import json
import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from memory.engine import Memory, inspect
from memory.errors import StoreDamaged, StoreError, StoreFull
from memory.store.faults import reason, translate
from memory.store.sealed_driver import connect
from memory.types import Status
from tests.memory.full_disk_turns import SETTINGS

FULL = "StoreFull: The disk is full, nothing more can be stored. Free some space; what was stored is safe"


async def test_a_full_disk_is_told_at_every_step_and_loses_nothing_that_was_stored(tmp_path: Path) -> None:
    folder = tmp_path / "profile"
    command = [sys.executable, "-m", "tests.memory.full_disk_turns", str(folder)]
    told = json.loads(await asyncio.to_thread(subprocess.check_output, command, timeout=60))
    assert told == {
        "open": FULL,
        "begin": FULL,
        "stream": "The reply is not saved while it grows: the disk is full. Free some space",
        "finish": "This could not be saved at once: The disk is full, nothing more can be stored. "
        "harken tries again before your next message and when it ends",
        "again": FULL,
    }
    async with Memory.open(folder, settings=SETTINGS, background=False) as memory:
        (talk,) = await memory.conversations()
        first, reply, third, late = await memory.messages(talk.id)
    assert [first.text, reply.text] == ["The first question", "The first reply"]
    assert third.text == "The third question"
    assert late.status is Status.COMPLETE
    assert late.text.startswith("before and then 0 and then 1 ")
    assert late.text.endswith("and then 399 ")
    with sqlite3.connect(folder / "memory.sqlite") as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def sqlite_error(code: int) -> sqlite3.Error:
    error = sqlite3.OperationalError("unable to open database file")
    error.sqlite_errorcode = code
    return error


def test_a_failure_of_the_disk_is_a_full_disk_where_that_has_no_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    error, path = sqlite_error(sqlite3.SQLITE_IOERR), tmp_path / "memory.sqlite"
    assert "harken doctor" in translate(error, path).line
    total = shutil.disk_usage(tmp_path)._replace(free=0)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: total)
    assert "The disk is full" in translate(error, path).line


def test_an_encrypted_copy_that_finds_no_room_is_told_as_a_full_disk(tmp_path: Path) -> None:
    with closing(connect(str(tmp_path / "old"), "", isolation_level=None)) as connection:
        connection.execute("CREATE TABLE said (text)")
        connection.execute("INSERT INTO said VALUES (zeroblob(100000))")
        connection.execute("ATTACH ? AS fresh KEY ''", (str(tmp_path / "new"),))
        connection.execute("PRAGMA fresh.max_page_count = 3")
        with pytest.raises(sqlite3.Error) as error:
            connection.execute("SELECT sqlcipher_export('fresh')").fetchall()
    assert "The disk is full" in translate(error.value).line


READ_ONLY = StoreFull("The profile's folder is read-only", hint="Make it writable; harken paths shows where it is")


@pytest.mark.parametrize(
    "error",
    [
        sqlite_error(sqlite3.SQLITE_READONLY_DIRECTORY),
        OSError(errno.EROFS, os.strerror(errno.EROFS)),
        PermissionError(errno.EACCES, os.strerror(errno.EACCES)),
    ],
)
def test_what_is_read_only_is_called_so(error: Exception) -> None:
    assert translate(error).line == READ_ONLY.line


@pytest.mark.parametrize("closed", ["", "memory.sqlite", "memory.sqlite-shm"])
def test_what_can_not_be_written_is_named_be_it_the_folder_or_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, closed: str
) -> None:
    path, place = tmp_path / "memory.sqlite", tmp_path / closed
    for name in ("memory.sqlite", "memory.sqlite-shm"):
        (tmp_path / name).touch()
    unopened, unwritten = sqlite_error(sqlite3.SQLITE_CANTOPEN), sqlite_error(sqlite3.SQLITE_READONLY)
    assert not isinstance(translate(unopened, path), StoreFull)
    monkeypatch.setattr(os, "access", lambda asked, mode: asked != place)
    for error in (unopened, unwritten):
        refused = translate(error, path)
        assert isinstance(refused, StoreFull)
        assert refused.line == f"harken may not write {place}. Make it writable"
    assert [one.hint for one in inspect(tmp_path) if "is read-only" in one.what] == [f"Make it writable: {place}"]


def test_a_file_that_the_system_closes_is_told_from_a_closed_folder(tmp_path: Path) -> None:
    there, new = tmp_path / "all.jsonl", tmp_path / "new.jsonl"
    there.touch()
    for asked, closed in ((there, there), (new, tmp_path)):
        error = PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(asked))
        assert reason(error) == f"{closed} is read-only. Make it writable"
        assert translate(error).line == f"harken may not write {closed}. Make it writable"


def test_the_error_that_says_most_counts_wherever_it_stands() -> None:
    try:
        try:
            raise sqlite_error(sqlite3.SQLITE_FULL)
        except sqlite3.Error:
            raise sqlite_error(sqlite3.SQLITE_ERROR) from None
    except sqlite3.Error as error:
        assert isinstance(translate(error), StoreFull)


def test_damage_locks_and_the_rest_are_told_apart() -> None:
    assert isinstance(translate(sqlite_error(sqlite3.SQLITE_CORRUPT_VTAB)), StoreDamaged)
    assert "Close other harken windows" in translate(sqlite_error(sqlite3.SQLITE_BUSY)).line
    rest = translate(sqlite3.OperationalError("no such table: x"))
    assert type(rest) is StoreError
    assert "no such table: x" in rest.line
