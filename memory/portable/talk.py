"""A conversation of another program, as its reader understood it, and the records it becomes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from memory.portable.shape import TIME, Record
from memory.store import ids
from memory.store.conversations import SESSION_GAP, TITLE_LENGTH
from memory.store.signals import IMPORTED
from memory.text.secrets import redact
from memory.text.tokens import Estimate
from memory.types import PartKind, PartSource, Role

_GAP = int(SESSION_GAP.total_seconds() * 1000)
_LATEST = 253_000_000_000
"""Seconds: before the year 9998."""
_COUNTER = Estimate()
_SPACES = re.compile(r"\s+")


@dataclass
class Said:
    """One message; `parent` is the place of the one it answers, `at` milliseconds."""

    role: Role
    parts: list[Record]
    at: int
    parent: int | None = None
    model: str = ""

    @property
    def text(self) -> str:
        return "".join(part["text"] for part in self.parts if part["kind"] == PartKind.TEXT)


@dataclass
class Talk:
    """`messages` in the order of time, each after its parent; `head` is the place of the last one that is shown."""

    title: str
    created: int
    updated: int
    messages: list[Said] = field(default_factory=list)
    head: int = -1

    def path(self) -> set[int]:
        """The places of the messages that are shown."""
        found: set[int] = set()
        at: int | None = self.head % len(self.messages)
        while at is not None and at not in found:
            found.add(at)
            at = self.messages[at].parent
        return found


class Numbering:
    """Gives out the numbers of one file: the same file gives the same ones again."""

    def __init__(self) -> None:
        self._last = {"conversation": 0, "message": 0, "session": 0}

    def next(self, kind: str, count: int = 1) -> int:
        first = self._last[kind] + 1
        self._last[kind] += count
        return first


def records(talk: Talk, numbers: Numbering) -> Iterator[Record]:
    """The conversation and its messages as they would stand in an export of harken."""
    home = ids.show("conversation", numbers.next("conversation"))
    first = numbers.next("message", len(talk.messages))
    shown = [ids.show("message", first + place) for place in range(len(talk.messages))]
    sessions, belongs = _sessions(talk.messages, numbers)
    yield {
        "type": "conversation",
        "id": home,
        "title": redact(_SPACES.sub(" ", talk.title).strip())[0][:TITLE_LENGTH],
        "title_by": "user" if talk.title.strip() else "auto",
        "head": shown[talk.head],
        "next_seq": len(shown) + 1,
        "created_at": TIME.show(talk.created),
        "updated_at": TIME.show(talk.updated),
        "sessions": sessions,
    }
    path, answered = talk.path(), {said.parent for said in talk.messages}
    for place, said in enumerate(talk.messages):
        learns = said.role is Role.USER and place in answered
        yield {
            "type": "message",
            "id": shown[place],
            "conversation": home,
            "session": belongs[place],
            "parent": None if said.parent is None else shown[said.parent],
            "seq": place + 1,
            "role": str(said.role),
            "model": said.model,
            "tokens": _COUNTER.count(said.text),
            "created_at": TIME.show(said.at),
            "found_as": ("turn" if place in path else "drawer") if said.text.strip() else None,
            "learning": IMPORTED if learns else None,
            "parts": said.parts,
        }


def _sessions(messages: Sequence[Said], numbers: Numbering) -> tuple[list[Record], list[int]]:
    """The sessions, and the number of each message's."""
    sessions: list[Record] = []
    belongs = []
    last = 0
    for said in messages:
        if not sessions or said.at - last >= _GAP:
            sessions.append({"id": numbers.next("session"), "started_at": TIME.show(said.at)})
        sessions[-1]["last_at"] = TIME.show(said.at)
        belongs.append(sessions[-1]["id"])
        last = said.at
    return sessions, belongs


def part(text: str, role: Role, *, kind: PartKind = PartKind.TEXT, name: str = "") -> Record:
    """A piece of a message; what came with a file was not said by the user."""
    typed = PartSource.FILE if kind is PartKind.FILE else PartSource.TYPED
    source = typed if role is Role.USER else PartSource.MODEL
    return {"kind": str(kind), "source": str(source), "text": text, "name": name}


# Values of a file that nobody has checked


def mapping(raw: object) -> Mapping[str, Any]:
    return raw if isinstance(raw, dict) else {}


def items(raw: object) -> list[Any]:
    return raw if isinstance(raw, list) else []


def string(raw: object) -> str:
    return raw if isinstance(raw, str) else ""


def moment(raw: object) -> int | None:
    """Seconds since 1970, or a time in ISO 8601, in milliseconds; None for what can't be a time."""
    if isinstance(raw, str):
        try:
            when = datetime.fromisoformat(raw)
        except ValueError:
            return None
        raw = (when if when.tzinfo else when.replace(tzinfo=UTC)).timestamp()
    if isinstance(raw, bool) or not isinstance(raw, int | float) or not 0 < raw < _LATEST:
        return None
    return round(raw * 1000)
