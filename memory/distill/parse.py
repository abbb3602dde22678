"""A model's reply as a draft: what has the right shape is taken, what has not is counted."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta, tzinfo
from functools import partial
from math import isfinite
from typing import Any, TypeVar

from memory.distill import candidates
from memory.distill.candidates import Draft
from memory.distill.salvage import load
from memory.distill.schema import OPERATIONS
from memory.text.normal import clean

T = TypeVar("T")

_PARTS = {"episode", "facts", "identity"}
MOST_FACTS = 40
MOST_OTHERS = 60
_CONTENT = 500
_SUMMARY = 900
_PHRASE = 160
_FIRST_YEAR, _LAST_YEAR = 1850, 2200
_ISO = re.compile(r"(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]+")


def parse(reply: str, zone: tzinfo | None = UTC) -> Draft | None:
    """The draft in `reply`, or None where nothing of it can be used.

    Its days are those of `zone`; None is the computer's.
    """
    loaded, whole = load(reply)
    found = _unwrapped(loaded or {})
    if found is None:
        return None
    drops = _Drops()
    facts = drops.each(found.get("facts"), partial(_fact, zone), MOST_FACTS)
    identity = drops.each(found.get("identity"), partial(_identity, zone), MOST_FACTS)
    return Draft(
        title=_line(found.get("title"), 80),
        episode=_episode(found.get("episode")),
        facts=(*facts, *identity),
        entities=drops.each(found.get("entities"), _entity, MOST_OTHERS),
        relations=drops.each(found.get("relations"), partial(_relation, zone), MOST_OTHERS),
        dropped=drops.count,
        whole=whole,
    )


def _unwrapped(found: dict[str, Any]) -> dict[str, Any] | None:
    """The part of a draft, also where a model puts it into something else: `{"result": {"facts": …}}`."""
    inside = (one for one in found.values() if isinstance(one, dict))
    return next((one for one in (found, *inside) if _PARTS & one.keys()), None)


class _Drops:
    def __init__(self) -> None:
        self.count = 0

    def each(self, raw: object, build: Callable[[Mapping[str, Any]], T | None], most: int) -> tuple[T, ...]:
        """The usable items of a list, at most so many; what is left out is counted."""
        if not isinstance(raw, list):
            self.count += raw is not None
            return ()
        built = [build(item) if isinstance(item, dict) else None for item in raw[:most]]
        kept = tuple(item for item in built if item is not None)
        self.count += len(raw) - len(kept)
        return kept


def _fact(zone: tzinfo | None, raw: Mapping[str, Any]) -> candidates.Fact | None:
    content, quote = _line(raw.get("content"), _CONTENT), _line(raw.get("quote"), _CONTENT)
    if not content:
        return None
    operation = str(raw.get("operation") or "new").lower()
    return candidates.Fact(
        content=content,
        category=_line(raw.get("category"), 40).lower(),
        keywords=_lines(raw.get("keywords"), 10),
        salience=_share(raw.get("salience"), 0.6),
        evidence=_numbers(raw.get("evidence")),
        quote=quote,
        operation=operation if operation in OPERATIONS else "new",
        replaces=next(iter(_numbers([raw.get("replaces")])), 0),
        since=_date(raw.get("since"), zone),
        until=_date(raw.get("until"), zone, last=True),
    )


def _identity(zone: tzinfo | None, raw: Mapping[str, Any]) -> candidates.Fact | None:
    return _fact(zone, {"category": "profile", "salience": 0.8, **raw})


def _episode(raw: object) -> candidates.Episode | None:
    if not isinstance(raw, dict) or not (summary := _line(raw.get("summary"), _SUMMARY)):
        return None
    return candidates.Episode(
        summary=summary,
        topics=_lines(raw.get("topics"), 12),
        entities=_lines(raw.get("entities"), 20),
        decisions=_lines(raw.get("decisions"), 12),
        action_items=_lines(raw.get("action_items"), 12),
        salience=_share(raw.get("salience"), 0.5),
    )


def _entity(raw: Mapping[str, Any]) -> candidates.Entity | None:
    name = _line(raw.get("name"), _PHRASE)
    if not name:
        return None
    return candidates.Entity(name, _line(raw.get("kind"), 40), _lines(raw.get("aliases"), 8))


def _relation(zone: tzinfo | None, raw: Mapping[str, Any]) -> candidates.Relation | None:
    subject, predicate, target = (_line(raw.get(key), _PHRASE) for key in ("subject", "predicate", "object"))
    if not (subject and predicate and target):
        return None
    since, until = _date(raw.get("since"), zone), _date(raw.get("until"), zone, last=True)
    return candidates.Relation(subject, predicate, target, _numbers(raw.get("evidence")), since, until)


def _line(raw: object, most: int) -> str:
    """One line of plain text: control characters go, as do those that turn the writing direction."""
    if not isinstance(raw, str):
        return ""
    return " ".join(_CONTROL.sub(" ", clean(raw)).split())[:most].strip()


def _lines(raw: object, most: int) -> tuple[str, ...]:
    texts = [_line(item, _PHRASE) for item in raw[: 4 * most]] if isinstance(raw, list) else []
    return tuple(dict.fromkeys(text for text in texts if text))[:most]


def _share(raw: object, default: float) -> float:
    if isinstance(raw, bool) or not isinstance(raw, int | float) or (isinstance(raw, float) and not isfinite(raw)):
        return default
    return float(min(1, max(0, raw)))


def _numbers(raw: object) -> tuple[int, ...]:
    """Whole numbers of a list; `"[3]"` and `"t3"` are taken for 3, for models write them so."""
    found: list[int] = []
    for item in raw[:50] if isinstance(raw, list) else [raw]:
        if isinstance(item, str) and (match := re.search(r"\d{1,9}", item)):
            found.append(int(match[0]))
        elif isinstance(item, int) and not isinstance(item, bool):
            found.append(item)
    return tuple(dict.fromkeys(found))


def _date(raw: object, zone: tzinfo | None, *, last: bool = False) -> datetime | None:
    """An ISO date or time; one without a zone is of `zone`, anything else is nothing.

    A day, or a year or month alone as models write what was said so, is where it begins, or with `last` where the next
    one does: it is the end of a half-open span.
    """
    if not isinstance(raw, str) or not (match := _ISO.match(raw.strip())):
        return None
    year, month, day = match.groups()
    try:
        if match.end() == len(raw.strip()):
            when = _following(int(year), month, day) if last else datetime(int(year), int(month or 1), int(day or 1))
        elif day:
            when = datetime.fromisoformat(raw.strip())
        else:
            return None
    except (ValueError, OverflowError):
        return None
    if not _FIRST_YEAR <= when.year <= _LAST_YEAR:
        return None
    if when.tzinfo is not None:
        return when
    return when.replace(tzinfo=zone) if zone is not None else when.astimezone()


def _following(year: int, month: str | None, day: str | None) -> datetime:
    """Where the day, month or year after this one begins."""
    if day:
        return datetime(year, int(month or 1), int(day)) + timedelta(days=1)
    if month:
        return datetime(year, int(month), monthrange(year, int(month))[1]) + timedelta(days=1)
    return datetime(year + 1, 1, 1)
