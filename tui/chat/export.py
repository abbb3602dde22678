"""A conversation as a document. Only the stored text goes out, made safe for a terminal that shows the file."""

from __future__ import annotations

import json
from collections.abc import Sequence

from memory.types import Conversation, Message, Part, PartKind, Role, Status
from tui.safe_text import safe, safe_line

SPEAKERS = {Role.USER: "You", Role.ASSISTANT: "Assistant", Role.SYSTEM: "System", Role.TOOL: "Tool"}


def to_markdown(conversation: Conversation, messages: Sequence[Message]) -> str:
    """Title, then each message under a heading with its speaker and time; reasoning is left out."""
    head = [f"# {title_of(conversation)}", started(conversation)]
    blocks = [block for message in messages for block in _markdown_of(message)]
    return "\n\n".join([*head, *blocks]) + "\n"


def to_json(conversation: Conversation, messages: Sequence[Message]) -> str:
    """One JSON document; times are ISO 8601 with a zone, attachments are named but not included."""
    document = {
        "id": conversation.id,
        "title": safe(conversation.title),
        "created_at": conversation.created_at.isoformat(),
        "updated_at": conversation.updated_at.isoformat(),
        "system": safe(conversation.system),
        "parameters": dict(conversation.parameters),
        "messages": [_json_of(message) for message in messages],
    }
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


def title_of(conversation: Conversation) -> str:
    return safe_line(conversation.title) or "Untitled conversation"


def started(conversation: Conversation) -> str:
    return f"Conversation {conversation.id}, begun {conversation.created_at.isoformat(timespec='minutes')}"


def speaker(message: Message) -> str:
    """`Assistant (vendor/model), 2026-05-18T09:40+00:00`"""
    by = f" ({safe_line(message.model)})" if message.model else ""
    return f"{SPEAKERS[message.role]}{by}, {message.created_at.isoformat(timespec='minutes')}"


def ending(message: Message) -> str:
    """How it ended, "" where it is complete."""
    if message.status is Status.COMPLETE:
        return ""
    return f"{message.status}: {safe_line(message.note)}" if message.note else str(message.status)


def named(part: Part) -> str:
    """An attachment by its name, "" for any other part. A file that went along as text has a name."""
    if part.kind in (PartKind.IMAGE, PartKind.FILE) or (part.kind is PartKind.TEXT and part.name):
        kind = PartKind.FILE if part.kind is PartKind.TEXT else part.kind
        return f"[{kind}: {safe_line(part.name) or 'unnamed'}]"
    return ""


def _markdown_of(message: Message) -> list[str]:
    texts = (
        named(part) or (safe(part.text).strip("\n") if part.kind is PartKind.TEXT else "") for part in message.parts
    )
    said = ending(message)
    return [f"## {speaker(message)}", *filter(None, texts), *([f"*{said}*"] if said else [])]


def _json_of(message: Message) -> dict[str, object]:
    return {
        "id": message.id,
        "parent": message.parent,
        "role": message.role,
        "created_at": message.created_at.isoformat(),
        "status": message.status,
        "model": safe(message.model),
        "note": safe(message.note),
        "parts": [
            {"kind": part.kind, "source": part.source, "name": safe(part.name), "text": safe(part.text)}
            for part in message.parts
        ],
    }
