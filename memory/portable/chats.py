"""Exports of other chat programs: `conversations.json`, or the archive it came in, as records of ours."""

from __future__ import annotations

import hashlib
import re
import zipfile
import zlib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from types import ModuleType
from typing import IO, Any

from memory.errors import BadInput, NotFound
from memory.portable import chatgpt, claude, shape
from memory.portable.json_array import Broken, JsonArray
from memory.portable.shape import Record
from memory.portable.source import Survey, note
from memory.portable.talk import Numbering, Talk, records
from memory.progress import Told, silent

ENDINGS = (".json", ".zip")
PROGRAMS: Sequence[ModuleType] = (chatgpt, claude)
_INSIDE = re.compile(r"(?:.*/)?conversations(?:-\d+)?\.json")
"""Newer archives of ChatGPT hold several."""
_ENCRYPTED = 1


class Chats:
    """A file by its path. Every error is a BadInput that names the file and, where it is known, the conversation."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._hash = hashlib.sha256()
        self._left_out: Counter[str] = Counter()
        self._program: ModuleType | None = None

    def records(self, told: Told = silent) -> Iterator[Record]:
        """Conversations and messages, their values as the database takes them."""
        numbers = Numbering()
        for talk in self._talks(told):
            yield from map(shape.read, records(talk, numbers))

    def survey(self, told: Told = silent) -> Survey:
        """Looks through the whole file. BadInput for the first thing that can't be used."""
        self._hash = hashlib.sha256()
        self._left_out = Counter()
        found = Survey()
        for record in self.records(told):
            note(record, found)
        if not found.counts["message"]:
            raise BadInput(f"{self._path.name} holds no conversation", hint="Nothing was imported")
        found.mark = self._hash.hexdigest()
        found.left_out = +self._left_out
        found.program = self._program.NAME if self._program else ""
        return found

    def _talks(self, told: Told) -> Iterator[Talk]:
        done = 0
        try:
            for raw in self._raw(told):
                talk = self._talk(raw)
                done += 1
                if talk.messages:
                    yield _dated(talk)
                else:
                    self._left_out["conversation without a message"] += 1
        except (Broken, zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError) as error:
            where = f"after conversation {done}" if done else "at its beginning"
            why = (
                error if isinstance(error, Broken) else "the archive is damaged, or packed in a way that can't be read"
            )
            raise BadInput(
                f"{self._path.name}, {where}: {why}", hint="Nothing was imported; download the export again"
            ) from None
        except FileNotFoundError:
            raise NotFound(f"There is no file {self._path}", hint="Give the path of an export") from None
        except OSError as error:
            raise BadInput(f"{self._path} can't be read ({error.strerror})", hint="Check the file") from error

    def _raw(self, told: Told) -> Iterator[dict[str, Any]]:
        for file, read in self._files(told):
            with closing(file):
                yield from JsonArray(read)

    def _talk(self, raw: dict[str, Any]) -> Talk:
        program = next((one for one in PROGRAMS if one.fits(raw)), None)
        if program is None and self._program is None:
            raise BadInput(
                f"{self._path.name} is no export that harken knows",
                hint="It reads those of ChatGPT and Claude: conversations.json, or the zip file",
            )
        if program is None:
            return Talk("", 0, 0)
        self._program = program
        found: Talk = program.talk(raw, self._left_out)
        return found

    def _files(self, told: Told) -> Iterator[tuple[IO[bytes], Callable[[int], bytes]]]:
        """What to read, each with its reader, which says how far it is and what the bytes are."""
        if self._path.suffix.lower() != ".zip":
            yield self._watched(self._path.open("rb"), 0, self._path.stat().st_size, told)
            return
        with zipfile.ZipFile(self._path) as archive:
            inside = sorted((one for one in archive.infolist() if _INSIDE.fullmatch(one.filename)), key=_by_name)
            if not inside:
                raise BadInput(f"{self._path.name} holds no conversations.json", hint="Give the file of an export")
            if any(one.flag_bits & _ENCRYPTED for one in inside):
                raise Broken("the archive is encrypted")
            done, whole = 0, sum(one.file_size for one in inside)
            for one in inside:
                yield self._watched(archive.open(one), done, whole, told)
                done += one.file_size

    def _watched(self, file: IO[bytes], done: int, whole: int, told: Told) -> tuple[IO[bytes], Callable[[int], bytes]]:
        def read(size: int) -> bytes:
            nonlocal done
            data = file.read(size)
            self._hash.update(data)
            done += len(data)
            told(min(1.0, done / (whole or 1)))
            return data

        return file, read


def _by_name(one: zipfile.ZipInfo) -> tuple[int, str]:
    return len(one.filename), one.filename


def _dated(talk: Talk) -> Talk:
    """A conversation begins with its first message at the latest, and ends with its last one at the earliest."""
    talk.created = min(filter(None, (talk.created, talk.messages[0].at)), default=0)
    talk.updated = max(talk.updated, talk.messages[-1].at)
    return talk
