"""The shape of a distillation, and of what a model is asked besides, as a JSON schema for models that take one.

All properties are required and none may be added: the strict mode of several vendors wants both.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

OPERATIONS = ("new", "confirm", "correction", "change", "context")
_TEXT = {"type": "string"}
_TEXTS = {"type": "array", "items": _TEXT}
_NUMBERS = {"type": "array", "items": {"type": "integer"}}
_SHARE = {"type": "number"}


def reply_schema(categories: Iterable[str]) -> Mapping[str, Any]:
    """The schema of a reply whose facts belong to `categories`."""
    fact = _statement(category={"type": "string", "enum": list(categories)}, keywords=_TEXTS, salience=_SHARE)
    episode = record(
        summary=_TEXT, topics=_TEXTS, entities=_TEXTS, decisions=_TEXTS, action_items=_TEXTS, salience=_SHARE
    )
    relation = record(subject=_TEXT, predicate=_TEXT, object=_TEXT, evidence=_NUMBERS, since=_TEXT, until=_TEXT)
    entity = record(name=_TEXT, kind=_TEXT, aliases=_TEXTS)
    identity = _statement()
    return record(
        title=_TEXT,
        episode=episode,
        facts=listed(fact),
        identity=listed(identity),
        entities=listed(entity),
        relations=listed(relation),
    )


def _statement(**more: Mapping[str, Any]) -> dict[str, Any]:
    """What was said, and what it does to what was known."""
    return record(
        content=_TEXT,
        **more,
        evidence=_NUMBERS,
        quote=_TEXT,
        operation={"type": "string", "enum": list(OPERATIONS)},
        replaces={"type": "integer"},
        since=_TEXT,
        until=_TEXT,
    )


def record(**properties: Mapping[str, Any]) -> dict[str, Any]:
    """An object with these properties and no others."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def listed(items: Mapping[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": items}
