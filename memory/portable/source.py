"""A file to import, read line by line, and looked through as a whole before anything of it is kept."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from memory.errors import BadInput, NotFound
from memory.portable import jsonl, md_read, shape
from memory.portable.shape import Record, Unusable
from memory.progress import Told, silent

READERS = {".jsonl": jsonl.read, ".md": md_read.read}
_LONGEST_LINE = 512 * 1024 * 1024
_EVERY = 2000
"""Lines between two words about the progress."""


@dataclass
class Survey:
    """What a file holds: records by kind, the highest number of each kind, and a mark of its bytes.

    Of another `program` what can't become a record is `left_out`, counted by what it is.
    """

    counts: Counter[str] = field(default_factory=Counter)
    highest: Counter[str] = field(default_factory=Counter)
    mark: str = ""
    program: str = ""
    left_out: Counter[str] = field(default_factory=Counter)


class Source:
    """A file by its path. Every error is a BadInput that names the file and the line."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._read = READERS[ending(path)]
        self._hash = hashlib.sha256()

    def records(self, told: Told = silent) -> Iterator[Record]:
        """The records in the order of the file, their values as the database takes them."""
        for number, raw in self._read(self._lines(told)):
            try:
                if isinstance(raw, Unusable):
                    raise raw
                record = shape.read(raw)
                self._known_version(record)
            except Unusable as error:
                raise BadInput(
                    f"{self._path.name}, line {number}: {error}",
                    hint="Nothing was imported; mend the line or leave it out",
                ) from None
            record["line"] = number
            yield record

    def survey(self, told: Told = silent) -> Survey:
        """Looks through the whole file. BadInput for the first thing that can't be used."""
        self._hash = hashlib.sha256()
        found = Survey()
        order = _Order()
        for record in self.records(told):
            try:
                order.check(record)
            except Unusable as error:
                raise self._unusable(record["line"], error) from None
            note(record, found)
        if circle := order.circle():
            raise self._unusable(circle, "superseded_by leads back to the same fact")
        if not sum(found.counts.values()):
            raise BadInput(f"{self._path.name} holds no memory", hint="harken memory export writes files that do")
        found.mark = self._hash.hexdigest()
        return found

    def _unusable(self, line: int, why: object) -> BadInput:
        hint = "Nothing was imported; mend the line or leave it out"
        return BadInput(f"{self._path.name}, line {line}: {why}", hint=hint)

    def _known_version(self, record: Record) -> None:
        if record["type"] == "header" and record["version"] > shape.VERSION:
            raise BadInput(
                f"{self._path.name} was written by a newer harken (format {record['version']}, this one reads"
                f" {shape.VERSION})",
                hint="Update harken; nothing was imported",
            )

    def _lines(self, told: Told) -> Iterator[tuple[int, str]]:
        done = 0
        try:
            with self._path.open("rb") as file:
                size = self._path.stat().st_size or 1
                for number, line in enumerate(iter(lambda: file.readline(_LONGEST_LINE + 1), b""), 1):
                    self._hash.update(line)
                    done += len(line)
                    if number % _EVERY == 0:
                        told(min(1.0, done / size))
                    yield number, self._decoded(number, line)
        except FileNotFoundError:
            raise NotFound(f"There is no file {self._path}", hint="Give the path of an export") from None
        except OSError as error:
            raise BadInput(f"{self._path} can't be read ({error.strerror})", hint="Check the file") from error

    def _decoded(self, number: int, line: bytes) -> str:
        if len(line) > _LONGEST_LINE:
            raise BadInput(
                f"{self._path.name}, line {number}: is longer than {_LONGEST_LINE // 1024**2} MB",
                hint="Nothing was imported",
            )
        try:
            return line.decode("utf-8-sig" if number == 1 else "utf-8").rstrip("\n").rstrip("\r")
        except UnicodeDecodeError:
            raise BadInput(
                f"{self._path.name}, line {number}: is not UTF-8 text", hint="Nothing was imported; save it as UTF-8"
            ) from None


def ending(path: Path) -> str:
    """`.jsonl` or `.md`: it says which format a file has. BadInput for another one."""
    if path.is_dir():
        raise BadInput(f"{path} is a folder", hint="Give the name of a file")
    suffix = path.suffix.lower()
    if suffix not in READERS:
        raise BadInput(f"{path.name} does not say its format", hint="Its name must end in .jsonl or .md")
    return suffix


class _Order:
    """What records ask of those before them: numbers are used once, messages follow their conversation and parent."""

    def __init__(self) -> None:
        self._used: dict[str, set[int]] = {}
        self._conversation = 0
        self._sessions: set[int] = set()
        self._messages: set[int] = set()
        self._seqs: set[int] = set()
        self._ended_by: dict[int, tuple[int, int]] = {}
        """Facts, the one that took the place of each, and the line that says so."""

    def check(self, record: Record) -> None:
        kind, number = record["type"], record.get("id")
        if number is not None:
            self._once(kind, number)
        if kind == "conversation":
            self._conversation, self._messages, self._seqs = record["id"], set(), set()
            self._sessions = set()
            for session in record["sessions"]:
                self._once("session", session["id"])
                self._sessions.add(session["id"])
        elif kind == "message":
            self._message(record)
        elif kind == "fact" and number is not None and record["superseded_by"] is not None:
            self._ended_by[number] = (record["superseded_by"], record["line"])

    def circle(self) -> int | None:
        """The line of a fact that, by way of others or not, took its own place."""
        left = dict(self._ended_by)
        while left:
            fact, seen = next(iter(left)), set[int]()
            while fact in left:
                seen.add(fact)
                fact, line = left.pop(fact)
                if fact in seen:
                    return line
        return None

    def _once(self, kind: str, number: int) -> None:
        used = self._used.setdefault(kind, set())
        if number in used:
            raise Unusable(f"the id of this {kind} was used before")
        used.add(number)

    def _message(self, record: Record) -> None:
        if record["conversation"] != self._conversation:
            raise Unusable("a message must follow its conversation")
        if record["parent"] is not None and record["parent"] not in self._messages:
            raise Unusable("parent must be an earlier message of the conversation")
        if record["session"] is not None and record["session"] not in self._sessions:
            raise Unusable("session must be one of the conversation")
        if record["seq"] in self._seqs:
            raise Unusable("seq was used before in the conversation")
        self._messages.add(record["id"])
        self._seqs.add(record["seq"])


def note(record: Record, found: Survey) -> None:
    """Counts a record in, and the numbers it names."""
    kind = record["type"]
    found.counts[kind] += 1
    _higher(found, kind, record.get("id"))
    for session in record.get("sessions", ()):
        _higher(found, "session", session["id"])
    _higher(found, "message", max((0, *record.get("sources", ()))))
    _higher(found, "message", max(record.get("copied_from") or 0, record.get("head") or 0))
    for key in ("conversation", "message", "superseded_by"):
        if kind != "message" and isinstance(record.get(key), int):
            _higher(found, "fact" if key == "superseded_by" else key, record[key])


def _higher(found: Survey, kind: str, number: int | None) -> None:
    found.highest[kind] = max(found.highest[kind], number or 0)
