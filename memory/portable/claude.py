"""A conversation as Claude exports it: messages in the order of time, newer ones with the one they answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from memory.portable.shape import Record
from memory.portable.talk import Said, Talk, items, mapping, moment, part, string
from memory.types import PartKind, Role

NAME = "Claude"
_ROLES = {"human": Role.USER, "assistant": Role.ASSISTANT}
_LEFT_OUT = {"tool_use": "tool call", "tool_result": "tool output"}
_SILENT = ("token_budget", "flag")


def fits(raw: Mapping[str, Any]) -> bool:
    return isinstance(raw.get("chat_messages"), list)


def talk(raw: Mapping[str, Any], left_out: Counter[str]) -> Talk:
    """All messages; what can't be one is counted in `left_out`."""
    begun = moment(raw.get("created_at"))
    found = Talk(string(raw.get("name")), begun or 0, moment(raw.get("updated_at")) or 0)
    places: dict[str, int | None] = {}
    last: int | None = None
    at = begun or 0
    for message in map(mapping, items(raw.get("chat_messages"))):
        parent = places.get(string(message.get("parent_message_uuid")), last)
        key = string(message.get("uuid"))
        said = _read(message, left_out)
        if said is None:
            places[key] = parent
            continue
        at = said.at = max(said.at or at, at)
        said.parent = parent
        last = places[key] = len(found.messages)
        found.messages.append(said)
    shown = places.get(string(raw.get("current_leaf_message_uuid")))
    found.head = shown if shown is not None else len(found.messages) - 1
    return found


def _read(message: Mapping[str, Any], left_out: Counter[str]) -> Said | None:
    role = _ROLES.get(string(message.get("sender")))
    if role is None:
        left_out["message of an unknown speaker"] += 1
        return None
    parts = [*_attached(message, role), *_parts(message, role, left_out)]
    if not any(one["text"].strip() or one["name"] for one in parts):
        return None
    return Said(role, parts, moment(message.get("created_at")) or 0)


def _attached(message: Mapping[str, Any], role: Role) -> Iterator[Record]:
    """Files, with their text where the export has it."""
    for one in map(mapping, [*items(message.get("attachments")), *items(message.get("files"))]):
        if name := string(one.get("file_name")) or ("unnamed" if one.get("extracted_content") else ""):
            yield part(string(one.get("extracted_content")), role, kind=PartKind.FILE, name=name)


def _parts(message: Mapping[str, Any], role: Role, left_out: Counter[str]) -> Iterator[Record]:
    texts = []
    for block in map(mapping, items(message.get("content"))):
        kind = string(block.get("type"))
        if kind == "text":
            texts.append(string(block.get("text")))
        elif kind == "thinking" and role is Role.ASSISTANT:
            yield part(string(block.get("thinking")), role, kind=PartKind.REASONING)
        elif kind not in _SILENT:
            left_out[_LEFT_OUT.get(kind, "piece of another kind")] += 1
    text = "\n\n".join(filter(None, texts)) or string(message.get("text"))
    if text:
        yield part(text, role)
