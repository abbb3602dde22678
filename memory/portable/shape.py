"""What stands in an export: one object for each record, its keys in a fixed order, with values a reader understands.

Both formats hold the same objects. `shown` makes one from a row of the database, `read` checks one from a file and
turns it back: ids into numbers, times into milliseconds, base64 into bytes.
"""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

from memory.errors import BadInput
from memory.settings import parameters
from memory.store import ids, partitions
from memory.store.conversations import INCOGNITO_FIRST
from memory.text.normal import clean
from memory.types import Mode, Origin, Part, PartitionKind, PartKind, PartSource, Role, Status

FORMAT = "harken-memory"
VERSION = 1
REQUIRED = object()
LARGEST = 2**53
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_FIRST_YEAR, _LAST_YEAR = 2, 9998
"""Within them every time can be told in every zone."""
_MILLISECOND = timedelta(milliseconds=1)

Record = dict[str, Any]
"""One object: as it stands in a file, or, after `read`, as the database takes it."""


class Unusable(ValueError):
    """An object of a file that can't be a record; the text says why."""


@dataclass(frozen=True, slots=True)
class Value:
    """How one value is shown and read."""

    show: Callable[[Any], Any]
    read: Callable[[Any], Any]


@dataclass(frozen=True, slots=True)
class Field:
    """One key of a record; `default` is what a file may leave out, as it would stand there."""

    name: str
    value: Value
    default: object = REQUIRED


def _typed(kind: type, what: str, raw: object) -> Any:
    if not isinstance(raw, kind) or (isinstance(raw, bool) and kind is not bool):
        raise Unusable(f"must be {what}")
    return raw


def _same(raw: Any) -> Any:
    return raw


def _text(raw: object) -> str:
    return clean(_typed(str, "text", raw))


def _seen(raw: object) -> str:
    text = _text(raw)
    if text and Part(text).blank:
        raise Unusable("holds nothing that can be seen")
    return text


def _partition(raw: object) -> str:
    try:
        return str(partitions.parse(_text(raw)))
    except BadInput as error:
        raise Unusable(f"is unknown: {error.line}") from None


def _name(raw: object) -> str:
    """Of a project or persona, "" for none."""
    name = _text(raw)
    return _partition(f"{PartitionKind.PROJECT}:{name}").partition(":")[2] if name else ""


def _whole(least: int, most: int, raw: object) -> int:
    number: int = _typed(int, "a whole number", raw)
    if not least <= number <= most:
        raise Unusable(f"must be {least} to {most}")
    return number


def _decimal(most: float, raw: object) -> float:
    if not isinstance(raw, int | float) or isinstance(raw, bool):
        raise Unusable("must be a number")
    if not 0 <= raw <= most:
        raise Unusable(f"must be 0 to {most:,}")
    return float(raw)


def _show_time(millis: int) -> str:
    return (_EPOCH + millis * _MILLISECOND).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _time(raw: object) -> int:
    try:
        when = datetime.fromisoformat(_typed(str, "a time like 2026-05-18T09:40:00Z", raw))
    except ValueError:
        raise Unusable("must be a time like 2026-05-18T09:40:00Z") from None
    if when.tzinfo is None:
        raise Unusable("must be a time with its zone, like 2026-05-18T09:40:00Z")
    if not _FIRST_YEAR <= when.year <= _LAST_YEAR:
        raise Unusable(f"must be in the years {_FIRST_YEAR} to {_LAST_YEAR}")
    return (when - _EPOCH) // _MILLISECOND


def _one_of(names: Iterable[str], raw: object) -> str:
    known = tuple(map(str, names))
    if raw not in known:
        raise Unusable(f"must be one of {', '.join(known)}")
    return str(raw)


def _list(item: Value, raw: object) -> list[Any]:
    return [item.read(one) for one in _typed(list, "a list", raw)]


def _strings(raw: object) -> dict[str, str]:
    return {_text(key): _text(value) for key, value in _typed(dict, "an object", raw).items()}


def _parameters(raw: object) -> dict[str, float]:
    try:
        return parameters(_typed(dict, "an object", raw))
    except BadInput as error:
        raise Unusable(f"can't be used: {error.line}") from None


def _id(kind: str, raw: object) -> int:
    found = ids.parse(_typed(str, f"an id like {ids.show(kind, 12)}", raw))
    if found is None or found[0] != kind or not 0 < found[1] < INCOGNITO_FIRST:
        raise Unusable(f"must be an id like {ids.show(kind, 12)}")
    return found[1]


def _bytes(raw: object) -> bytes:
    try:
        return base64.b64decode(_typed(str, "base64", raw), validate=True)
    except (binascii.Error, ValueError):
        raise Unusable("must be base64") from None


def _maybe(value: Value) -> Value:
    return Value(
        lambda raw: None if raw is None else value.show(raw), lambda raw: None if raw is None else value.read(raw)
    )


def _json(value: Value) -> Value:
    """A list or object that the database keeps as JSON."""
    return Value(lambda raw: value.show(json.loads(raw)), value.read)


def _reference(kind: str) -> Value:
    return Value(partial(ids.show, kind), partial(_id, kind))


def _nested(fields: Sequence[Field]) -> Value:
    return Value(
        lambda rows: [_object(fields, row) for row in rows],
        partial(_list, Value(_same, lambda raw: _read(fields, raw))),
    )


def _list_of(value: Value) -> Value:
    return Value(lambda rows: [value.show(row) for row in rows], partial(_list, value))


TEXT = Value(_same, _text)
SEEN = Value(_same, _seen)
FLAG = Value(bool, partial(_typed, bool, "true or false"))
TIME = Value(_show_time, _time)
NUMBER = Value(_same, partial(_whole, 1, INCOGNITO_FIRST - 1))
COUNT = Value(_same, partial(_whole, 0, LARGEST))
SHARE = Value(float, partial(_decimal, 1.0))
MONEY = Value(float, partial(_decimal, 1e12))
WORDS = _list_of(TEXT)
PARTITION = Value(_same, _partition)
NAME = Value(_same, _name)
MESSAGE, CONVERSATION = _reference("message"), _reference("conversation")
STINT = Value(
    lambda number: ids.show("message", number) if number else None, lambda raw: _id("message", raw) if raw else 0
)
"""From which message on; None: from the first."""


def _choice(names: Iterable[str]) -> Value:
    return Value(_same, partial(_one_of, names))


_VENDOR = (Field("name", TEXT), Field("since", STINT))
SESSION = (
    Field("id", NUMBER),
    Field("started_at", TIME),
    Field("last_at", TIME),
    Field("distilled_to", STINT, None),
)
PART = (
    Field("kind", _choice(PartKind), str(PartKind.TEXT)),
    Field("source", _choice(PartSource), str(PartSource.TYPED)),
    Field("text", TEXT, ""),
    Field("name", TEXT, ""),
    Field("meta", _json(Value(_same, _strings)), {}),
    Field("data", _maybe(Value(lambda raw: base64.b64encode(raw).decode("ascii"), _bytes)), None),
)
SHAPES: Mapping[str, tuple[Field, ...]] = {
    "header": (Field("format", _choice([FORMAT])), Field("version", COUNT)),
    "identity": (
        Field("id", _maybe(_reference("identity")), None),
        Field("text", SEEN),
        Field("created_at", _maybe(TIME), None),
    ),
    "conversation": (
        Field("id", CONVERSATION),
        Field("title", TEXT, ""),
        Field("title_by", _choice(("auto", "user")), "auto"),
        Field("mode", _maybe(_choice(mode for mode in Mode if mode.keeps)), None),
        Field("model", TEXT, ""),
        Field("pinned", FLAG, False),
        Field("head", _maybe(MESSAGE), None),
        Field("next_seq", COUNT, 1),
        Field("vendors", _json(_nested(_VENDOR)), []),
        Field("persona", NAME, ""),
        Field("project", NAME, ""),
        Field("system", TEXT, ""),
        Field("parameters", _json(Value(_same, _parameters)), {}),
        Field("created_at", TIME),
        Field("updated_at", TIME),
        Field("sessions", _nested(SESSION), []),
    ),
    "message": (
        Field("id", MESSAGE),
        Field("conversation", CONVERSATION),
        Field("session", _maybe(NUMBER), None),
        Field("parent", _maybe(MESSAGE), None),
        Field("seq", COUNT),
        Field("role", _choice(Role)),
        Field("status", _choice(Status), str(Status.COMPLETE)),
        Field("model", TEXT, ""),
        Field("note", TEXT, ""),
        Field("tokens", COUNT, 0),
        Field("prompt_tokens", _maybe(COUNT), None),
        Field("completion_tokens", _maybe(COUNT), None),
        Field("cost", _maybe(MONEY), None),
        Field("created_at", TIME),
        Field("found_as", _maybe(_choice(("turn", "drawer"))), None),
        Field(
            "learning",
            _maybe(_choice(("pending", "extracted", "gated", "imported", "abandoned", "done", "dead"))),
            None,
        ),
        Field("attempts", COUNT, 0),
        Field("copied_from", _maybe(MESSAGE), None),
        Field("shown", _maybe(COUNT), None),
        Field("parts", _nested(PART), []),
    ),
    "entity": (
        Field("id", _maybe(NUMBER), None),
        Field("name", SEEN),
        Field("kind", TEXT, ""),
        Field("aliases", WORDS, []),
        Field("created_at", _maybe(TIME), None),
    ),
    "fact": (
        Field("id", _maybe(_reference("fact")), None),
        Field("text", SEEN),
        Field("category", TEXT, ""),
        Field("origin", _choice(Origin)),
        Field("state", _maybe(_choice(("live", "inbox", "quarantined", "rejected", "abandoned"))), None),
        Field("method", _choice(("remembered", "edited", "distilled", "extracted", "imported")), "imported"),
        Field("salience", SHARE, 0.6),
        Field("keywords", _json(WORDS), []),
        Field("quote", TEXT, ""),
        Field("pinned", FLAG, False),
        Field("touched", FLAG, False),
        Field("source_count", COUNT, 1),
        Field("uses", COUNT, 0),
        Field("last_used", _maybe(TIME), None),
        Field("valid_from", _maybe(TIME), None),
        Field("valid_to", _maybe(TIME), None),
        Field("end_known_at", _maybe(TIME), None),
        Field("superseded_by", _maybe(_reference("fact")), None),
        Field("sources", _list_of(MESSAGE), []),
        Field("conversation", _maybe(CONVERSATION), None),
        Field("session", _maybe(NUMBER), None),
        Field("partition", PARTITION, ""),
        Field("about", WORDS, []),
        Field("created_at", _maybe(TIME), None),
        Field("updated_at", _maybe(TIME), None),
    ),
    "episode": (
        Field("id", _maybe(_reference("episode")), None),
        Field("text", SEEN),
        Field("session", _maybe(NUMBER), None),
        Field("conversation", _maybe(CONVERSATION), None),
        Field("topics", _json(WORDS), []),
        Field("entities", _json(WORDS), []),
        Field("decisions", _json(WORDS), []),
        Field("action_items", _json(WORDS), []),
        Field("salience", SHARE, 0.5),
        Field("method", _choice(("distilled", "extracted", "imported")), "imported"),
        Field("started_at", TIME),
        Field("ended_at", TIME),
        Field("uses", COUNT, 0),
        Field("last_used", _maybe(TIME), None),
        Field("about", WORDS, []),
        Field("created_at", _maybe(TIME), None),
        Field("updated_at", _maybe(TIME), None),
        Field("head", _maybe(MESSAGE), None),
        Field("abandoned", FLAG, False),
    ),
    "relation": (
        Field("id", _maybe(_reference("relation")), None),
        Field("subject", SEEN),
        Field("predicate", SEEN),
        Field("object", SEEN),
        Field("message", _maybe(MESSAGE), None),
        Field("valid_from", _maybe(TIME), None),
        Field("valid_to", _maybe(TIME), None),
        Field("created_at", _maybe(TIME), None),
    ),
}


def shown(kind: str, row: Sequence[Any]) -> Record:
    """The object for a row whose columns stand in the order of the shape."""
    return {"type": kind, **_object(SHAPES[kind], row)}


def read(raw: object) -> Record:
    """The record an object of a file stands for. Unusable, with the reason, where it is none."""
    given = _typed(dict, 'an object like {"type": …}', raw)
    kind = given.get("type")
    if not isinstance(kind, str) or kind not in SHAPES:
        raise Unusable(f"type must be one of {', '.join(SHAPES)}")
    if kind == "fact" and "origin" not in given:
        # Nobody says who said it: it waits until the user agrees.
        given = {**given, "origin": str(Origin.IMPORTED), "state": None, "pinned": False, "touched": False}
    record = _read(SHAPES[kind], {key: value for key, value in given.items() if key != "type"})
    _refuse_backwards(record)
    return {"type": kind, **record}


def _refuse_backwards(record: Record) -> None:
    since, until = record.get("valid_from"), record.get("valid_to")
    if since is not None and until is not None and until < since:
        raise Unusable("valid_to must not be before valid_from")


def _object(fields: Sequence[Field], row: Sequence[Any]) -> Record:
    return {field.name: field.value.show(column) for field, column in zip(fields, row, strict=True)}


def _read(fields: Sequence[Field], raw: object) -> Record:
    given = dict(_typed(dict, "an object", raw))
    record = {field.name: _one(field, given.pop(field.name, field.default)) for field in fields}
    if given:
        raise Unusable(f"has a key that is not known: {next(iter(given))[:40]!r}")
    return record


def _one(field: Field, raw: object) -> Any:
    if raw is REQUIRED:
        raise Unusable(f"{field.name} is missing")
    try:
        return field.value.read(raw)
    except Unusable as error:
        raise Unusable(f"{field.name} {error}") from None
