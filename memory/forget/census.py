"""How often each store says something: counted before a forget, after it, and whenever the user asks again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from memory.forget.file_texts import is_copy, texts
from memory.forget.walk import walk
from memory.store import contents
from memory.store.contents import Row
from memory.types import Trace

Says = Callable[[str], bool]
Key = tuple[str, int]
INDEX = "vector index"
FILES = (INDEX, "identity.md", "soul.md", "drafts", "journal", "backups", "exports")
_BINARY = (".sqlite", ".sqlite-wal", ".sqlite-shm", ".usearch")


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is counted: rows that say it, and those that stand for the memories `keys`.

    Without `turns` the user's other messages up to `newest` do not count: they stay by the user's wish. `keyed` hashes
    the hash of a text with a vector, to compare it with `texts`. `strays` are the entries of the full-text index that
    count where they belong to no document any more.
    """

    says: Says
    keys: Collection[Key] = ()
    turns: bool = True
    newest: int | None = None
    texts: Collection[str] = ()
    keyed: Callable[[str], str] = str
    strays: Callable[[], set[int]] = contents.word_entries


@dataclass(slots=True)
class Census:
    """Counts by store. `kept` counts the user's messages that stay, `anew` those of `found` that are newer.

    `hashes` are those of the search texts that count, `files` where it stands in bytes, `unread` names files that could
    not be looked at.
    """

    found: Counter[str] = field(default_factory=Counter)
    kept: int = 0
    anew: int = 0
    hashes: set[str] = field(default_factory=set)
    files: list[Trace] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)

    def __add__(self, other: Census) -> Census:
        return Census(
            self.found + other.found,
            self.kept + other.kept,
            self.anew + other.anew,
            self.hashes | other.hashes,
            self.files + other.files,
            self.unread + other.unread,
        )


def of_rows(wanted: Wanted) -> Census:
    """Counts the database. Runs in the store."""
    census = Census()
    entries, staying = set[int](), set[str]()
    documents, clear = set[int](), set[int]()
    for row in contents.rows():
        if row.document:
            documents.add(row.document)
        if not _counts(row, wanted, clear):
            if row.document:
                staying.add(row.hash)
            continue
        if _stays(row, wanted, census):
            staying.add(row.hash)
            continue
        census.found[row.store] += 1
        if row.document:
            entries.add(row.document)
            census.hashes.add(row.hash)
    census.found["search words"] += len(contents.word_entries() & entries) + len(wanted.strays() - documents)
    census.hashes -= staying
    census.found["vectors"] += sum(
        digest in census.hashes or (digest not in staying and wanted.keyed(digest) in wanted.texts)
        for digest in contents.vector_hashes()
    )
    return census


def _counts(row: Row, wanted: Wanted, clear: set[int]) -> bool:
    """`clear` are hashes of texts that do not say it: most stand in two stores, and are looked through once."""
    if (row.kind, row.number) in wanted.keys:
        return True
    for text in row.texts:
        if (digest := hash(text)) not in clear:
            if wanted.says(text):
                return True
            clear.add(digest)
    return False


def _stays(row: Row, wanted: Wanted, census: Census) -> bool:
    """Whether it is a message of the user that stays by their wish; counted once, not for the search again."""
    if not row.own or (row.kind, row.number) in wanted.keys:
        return False
    later = wanted.newest is not None and row.number > wanted.newest
    if not row.document:
        census.anew += later
        census.kept += not (later or wanted.turns)
    return not (later or wanted.turns)


def of_files(roots: Iterable[Path], says: Says) -> Census:
    """Counts the lines of every file that say it; of a database's copy the texts. Roots are folders, or exports."""
    census = Census()
    for root, path in walk(roots, census.unread):
        if path.suffix in _BINARY:
            continue
        try:
            count = sum(map(says, texts(path)))
        except FileNotFoundError:
            continue
        except OSError as error:
            census.unread.append(f"{path}: {error.strerror}")
            continue
        if count:
            census.found[_store(path, root)] += count
    return census


def _store(path: Path, root: Path) -> str:
    """The folder of a file, or, where it stands alone, its name. Files that are named themselves are exports."""
    if path == root:
        return "exports"
    if is_copy(path):
        return "backups"
    inside = path.relative_to(root).parts
    return inside[-2] if len(inside) > 1 else inside[0]
