"""Writes Markdown: identity, facts by category, people and things, episodes by day, conversations."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import datetime, timedelta, tzinfo
from functools import partial
from itertools import groupby

from memory.portable import reading
from memory.portable.notation import comment, escape
from memory.portable.shape import PART, SHAPES, Record
from memory.types import PartKind, PartSource, Role

_SPEAKERS = {Role.USER: "You", Role.ASSISTANT: "Assistant", Role.SYSTEM: "System", Role.TOOL: "Tool"}
_STATES = {
    "inbox": "waits for your word",
    "quarantined": "kept apart",
    "rejected": "rejected",
    "abandoned": "said in a branch that is not shown",
}


def write(zone: tzinfo | None) -> Iterator[str]:
    """The whole profile, piece by piece; days are those of `zone`, None the computer's. Runs inside the store."""
    yield f"# Memory\n\n{comment('header', reading.header(), SHAPES['header'], ())}\n"
    yield from _section("Identity", (_item(record["text"], "", record) for record in reading.identity()))
    yield from _section("Facts", _grouped(reading.facts("t.category, t.id"), _category, partial(_fact, zone)))
    yield from _section("People, places and things", map(_entity, reading.entities()))
    yield from _section("How they are related", map(partial(_relation, zone), reading.relations()))
    episodes = _grouped(reading.episodes("t.started_at, t.id"), partial(_day_of, zone), partial(_episode, zone))
    yield from _section("Episodes", episodes)
    yield from _section("Conversations", map(partial(_transcript, zone), reading.conversations()))


def _section(title: str, pieces: Iterable[str]) -> Iterator[str]:
    """The pieces below their title; nothing where there are none."""
    for at, piece in enumerate(pieces):
        yield f"\n## {title}\n{'' if piece.startswith(chr(10)) else chr(10)}{piece}" if at == 0 else piece


def _grouped(records: Iterable[Record], name: Callable[[Record], str], piece: Callable[[Record], str]) -> Iterator[str]:
    for title, members in groupby(records, name):
        yield f"\n### {_line(title)}\n\n"
        yield from map(piece, members)


def _category(record: Record) -> str:
    return str(record["category"]) or "without a category"


def _day_of(zone: tzinfo | None, record: Record) -> str:
    return _day(record["started_at"], zone)


def _fact(zone: tzinfo | None, record: Record) -> str:
    return _item(record["text"], "; ".join(_about_fact(zone, record)), record)


def _about_fact(zone: tzinfo | None, record: Record) -> Iterator[str]:
    since = record["valid_from"] or record["created_at"]
    until = f" until {_last_day(record['valid_to'], zone)}" if record["valid_to"] else ""
    yield f"since {_day(since, zone)}{until}"
    if record["sources"]:
        yield f"said in {', '.join(record['sources'])}"
    if record["partition"]:
        yield record["partition"].replace(":", " ", 1)
    if record["pinned"]:
        yield "pinned"
    if record["state"] in _STATES:
        yield _STATES[record["state"]]


def _entity(record: Record) -> str:
    names = f"also {', '.join(record['aliases'])}" if record["aliases"] else ""
    return _item(record["name"], "; ".join(filter(None, [record["kind"], names])), record, hidden=())


def _relation(zone: tzinfo | None, record: Record) -> str:
    text = f"{record['subject']} {record['predicate']} {record['object']}"
    spans = [f"from {_day(record['valid_from'], zone)}"] if record["valid_from"] else []
    spans += [f"until {_last_day(record['valid_to'], zone)}"] if record["valid_to"] else []
    return _item(text, " ".join(spans), record, hidden=())


def _episode(zone: tzinfo | None, record: Record) -> str:
    span = f"{_minute(record['started_at'], zone)} to {_minute(record['ended_at'], zone)[11:]}"
    topics = f"about {', '.join(record['topics'])}" if record["topics"] else ""
    return _item(record["text"], "; ".join(filter(None, [span, record["conversation"], topics])), record)


def _item(text: str, about: str, record: Record, hidden: tuple[str, ...] = ("text",)) -> str:
    lines = "\n  ".join(escape(text).split("\n"))
    kind = str(record["type"])
    said = comment(kind, record, SHAPES[kind], hidden)
    return f"- {lines}\n  {' '.join(filter(None, [_line(about), said]))}\n"


def _transcript(zone: tzinfo | None, record: Record) -> str:
    """The heading of a conversation, or one message of it."""
    if record["type"] == "conversation":
        title = _line(record["title"]) or "Untitled conversation"
        return f"\n### {title} {comment('conversation', record, SHAPES['conversation'], ())}\n"
    by = f" ({_line(record['model'])})" if record["model"] else ""
    heading = f"{_SPEAKERS[Role(record['role'])]}{by}, {_minute(record['created_at'], zone)}"
    said = comment("message", record, SHAPES["message"], ("conversation", "parts"))
    parts = "".join(f"\n{_part(part, Role(record['role']))}" for part in record["parts"])
    return f"\n#### {heading} {said}\n{parts}"


def _part(part: Record, role: Role) -> str:
    text = escape(part["text"])
    quote = "".join(f"> {line}\n" for line in text.split("\n")) if text else ""
    source = usual_source(role)
    if text and comment("part", part, PART, ("text",)) == comment(
        "part", {**_PLAIN, "source": source}, PART, ("text",)
    ):
        return quote
    names = [part["kind"] if part["kind"] != PartKind.TEXT else "", part["source"], part["name"]]
    label = " ".join(_line(name) for name in names if name and name != source)
    return f"{' '.join(filter(None, [label, comment('part', part, PART, ('text',))]))}\n{quote}"


_PLAIN: Record = {"kind": "text", "source": "typed", "name": "", "meta": {}, "data": None}


def usual_source(role: Role) -> str:
    """Where a part without a comment came from."""
    return str(PartSource.TYPED if role is Role.USER else PartSource.MODEL)


def _line(text: str) -> str:
    """`text` as something for readers only, on one line."""
    return escape(" ".join(text.split()))


def _day(time: str, zone: tzinfo | None) -> str:
    return datetime.fromisoformat(time).astimezone(zone).date().isoformat()


def _last_day(end: str, zone: tzinfo | None) -> str:
    return (datetime.fromisoformat(end) - timedelta.resolution).astimezone(zone).date().isoformat()


def _minute(time: str, zone: tzinfo | None) -> str:
    return datetime.fromisoformat(time).astimezone(zone).isoformat(" ", "minutes")[:16]
