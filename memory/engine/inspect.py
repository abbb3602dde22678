"""Looks at a profile from outside, for the doctor: works on damaged, newer and locked files and changes nothing."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from memory import damaged, drafts, sealing
from memory.counting import counted
from memory.embed.models import MINILM, made_by, trouble
from memory.engine.encrypting import LINKS, behind_links
from memory.engine.places import DATABASE_NAME, IDENTITY_NAME, SOUL_NAME, set_aside
from memory.errors import Locked, StoreError, StoreFull
from memory.index import files
from memory.index.serving import WORDS, kind_of
from memory.store import driver, fulltext
from memory.store.connection import APPLICATION_ID
from memory.store.faults import closed_places, held, translate
from memory.store.identity_file import WatchedText
from memory.store.migrate import newest

LOCK_WAIT_SECONDS = 1.0
SHOWN_EXPORTS = 5


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of a diagnosis: `level` is ok, warn or fail; `hint` says what to do."""

    level: str
    what: str
    hint: str = ""


def inspect(profile_dir: Path, embedding_model: str = MINILM) -> list[Finding]:
    """What is well and what is not in a profile's folder. Never raises for the state of the files.

    `embedding_model` is the setting: vectors of another model help nothing.
    """
    if not profile_dir.is_dir():
        return [_new(profile_dir)]
    path = profile_dir / DATABASE_NAME
    findings = _rights(path)
    if encryption := _encryption(profile_dir):
        findings += encryption
        if encryption[-1].level != "ok":
            return findings
    if path.exists():
        findings += _database(path, embedding_model)
    findings += _index(profile_dir / files.FOLDER)
    findings += [Finding("warn", damaged.told(path), damaged.HINT) for path in set_aside(profile_dir)]
    findings += [
        Finding("warn", damaged.told_of_open(path), damaged.HINT_FOR_OPEN)
        for path in drafts.broken(profile_dir / drafts.FOLDER)
    ]
    return [*findings, *_own_files(profile_dir)]


async def look_at_embedding(setting: str, models_dir: Path) -> Finding:
    """Whether the model that `memory.embedding_model` names can be loaded."""
    if error := await trouble(setting, models_dir):
        return Finding("warn", f"{error}: words are searched", error.hint)
    return Finding("ok", f"The embedding model is {setting}")


def _encryption(profile_dir: Path) -> list[Finding]:
    """Whether it is encrypted; a warning where its key is not known."""
    try:
        sealing.check_key(profile_dir)
    except Locked as error:
        return [Finding("fail", str(error), error.hint)]
    if not sealing.is_sealed(profile_dir):
        return []
    try:
        sealing.of(profile_dir)
        kind = sealing.KeyFile.read(profile_dir).kind
    except Locked:
        hint = "Run it in a terminal, or let HARKEN_PASSPHRASE_FILE name a file with the passphrase"
        return [Finding("warn", "The profile is encrypted, and the rest was not looked at without its key", hint)]
    except StoreError as error:
        return [Finding("fail", str(error), error.hint)]
    return [*_behind_links(profile_dir), Finding("ok", f"The profile is encrypted; its {kind} opens it")]


def _behind_links(profile_dir: Path) -> Iterator[Finding]:
    for name, there in behind_links(profile_dir).items():
        link = profile_dir / LINKS / name
        what = f"{name} was a link when the profile was encrypted: {there} is still plain"
        yield Finding("warn", what, f"Delete it, or, where it may stay, the link {link}")


def _own_files(profile_dir: Path) -> Iterator[Finding]:
    for name in (IDENTITY_NAME, SOUL_NAME):
        try:
            WatchedText(profile_dir / name).read()
        except StoreError as error:
            yield Finding("fail", str(error), f"{error.hint}: {profile_dir / name}")


def _new(profile_dir: Path) -> Finding:
    """A profile that is made with its first start, where that is possible."""
    there = next(place for place in (profile_dir, *profile_dir.parents) if place.exists())
    if not there.is_dir():
        return Finding("fail", f"{there} is a file where a folder is needed", "Move it away or choose another place")
    if not os.access(there, os.W_OK):
        return Finding("fail", "The profile can't be made: the folder is read-only", f"Make it writable: {there}")
    return Finding("ok", "The profile is new: nothing is stored yet")


def _rights(database: Path) -> list[Finding]:
    closed = [
        Finding(
            "fail",
            f"The profile's {'folder' if place.is_dir() else place.name} is read-only",
            f"Make it writable: {place}",
        )
        for place in closed_places(database)
    ]
    return closed or [Finding("ok", "The profile's folder is writable")]


def _database(path: Path, embedding_model: str) -> list[Finding]:
    try:
        with _opened(path, "ro") as connection:
            return _header(connection) or [
                *_integrity(connection, path),
                *_work(connection),
                *_vectors(connection, embedding_model),
                *_exports(connection),
            ]
    except sqlite3.OperationalError as error:
        if isinstance(refused := translate(error, path), StoreFull):
            return [Finding("fail", str(refused), refused.hint)]
        hint = "Close other harken windows and try again" if held(error) else f"Look at {path}"
        return [Finding("fail", f"The database can't be opened ({error})", hint)]
    except sqlite3.DatabaseError as error:
        return [_damaged(str(error), path)]


def _opened(path: Path, mode: str) -> closing[sqlite3.Connection]:
    return closing(driver.connect(path, mode=mode, timeout=LOCK_WAIT_SECONDS, isolation_level=None))


def _index(folder: Path) -> list[Finding]:
    """It is a cache: what can't be used costs a moment at the next start, and no memory."""
    findings = []
    for path in sorted(folder.glob("*.usearch")):
        if path.is_dir():
            findings.append(
                Finding("warn", f"A folder stands where the index of vectors is kept: {path}", "Move it away")
            )
            continue
        try:
            files.verified(folder, path.stem)
        except files.Unusable as error:
            hint = "The next start builds it again; nothing is lost"
            findings.append(Finding("warn", f"The index of vectors can't be used: {error}", hint))
    return findings


def _header(connection: sqlite3.Connection) -> list[Finding]:
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if not connection.execute("PRAGMA page_count").fetchone()[0]:
        return [Finding("warn", "The database is empty: a new memory begins in it", "Or put a backup in its place")]
    if connection.execute("PRAGMA application_id").fetchone()[0] != APPLICATION_ID:
        return [Finding("fail", "The database belongs to another program", "Move it away or use another profile")]
    if version > newest():
        return [Finding("fail", f"The database is newer (schema {version}) than this harken", "Update harken")]
    return []


def _integrity(connection: sqlite3.Connection, path: Path) -> list[Finding]:
    """Newer SQLite counts the full-text index in, which is no damage that costs anything."""
    answers = [row[0] for row in connection.execute("PRAGMA quick_check")]
    if damage := [answer for answer in answers if answer != "ok" and fulltext.NAME not in answer]:
        return [_damaged(damage[0], path)]
    return [Finding("ok", "The database is sound"), *_full_text(connection, path)]


def _full_text(connection: sqlite3.Connection, path: Path) -> list[Finding]:
    try:
        trouble = fulltext.missing(connection) or _checked(path)
    except sqlite3.OperationalError as error:
        if not held(error):
            raise
        return [Finding("warn", "The full-text index was not looked at: another program writes", "Try again")]
    if not trouble:
        return []
    hint = "harken memory rebuild makes it again; nothing is lost"
    return [Finding("fail", f"The full-text index is {trouble}: words find too little", hint)]


def _checked(path: Path) -> str:
    """SQLite checks it only where it could write. Nothing is written; in a folder that is only read it is not checked.

    The caller's connection stays open meanwhile, so that the end of this one doesn't empty the log.
    """
    if any(closed_places(path)):
        return ""
    with _opened(path, "rw") as connection:
        connection.execute("BEGIN IMMEDIATE")
        try:
            return fulltext.trouble(connection)
        finally:
            connection.execute("ROLLBACK")


def _damaged(detail: str, path: Path) -> Finding:
    tool = "sqlcipher, with the key," if sealing.is_sealed(path.parent) else "`sqlite3 memory.sqlite .recover`"
    return Finding(
        "fail",
        f"The database is damaged ({detail.splitlines()[0]})",
        f"Copy the profile's folder first, then run {tool} into a new file",
    )


def _work(connection: sqlite3.Connection) -> list[Finding]:
    findings = []
    waiting = connection.execute("SELECT count(*) FROM signal WHERE state IN ('pending', 'extracted')").fetchone()[0]
    if waiting:
        what = "`harken memory sync` does it now, with a model that is large enough"
        findings.append(Finding("ok", f"{counted(waiting, 'turn')} not learnt from yet", what))
    if dead := connection.execute("SELECT count(*) FROM signal WHERE state = 'dead'").fetchone()[0]:
        findings.append(
            Finding(
                "warn", f"{counted(dead, 'turn')} not learnt from, after several tries", "See harken memory activity"
            )
        )
    last = connection.execute(
        "SELECT detail FROM activity WHERE outcome IN ('error', 'dead_letter') ORDER BY id DESC LIMIT 1"
    ).fetchone()
    if last:
        findings.append(Finding("warn", f"The last background failure: {last[0]}"))
    return findings


def _vectors(connection: sqlite3.Connection, embedding_model: str) -> list[Finding]:
    """How many texts wait for a vector, and which index finds those that have one."""
    texts = connection.execute("SELECT embedded, count(*) FROM document GROUP BY 1").fetchall()
    if not texts:
        return []
    if embedding_model == "none":
        return [Finding("ok", "Words alone find memories: no embedding model is set")]
    made = connection.execute("SELECT fingerprint, count(*) FROM vector GROUP BY 1").fetchall()
    count = sum(number for fingerprint, number in made if made_by(embedding_model, fingerprint))
    waiting = sum(number for fingerprint, number in texts if not made_by(embedding_model, fingerprint))
    index = kind_of(count)
    words = index == WORDS
    findings = [
        Finding("ok", "Words alone find memories" if words else f"The index is {index}, of {counted(count, 'vector')}")
    ]
    if waiting:
        hint = "The chat makes them by itself, harken memory rebuild now"
        findings.append(
            Finding("ok", f"{counted(waiting, 'text')} without a vector yet; words find them meanwhile", hint)
        )
    return findings


def _exports(connection: sqlite3.Connection) -> Iterator[Finding]:
    """Backups and exports outside the profile that are still there: they hold what was in it when they were made."""
    if not connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'exported_file'").fetchone():
        return  # a database from before they were noted
    newest_first = connection.execute("SELECT path FROM exported_file ORDER BY created_at DESC, path").fetchall()
    there = [path for (path,) in newest_first if os.path.exists(path)]
    if there:
        more = f", and {len(there) - SHOWN_EXPORTS} more" if len(there) > SHOWN_EXPORTS else ""
        what = f"{counted(len(there), 'export or backup', 'exports and backups')} of it elsewhere"
        hint = "They keep what was in it, also after it is cleared: delete those you need no longer"
        yield Finding("ok", f"{what}: {', '.join(there[:SHOWN_EXPORTS])}{more}", hint)
