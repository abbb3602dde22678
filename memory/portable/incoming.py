"""What the parts of an import share: which number each row of the file has here, and what came of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from memory.portable.forgotten import Forgotten
from memory.store import meta, partitions
from memory.store.connection import raw
from memory.store.statements import Insert, one, run
from memory.store.tables import (
    Conversation,
    Entity,
    Episode,
    Fact,
    Identity,
    Message,
    Relation,
    Row,
    Session,
    Tombstone,
)
from memory.text.secrets import redact
from memory.types import Partition

_TABLES: Mapping[str, type[Row]] = {
    "conversation": Conversation,
    "session": Session,
    "message": Message,
    "identity": Identity,
    "entity": Entity,
    "fact": Fact,
    "episode": Episode,
    "relation": Relation,
}
_INSERT = {kind: Insert(table, numbered=True) for kind, table in _TABLES.items()}
_UNFINISHED = "import_into_empty"


class Numbers:
    """`keeps`: the profile was empty, and everything keeps the number it has in the file, where that is free."""

    def __init__(self, keeps: bool) -> None:
        self.keeps = keeps
        self._here: dict[str, dict[int, int | None]] = {kind: {} for kind in _TABLES}

    def note(self, kind: str, there: int | None, here: int | None) -> None:
        """`here` None: it is left out."""
        if there is not None and (there != here or not self.keeps or kind == "session"):
            self._here[kind][there] = here

    def here(self, kind: str, there: int | None) -> int | None:
        """The number of what the file calls `there`. A row that was gone before keeps its number if all others do."""
        if there is None:
            return None
        return self._here[kind].get(there, there if self.keeps and kind != "session" else None)

    def add(self, kind: str, there: int | None, /, **values: object) -> int:
        """Makes a row and returns its number."""
        wished = there if self.keeps and there is not None and not _taken(kind, there) else None
        number = _INSERT[kind](id=wished, **values)
        self.note(kind, there, number)
        return number


def _taken(kind: str, number: int) -> bool:
    return one(f'SELECT 1 FROM "{kind}" WHERE id = ?', number) is not None


def keeps_numbers(mark: str, highest: Mapping[str, int]) -> bool:
    """Whether the profile is empty, or was before an import of these very bytes that was cut short.

    Then the numbers of the file are set aside, so that what another window writes meanwhile gets higher ones.
    """
    begun = meta.get(_UNFINISHED)
    if begun != mark and (begun is not None or not _empty()):
        return False
    meta.put(_UNFINISHED, mark)
    for kind in _TABLES:
        _set_aside(kind, highest.get(kind, 0))
    return True


def finished() -> None:
    meta.drop(_UNFINISHED)


def _empty() -> bool:
    tables = (Message, Fact, Episode, Entity, Relation, Tombstone)
    return not any(table.select().exists() for table in tables)


def _set_aside(table: str, number: int) -> None:
    if not raw().execute("UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?", (number, table)).rowcount:
        run("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", table, number)


@dataclass
class Incoming:
    """One import: `now` stands where the file gives no time (milliseconds)."""

    numbers: Numbers
    forgotten: Forgotten
    restore: bool
    now: int
    added: Counter[str] = field(default_factory=Counter)
    known: Counter[str] = field(default_factory=Counter)
    restored: Counter[str] = field(default_factory=Counter)
    kept_out: int = 0
    redacted: int = 0
    inbox: int = 0
    quarantined: int = 0
    ordinary: list[str] = field(default_factory=list)
    """Facts that would always have been in context, had there been room."""

    def partition(self, home: Partition, at: int) -> int:
        """The number of a project or persona here; one whose name was forgotten here is known by no name."""
        kept_out = not self.restore and home.kind is not None and self.forgotten.says(home.name, at)
        name = partitions.NAMELESS if kept_out else self.without_secrets(home.name)
        return partitions.number(replace(home, name=name))

    def without_secrets(self, text: str) -> str:
        kept, found = redact(text)
        self.redacted += len(found)
        return kept

    def came(self, kind: str) -> None:
        self.added[kind] += 1

    def is_back(self, kind: str) -> None:
        """It was forgotten or deleted here."""
        self.restored[kind] += 1

    def was_there(self, kind: str) -> None:
        self.known[kind] += 1
