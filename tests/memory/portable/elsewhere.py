"""Exports of ChatGPT and Claude as their pages give them, made up."""

from __future__ import annotations

import io
import json
import zipfile
from typing import Any

START = 1_700_000_000.0


def node(
    key: str, parent: str | None, role: str = "", *parts: Any, at: float | None = None, kind: str = "text", **more: Any
) -> dict[str, Any]:
    """A node of ChatGPT's tree; without a role it holds no message."""
    message = {
        "id": key,
        "author": {"role": role, "name": None, "metadata": {}},
        "create_time": None if at is None else START + at,
        "content": {"content_type": kind, "parts": list(parts)},
        "status": "finished_successfully",
        "recipient": "all",
        "metadata": {},
        **more,
    }
    return {"id": key, "message": message if role else None, "parent": parent, "children": []}


def chatgpt(*nodes: dict[str, Any], shown: str = "", title: str = "Herons", at: float = 0) -> dict[str, Any]:
    return {
        "title": title,
        "create_time": START + at,
        "update_time": START + at + 600,
        "mapping": {one["id"]: one for one in nodes},
        "current_node": shown or nodes[-1]["id"],
        "conversation_id": f"id-{title}",
    }


def a_chatgpt_talk() -> dict[str, Any]:
    """A question that was asked again in other words, an answer in pieces with a tool between, a picture."""
    call = node("d", "c", "assistant", 'search("heron")', at=12, kind="code", recipient="browser")
    thought = node("t", "b", "assistant", at=9, kind="thoughts")
    thought["message"]["content"]["thoughts"] = [{"summary": "Birds", "content": "They mean the bird."}]
    picture = {"content_type": "image_asset_pointer", "asset_pointer": "file-service://x"}
    return chatgpt(
        node("root", None),
        node("sys", "root", "system", "", at=None),
        node("b", "sys", "user", picture, "What is a heron?", at=5, kind="multimodal_text"),
        node("b0", "sys", "user", "What is an egret?", at=1),
        node("c0", "b0", "assistant", "A white bird.", at=2, metadata={"model_slug": "gpt-4o"}),
        thought,
        node("c", "t", "assistant", "Let me look.", at=10, metadata={"model_slug": "gpt-5"}),
        call,
        node("e", "d", "tool", "results", at=13),
        node("f", "e", "assistant", "A wading bird \ue200cite\ue202turn0\ue201of marshes.", at=20),
        shown="f",
    )


def claude_message(key: str, sender: str, text: str, at: str, **more: Any) -> dict[str, Any]:
    return {
        "uuid": key,
        "sender": sender,
        "text": text,
        "content": [{"type": "text", "text": text}],
        "created_at": f"2024-03-01T{at}Z",
        "attachments": [],
        "files": [],
        **more,
    }


def claude(*messages: dict[str, Any], name: str = "Tea", **more: Any) -> dict[str, Any]:
    return {
        "uuid": f"id-{name}",
        "name": name,
        "created_at": "2024-03-01T09:00:00.000000Z",
        "updated_at": "2024-03-01T10:00:00.000000Z",
        "account": {"uuid": "a"},
        "chat_messages": list(messages),
        **more,
    }


def a_claude_talk() -> dict[str, Any]:
    paper = {"file_name": "notes.txt", "file_size": 9, "file_type": "txt", "extracted_content": "steep it long"}
    blocks = [
        {"type": "thinking", "thinking": "Green or black?"},
        {"type": "tool_use", "name": "web_search", "input": {}},
        {"type": "tool_result", "content": []},
        {"type": "text", "text": "Three minutes."},
    ]
    return claude(
        claude_message("1", "human", "How long does oolong steep?", "09:00:01.5", attachments=[paper]),
        claude_message("2", "assistant", "Three minutes.", "09:00:09", content=blocks),
        claude_message("3", "human", "And after lunch?", "18:00:00"),
        claude_message("4", "assistant", "The same.", "18:00:05"),
    )


def document(*talks: dict[str, Any]) -> bytes:
    return json.dumps(list(talks)).encode()


def archive(**files: bytes) -> bytes:
    """A zip file; `__` in a name stands for a dot, as no keyword has one."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as written:
        for name, content in files.items():
            written.writestr(name.replace("__", "."), content)
    return packed.getvalue()
