"""Reads Markdown: ours with all that is said in its comments, and lists of facts that somebody wrote by hand."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from memory.portable.md_write import usual_source
from memory.portable.notation import said_on, unescape
from memory.portable.shape import Record, Unusable
from memory.settings import CATEGORIES
from memory.types import Role

Read = tuple[int, Record | Unusable]
_ITEM = re.compile(r"(?:[-*+]|\d{1,9}[.)]) (?P<text>.*)$", re.S)
_HEADING = re.compile(r"#{1,6} +(?P<title>.*?)[ #]*$")
_BEHIND_ITEM = ("identity", "fact", "episode", "entity", "relation")
_ITS_TEXT = ("identity", "fact", "episode")


class _Reader:
    """Goes through the lines; an item or a message is done when something else begins."""

    def __init__(self) -> None:
        self._category = ""
        self._item: list[str] = []
        self._item_line = 0
        self._conversation = ""
        self._message: tuple[int, Record] | None = None
        self._part: Record | None = None
        self._quotes: list[list[str]] = []
        """The lines of each part of the message."""

    def line(self, number: int, line: str) -> Iterator[Read]:
        said = said_on(line)
        if said is not None and said[0] != "header":
            yield from self._said(number, *said)
        elif said is not None:
            yield number, {"type": "header", **said[1]}
        elif self._message is not None and line.startswith(">"):
            self._quoted(line)
        elif self._item and line.startswith("  "):
            self._item.append(line[2:])
        else:
            yield from self._plain(number, line)

    def _said(self, number: int, kind: str, content: Record) -> Iterator[Read]:
        if kind == "part":
            self._new_part(content)
        elif kind in _BEHIND_ITEM:
            line = self._item_line or number
            yield line, self._remembered(kind, content)
        else:
            yield from self.rest()
            record = {**content, "type": kind}
            if kind == "conversation":
                self._conversation = str(content.get("id"))
                yield number, record
            else:
                self._message = (number, {"conversation": self._conversation, **record, "parts": []})

    def _remembered(self, kind: str, content: Record) -> Record:
        text, self._item, self._item_line = unescape("\n".join(self._item)), [], 0
        if kind not in _ITS_TEXT:
            return {**content, "type": kind}
        return {**content, "type": kind, "text": text}

    def _new_part(self, content: Record) -> None:
        if self._message is None:
            raise Unusable("is a part of no message")
        self._part = content
        self._message[1]["parts"].append(content)
        self._quotes.append([])

    def _quoted(self, line: str) -> None:
        if self._part is None:
            assert self._message is not None
            role = self._message[1].get("role")
            self._new_part({"source": usual_source(Role(role)) if role in tuple(Role) else ""})
        self._quotes[-1].append(line[2:])

    def _plain(self, number: int, line: str) -> Iterator[Read]:
        self._part = None
        item, heading = _ITEM.match(line), _HEADING.match(line)
        if item or heading:
            yield from self.rest()
        elif not line.strip():
            yield from self._by_hand()
        if item:
            self._item, self._item_line = [item["text"]], number
        elif heading:
            title = heading["title"].casefold()
            self._category = title if title in CATEGORIES else ""

    def rest(self) -> Iterator[Read]:
        """What is still open, done now."""
        yield from self._by_hand()
        if self._message is not None:
            number, record = self._message
            for part, lines in zip(record["parts"], self._quotes, strict=True):
                part["text"] = unescape("\n".join(lines))
            self._message = self._part = None
            self._quotes = []
            yield number, record

    def _by_hand(self) -> Iterator[Read]:
        """An item that nothing is said about: a statement of somebody we know nothing of."""
        text = " ".join(unescape(" ".join(self._item)).split())
        number, self._item, self._item_line = self._item_line, [], 0
        if text:
            yield number, {"type": "fact", "text": text, "category": self._category}


def read(lines: Iterable[tuple[int, str]]) -> Iterator[Read]:
    reader = _Reader()
    number = 0
    for number, line in lines:
        try:
            yield from reader.line(number, line)
        except Unusable as error:
            yield number, error
    yield from reader.rest()
