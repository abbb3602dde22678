"""`identity.md` and `soul.md`: the user's own files, read when they change and never overwritten unseen."""

from __future__ import annotations

import re
import stat
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from memory import sealing
from memory.errors import BadInput, NotFound, StoreError
from memory.replacing import replacement
from memory.store.whereabouts import gone
from memory.text.normal import clean
from memory.text.secrets import redact
from memory.types import Part

HEADER = """\
# Identity

Each line below that starts with "- " is something about you that harken always keeps in mind. Edit them in any
editor: changes take effect at once. harken reads nothing else in this file and leaves it as it is.

"""
LARGEST_BYTES = 256 * 1024
_LINE = re.compile(r"(?P<said>[^\r\n]*)(?:\r\n|\r|\n)?")
_MARK = re.compile("\ufeff?- ")
_ATTEMPTS = 5


class WatchedText:
    """A text file of the user. While it can't be read its last good `text` stays, and `trouble` says what to do."""

    def __init__(self, path: Path, *, largest_bytes: int = LARGEST_BYTES) -> None:
        self.path = path
        self.text = ""
        self.trouble = ""
        self._largest_bytes = largest_bytes

    def reload(self) -> bool:
        """Reads the file; True when its text is another than before. Never raises."""
        before = self.text
        try:
            self.text = self.read()
        except StoreError as error:
            self.trouble = f"{error.line}. Its last good content stays in use"
        else:
            self.trouble = ""
        return self.text != before

    def read(self) -> str:
        """Its text now, "" where there is no file. StoreError where it can't be used."""
        return self._decoded(self._bytes())

    def rewrite(self, change: Callable[[str], str]) -> None:
        """Replaces the file's text by `change(text)`; where somebody edited it meanwhile, theirs is changed instead.

        StoreError when the file can't be used or written; it is then as it was.
        """
        for _ in range(_ATTEMPTS):
            before = self._bytes()
            text = self._decoded(before)
            changed = change(text)
            if changed == text or self._replaced(before, changed):
                break
        else:
            raise StoreError(f"{self.path.name} keeps changing", hint="Save it in the editor and try again")
        self.reload()

    def _replaced(self, before: bytes, changed: str) -> bool:
        """Puts `changed` in place, unless the file is not `before` any more."""
        try:
            with replacement(self.path, sealing.of(self.path).seal(changed.encode("utf-8"))) as put_in_place:
                if self._bytes() != before:
                    return False
                put_in_place()
                return True
        except FileNotFoundError as error:
            raise gone(self.path.parent) from error
        except OSError as error:
            raise StoreError(
                f"{self.path.name} can't be written ({error.strerror})", hint="Check the folder's rights"
            ) from error

    def _bytes(self) -> bytes:
        try:
            if self._endless():
                raise StoreError(f"{self.path.name} can't be read: it is no plain file", hint="Put a text file there")
            with self.path.open("rb") as file:
                data = sealing.of(self.path).unseal(file.read(self._largest_bytes + sealing.OVERHEAD + 1))
        except FileNotFoundError:
            return b""
        except sealing.Broken as error:
            raise StoreError(
                f"{self.path.name} is not encrypted as its profile is, or it is damaged",
                hint="Put it back from a backup, or take it away: harken itself edits it there",
            ) from error
        except OSError as error:
            raise StoreError(f"{self.path.name} can't be read ({error.strerror})", hint="Check its rights") from error
        if len(data) > self._largest_bytes:
            limit = f"{self._largest_bytes // 1024} kB"
            raise StoreError(f"{self.path.name} is larger than {limit}", hint="Shorten it: it goes into every turn")
        return data

    def _endless(self) -> bool:
        """Whether opening or reading it may never come back, as with a pipe or a device. A link counts as its file."""
        mode = self.path.stat().st_mode
        return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))

    def _decoded(self, data: bytes) -> str:
        try:
            return data.decode("utf-8")
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start) + 1
            raise StoreError(f"{self.path.name} is not UTF-8 text (line {line})", hint="Save it as UTF-8") from error


class IdentityFile(WatchedText):
    """The overrides: one for each line that starts with `- `. All other text is the user's and stays byte for byte."""

    @property
    def lines(self) -> tuple[str, ...]:
        """Each override once, in the order of the file."""
        return tuple(dict.fromkeys(one.text for one in _overrides(self.text)))

    def add(self, text: str) -> None:
        """Appends an override; one that is there already is not added again."""
        self.extend([one_line(text)])

    def extend(self, lines: Sequence[str]) -> None:
        """Appends overrides as they are; those that are there already are not added again."""

        def append(before: str) -> str:
            known = {one.text for one in _overrides(before)}
            new = [line for line in dict.fromkeys(lines) if line not in known]
            if not new:
                return before
            body = before or HEADER
            newline = next((ending for ending in ("\r\n", "\n", "\r") if ending in body), "\n")
            return body + ("" if body.endswith(newline) else newline) + "".join(f"- {line}{newline}" for line in new)

        self.rewrite(append)

    def edit(self, old: str, text: str) -> None:
        """Says the override `old` in other words. NotFound when the file does not hold it any more."""
        line = one_line(text)
        self.rewrite(lambda before: _changed(before, old, line))

    def remove(self, old: str) -> None:
        self.rewrite(lambda before: _changed(before, old, None))


def one_line(text: str) -> str:
    """`text` as an override, secrets taken out. BadInput for one that says nothing."""
    line = " ".join(redact(clean(text))[0].split()).removeprefix("- ")
    if line == "-" or Part(line).blank:
        raise BadInput("There is nothing to keep in mind", hint="Write what harken should always know")
    return line


@dataclass(frozen=True, slots=True)
class _Override:
    """One override: its words stand from `start` to `end`, its line of the file from `first` to `last`."""

    text: str
    start: int
    end: int
    first: int
    last: int


def _overrides(text: str) -> Iterator[_Override]:
    """The lines that begin with `- ` and say something; LF, CRLF and CR alone all end one."""
    for line in _LINE.finditer(text):
        if mark := _MARK.match(line["said"]):
            words = line["said"][mark.end() :]
            start = line.end("said") - len(words.lstrip())
            if said := words.strip():
                yield _Override(clean(said), start, start + len(said), line.start(), line.end())


def _changed(text: str, old: str, new: str | None) -> str:
    """`text` with every line of the override `old` said as `new`, or without it."""
    pieces = []
    at = 0
    for one in _overrides(text):
        if one.text != old:
            continue
        start, end = (one.start, one.end) if new is not None else (one.first, one.last)
        pieces += [text[at:start], new or ""]
        at = end
    if not pieces:
        raise NotFound("identity.md does not hold this line any more", hint="Look at it again: it was edited")
    return "".join(pieces) + text[at:]
