"""A profile is encrypted and decrypted as a whole or not at all, and says the same afterwards."""

from __future__ import annotations

import errno
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from memory import sealing
from memory.drafts import DraftFile, left_behind
from memory.engine import Memory
from memory.engine.encrypting import decrypt, encrypt, left_plain, rewrap
from memory.engine.inspect import inspect
from memory.errors import Locked, StoreError, WrongKey
from memory.sealing import KeyFile, Passphrase
from memory.settings import MemorySettings, Settings
from memory.store import driver
from memory.store.identity_file import IdentityFile
from memory.store.journal import Header, Journal, orphans
from memory.store.migrate import newest
from memory.types import Part
from tests.encrypted import Known
from tests.memory.engine.opening import say
from tests.memory.forget.profile import where
from tests.scripted import SetClock

WORD = "quixotrel"
FOREIGN = "notes.txt"


def opened(folder: Path) -> Memory:
    settings = Settings(memory=MemorySettings(embedding_model="none"))
    return Memory.open(folder, settings=settings, clock=SetClock(), background=False)


async def lived_in(folder: Path) -> None:
    """A profile in which a word stands in every file that says something."""
    async with opened(folder) as memory:
        talk = await memory.new_conversation()
        await say(memory, talk, f"My locker code is {WORD}", f"Noted: {WORD}")
        await memory.talks.rename(talk.id, f"About {WORD}")
        await memory.remember(f"The locker code is {WORD}")
        await memory.identity.add(f"Calls the heron {WORD}")
        await memory.portable.export(folder / "exports" / "all.jsonl")
    (folder / "soul.md").write_text(f"Never say {WORD}", encoding="utf-8")
    (folder / "config.toml").write_text("", encoding="utf-8")
    (folder / FOREIGN).write_text("Not of harken", encoding="utf-8")
    shutil.copy(folder / "memory.sqlite", folder / f"memory.schema-{newest()}.backup")
    draft = DraftFile(folder / "drafts", "c1")
    draft.write([Part(f"Is {WORD} safe?")])
    draft.close()
    journal = Journal(folder / "journal", Header(1, 99, "", False, 10))
    journal.append(f"It is {WORD}", "")
    journal.close()


@pytest.fixture
async def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "profile"
    (folder / "exports").mkdir(parents=True)
    await lived_in(folder)
    return folder


def rows(folder: Path) -> list[tuple[object, ...]]:
    """All that the database and its backup hold, in an order of their own."""
    found: list[tuple[object, ...]] = []
    for path in sorted([folder / "memory.sqlite", *folder.glob("*.backup")]):
        with closing(driver.connect(path)) as connection:
            for name, sql in connection.execute("SELECT name, sql FROM sqlite_master").fetchall():
                found.append((path.name, name, sql))
            for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
                found += [(path.name, name, *row) for row in connection.execute(f'SELECT * FROM "{name}"')]
    return sorted(found, key=repr)


def texts(folder: Path) -> tuple[object, ...]:
    return (
        IdentityFile(folder / "identity.md").read(),
        IdentityFile(folder / "soul.md").read(),
        [one.parts for one in left_behind(folder / "drafts")],
        [one.text for one in orphans(folder / "journal")],
    )


async def test_it_says_the_same_and_no_byte_of_it_can_be_read(folder: Path) -> None:
    rows_before, texts_before = rows(folder), texts(folder)
    encrypt(folder, Known())
    assert where(folder, WORD) == ["all.jsonl"]
    assert rows(folder) == rows_before
    assert texts(folder) == texts_before
    encrypt(folder, Known())
    assert rows(folder) == rows_before
    decrypt(folder)
    assert rows(folder) == rows_before
    assert texts(folder) == texts_before
    assert not (folder / sealing.KEY_FILE).exists()
    with closing(sqlite3.connect(folder / "memory.sqlite")) as plain:
        assert plain.execute("PRAGMA integrity_check").fetchone() == ("ok",)


async def test_an_encrypted_profile_is_used_like_any_other(folder: Path) -> None:
    encrypt(folder, Known())
    async with opened(folder) as memory:
        talk = (await memory.new_conversation()).id
        turn = await memory.begin(talk, f"What of {WORD}?")
        assert where(folder, WORD) == ["all.jsonl"]
        await memory.finish(turn)
        assert WORD in "".join(record.text for record in await memory.search("locker code"))
        report = await memory.forget(await memory.plan_forget(WORD, with_turns=True), with_exports=True)
        assert {trace.place for trace in report.erased} > {"facts", "drafts", "backups", "soul.md"}
        assert not (await memory.audits.text(WORD)).found
    assert where(folder, "SQLite format") == []


async def test_its_exports_say_what_they_said(folder: Path, tmp_path: Path) -> None:
    async def exported(name: str) -> str:
        async with opened(folder) as memory:
            await memory.portable.export(tmp_path / name)
        lines = (tmp_path / name).read_text(encoding="utf-8").splitlines()
        return "\n".join(sorted(line for line in lines if '"exported' not in line))

    before = await exported("before.jsonl")
    encrypt(folder, Known())
    assert await exported("encrypted.jsonl") == before
    decrypt(folder)
    assert await exported("after.jsonl") == before


def test_what_stays_readable_is_named(folder: Path) -> None:
    encrypt(folder, Known())
    assert left_plain(folder) == ["config.toml", "exports/all.jsonl", FOREIGN]


async def test_a_profile_that_is_open_in_a_window_stays_as_it_is(folder: Path) -> None:
    async with opened(folder) as memory:
        assert b"is open in a window" in converted(folder, "encrypt").stderr
        assert await memory.conversations()
    assert not sealing.is_sealed(folder)
    assert not sealing.unfinished(folder)
    encrypt(folder, Known())
    async with opened(folder):
        assert b"is open in a window" in converted(folder, "decrypt").stderr
    assert sealing.is_sealed(folder)


async def test_without_its_key_nothing_opens(folder: Path) -> None:
    encrypt(folder, Known())
    sealing.close(folder)
    with pytest.raises(Locked):
        async with Memory.open(folder):
            pass
    with pytest.raises(Locked):
        decrypt(folder)


async def test_a_database_of_another_key_is_no_harken_database(folder: Path) -> None:
    encrypt(folder, Known())
    sealing.opened(folder, sealing.new_key())
    with pytest.raises(StoreError):
        async with Memory.open(folder):
            pass


def test_another_passphrase_changes_no_other_file(folder: Path) -> None:
    encrypt(folder, Passphrase("old"))
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    rewrap(folder, Passphrase("old"), Passphrase("new"))
    changed = [path.name for path, content in before.items() if path.read_bytes() != content]
    assert changed == [sealing.KEY_FILE]
    assert KeyFile.read(folder).key(Passphrase("new"))
    with pytest.raises(WrongKey):
        KeyFile.read(folder).key(Passphrase("old"))


def test_a_new_key_is_another_one(folder: Path) -> None:
    encrypt(folder, Passphrase("old"))
    before = KeyFile.read(folder)
    encrypt(folder, Passphrase("old"))
    after = KeyFile.read(folder)
    assert after.id == before.id
    assert after.key(Passphrase("old")) != before.key(Passphrase("old"))


def test_a_file_that_cannot_be_unsealed_stays_and_stops_nothing(folder: Path) -> None:
    encrypt(folder, Known())
    (folder / "soul.md").write_text("Put here by hand", encoding="utf-8")
    decrypt(folder)
    assert (folder / "soul.md").read_text(encoding="utf-8") == "Put here by hand"


@pytest.mark.parametrize("file", ["drafts/c1-*.json", "journal/m99-*.jsonl"])
async def test_what_a_flipped_byte_makes_unreadable_is_told_and_kept(folder: Path, file: str) -> None:
    encrypt(folder, Known())
    (path,) = folder.glob(file)
    flipped = flip(path)
    kept = path.with_name(f"{path.name}.damaged")
    async with opened(folder) as memory:
        told = await anext(memory.events())
        assert (told.kind, str(kept) in told.text) == ("trouble", True)
        assert kept.read_bytes() == flipped
        assert [one for one in inspect(folder) if one.level == "warn" and str(kept) in one.what]
        assert await memory.search("locker code")
        await memory.erasing.everything(folder.name)
    assert not kept.exists()


async def test_a_draft_of_an_open_window_that_can_not_be_read_is_told_and_let_go_of_unseen(folder: Path) -> None:
    encrypt(folder, Known())
    window = DraftFile(folder / "drafts", "c2")
    window.write([Part("And a pelican?")])
    (path,) = (folder / "drafts").glob("c2-*.json")
    flip(path)
    async with opened(folder) as memory:
        told = await anext(memory.events())
        assert (told.kind, str(path) in told.text) == ("trouble", True)
        assert [one for one in inspect(folder) if one.level == "warn" and str(path) in one.what]
        await memory.forget(await memory.plan_forget("pelican"))
        assert window.wish is not None
        window.close()


def flip(path: Path) -> bytes:
    """Changes a byte near the beginning of a file; what it holds then."""
    data = bytearray(path.read_bytes())
    data[40] ^= 1
    path.write_bytes(data)
    return bytes(data)


@pytest.mark.parametrize(("what", "step"), [("encrypt", 0), ("anew", 1), ("decrypt", 2)])
def test_killed_at_any_step_it_is_whole_and_as_before_or_as_wanted(
    folder: Path, tmp_path: Path, what: str, step: int
) -> None:
    if what != "encrypt":
        encrypt(folder, Known())
    before = rows(folder)
    said = texts(folder)
    while killed(copy := tmp_path / str(step), folder, what, step):
        encrypting_settles(copy)
        assert rows(copy) == before
        assert texts(copy) == said
        shutil.rmtree(copy)
        step += 5
    assert step > 30


def test_a_disk_that_fails_between_two_files_loses_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before, said = rows(folder), texts(folder)
    replace = os.replace

    def fails(source: Path, target: Path) -> None:
        if Path(target).name == "memory.sqlite":
            raise OSError(errno.EIO, "Input/output error")
        replace(source, target)

    with monkeypatch.context() as broken:
        broken.setattr(os, "replace", fails)
        with pytest.raises(StoreError):
            encrypt(folder, Known())
    encrypting_settles(folder)
    assert sealing.is_sealed(folder)
    assert (rows(folder), texts(folder)) == (before, said)


def test_of_a_decryption_that_is_given_up_no_plain_byte_stays_on_the_disk(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    encrypt(folder, Known())
    fsync, seen = os.fsync, tmp_path / "seen"
    seen.mkdir()

    def fails(handle: int) -> None:
        """The disk goes when the new files are all there; what removes them can't take these names away."""
        monkeypatch.setattr(os, "fsync", fsync)
        for path in (folder / "converting").rglob("*.*"):
            os.link(path, seen / path.name)
        assert where(seen, WORD)
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(os, "fsync", fails)
    with pytest.raises(StoreError):
        decrypt(folder)
    assert not sealing.unfinished(folder)
    assert where(seen, WORD) == []


def killed(copy: Path, folder: Path, what: str, step: int) -> bool:
    """Whether a conversion of a copy of the profile came to that step."""
    shutil.copytree(folder, copy)
    code = converted(copy, "decrypt" if what == "decrypt" else "encrypt", step).returncode
    assert code in (0, -signal.SIGKILL)
    return code != 0


def converted(folder: Path, what: str, step: int = -1) -> subprocess.CompletedProcess[bytes]:
    """Another process that does `what`, and is killed at `step`."""
    command = [sys.executable, "-m", "tests.memory.engine.converter", str(folder), what, str(step)]
    return subprocess.run(command, check=False, capture_output=True)


def encrypting_settles(folder: Path) -> None:
    """What the next start does first."""
    from memory.engine.encrypting import settle

    sealing.close(folder)
    settle(folder)
    if sealing.is_sealed(folder):
        sealing.opened(folder, KeyFile.read(folder).key(Known()))
        assert where(folder, WORD) == ["all.jsonl"]
    assert not sealing.unfinished(folder)


async def test_an_audit_looks_into_the_backup_from_before_an_update(folder: Path) -> None:
    encrypt(folder, Known())
    (backup,) = folder.glob("*.backup")
    async with opened(folder) as memory:
        audit = await memory.audits.text(WORD)
    assert str(backup) in {trace.place for trace in audit.found}


async def test_a_damaged_backup_is_told_as_not_looked_at_and_goes_with_the_next_forget(folder: Path) -> None:
    encrypt(folder, Known())
    (backup,) = folder.glob("*.backup")
    flip(backup)
    async with opened(folder) as memory:
        for audit in (await memory.audits.text("pelican"), await memory.audits.of("f1")):
            assert audit.unread == (f"{backup}: an encrypted backup that is damaged",)
        await memory.forget(await memory.plan_forget("heron"))
    assert not backup.exists()
