"""A list in a JSON file, one element after the other: only the one that is read is in memory."""

from __future__ import annotations

import codecs
import json
from collections.abc import Callable, Iterator
from typing import Any

CHUNK = 1_000_000
LONGEST = 256_000_000
"""Characters of one element."""
_SPACE = " \t\r\n"
_NEAR_THE_END = 16
"""What ends in the middle fails so close to its end; an error before that is one."""


class Broken(ValueError):
    """The text is no list in JSON; says why."""


class JsonArray:
    """Iterates over the objects of a list. `read` gives the next bytes, b"" at the end. Broken for anything else."""

    def __init__(self, read: Callable[[int], bytes]) -> None:
        self._read = read
        self._decode = codecs.getincrementaldecoder("utf-8-sig")()
        self._scan = json.JSONDecoder()
        self._text, self._at, self._ended = "", 0, False

    def __iter__(self) -> Iterator[dict[str, Any]]:
        self._need("[", "is no list of conversations")
        if self._next() == "]":
            self._at += 1
        else:
            yield self._object()
            while self._next() != "]":
                self._need(",", "is no JSON: a comma or a closing bracket is missing")
                yield self._object()
            self._at += 1
        if self._next():
            raise Broken("goes on after its end")

    def _next(self) -> str:
        """The next character that is no space, "" at the end."""
        while True:
            while self._at < len(self._text):
                if self._text[self._at] not in _SPACE:
                    return self._text[self._at]
                self._at += 1
            if self._ended:
                return ""
            self._more(CHUNK)

    def _need(self, char: str, otherwise: str) -> None:
        found = self._next()
        if found != char:
            raise Broken(otherwise if found or char == "[" else "ends in the middle")
        self._at += 1

    def _more(self, size: int) -> None:
        try:
            data = self._read(size)
            self._ended = not data
            self._text, self._at = self._text[self._at :] + self._decode.decode(data, final=not data), 0
        except UnicodeDecodeError:
            raise Broken("is not UTF-8 text") from None

    def _object(self) -> dict[str, Any]:
        self._next()
        while True:
            try:
                found, end = self._scan.raw_decode(self._text, self._at)
            except RecursionError:
                raise Broken("is nested too deeply") from None
            except json.JSONDecodeError as error:
                self._refuse_unless_cut(error)
                self._more(max(CHUNK, len(self._text) - self._at))
                continue
            except ValueError:
                raise Broken("holds a number that is too long") from None
            if not isinstance(found, dict):
                raise Broken("holds something else than conversations")
            self._at = end
            return found

    def _refuse_unless_cut(self, error: json.JSONDecodeError) -> None:
        """Only an element that may go on in what was not read yet is tried again."""
        end = len(self._text.rstrip()) if self._ended else len(self._text) - _NEAR_THE_END
        if not error.msg.startswith("Unterminated") and error.pos < end:
            raise Broken(f"is no JSON ({error.msg})")
        if self._ended:
            raise Broken("ends in the middle")
        if len(self._text) - self._at > LONGEST:
            raise Broken("holds a conversation that is too long")
