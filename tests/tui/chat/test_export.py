from __future__ import annotations

import json
from datetime import UTC, datetime

from memory.types import Conversation, Message, Part, PartKind, PartSource, Role, Status
from tui.chat.export import to_json, to_markdown

AT = datetime(2026, 5, 18, 9, 40, tzinfo=UTC)
TALK = Conversation("c1", "Herons\x1b]0;x\x07", AT, AT, 2)
MESSAGES = [
    Message(
        "m1", "c1", None, 1, Role.USER, (Part("What is a \x1b[2J heron?"), Part("", PartKind.IMAGE, name="h.png")), AT
    ),
    Message(
        "m2",
        "c1",
        "m1",
        2,
        Role.ASSISTANT,
        (Part("secret thought", PartKind.REASONING, PartSource.MODEL), Part("A bi", source=PartSource.MODEL)),
        AT,
        Status.CANCELLED,
        "vendor/model",
    ),
]


def test_markdown_holds_what_was_said_by_whom_and_when_and_how_it_ended() -> None:
    text = to_markdown(TALK, MESSAGES)
    assert text.startswith("# Herons")
    assert "## You, 2026-05-18T09:40+00:00" in text
    assert "## Assistant (vendor/model)" in text
    assert "[image: h.png]" in text
    assert "*cancelled*" in text
    assert "secret thought" not in text


def test_neither_format_can_act_on_a_terminal() -> None:
    for text in (to_markdown(TALK, MESSAGES), to_json(TALK, MESSAGES)):
        assert not any(ord(char) < 32 and char != "\n" for char in text)
        assert "\\u001b" not in text


def test_json_keeps_the_structure() -> None:
    document = json.loads(to_json(TALK, MESSAGES))
    assert [message["role"] for message in document["messages"]] == ["user", "assistant"]
    assert document["messages"][1]["parent"] == "m1"
    assert document["messages"][1]["status"] == "cancelled"
    assert document["created_at"] == "2026-05-18T09:40:00+00:00"
