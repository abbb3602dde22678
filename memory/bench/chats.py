"""Long conversations with questions about them, in LoCoMo's format, and a store filled with one of them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from memory.errors import BadInput
from memory.store import documents
from memory.store.tables import Conversation, Message, Part, Session
from memory.types import Kind, PartKind, PartSource, Role

_EVIDENCE = re.compile(r"D\d+:\d+")
_DATE = "%I:%M %p on %d %B, %Y"


@dataclass(frozen=True, slots=True)
class ChatTurn:
    """One message; `id` is the data's own, as "D3:12"."""

    id: str
    session: int
    role: Role
    text: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Question:
    """A question, the turns that answer it, and its category (1 multi-hop to 5 adversarial)."""

    text: str
    evidence: tuple[str, ...]
    category: int


@dataclass(frozen=True, slots=True)
class Chat:
    name: str
    turns: tuple[ChatTurn, ...]
    questions: tuple[Question, ...]


def load(path: Path) -> list[Chat]:
    """The chats of a file. Evidence that does not exist is left out, and questions left with none are skipped.

    Raises BadInput for a file of another format.
    """
    try:
        return [_chat(entry) for entry in json.loads(path.read_text(encoding="utf-8"))]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise BadInput(f"{path} is no file of conversations ({error})", hint="It wants LoCoMo's format") from error


def _chat(entry: Mapping[str, Any]) -> Chat:
    turns = tuple(_turns(entry["conversation"]))
    known = {turn.id for turn in turns}
    questions = (_question(raw, known) for raw in entry["qa"])
    return Chat(str(entry["sample_id"]), turns, tuple(question for question in questions if question.evidence))


def _turns(conversation: Mapping[str, Any]) -> Iterator[ChatTurn]:
    named = {conversation["speaker_a"], conversation["speaker_b"]} != {"user", "assistant"}
    numbers = sorted(int(key.split("_")[1]) for key in conversation if re.fullmatch(r"session_\d+", key))
    for number in numbers:
        start = datetime.strptime(conversation[f"session_{number}_date_time"], _DATE).replace(tzinfo=UTC)
        for position, raw in enumerate(conversation[f"session_{number}"]):
            role = Role.ASSISTANT if raw["speaker"] == "assistant" else Role.USER
            text = raw["text"] + (f" [shares {raw['blip_caption']}]" if raw.get("blip_caption") else "")
            shown = f"{raw['speaker']}: {text}" if named else text
            yield ChatTurn(raw["dia_id"], number, role, shown, start + timedelta(minutes=position))


def _question(raw: Mapping[str, Any], known: set[str]) -> Question:
    named = _EVIDENCE.findall(" ".join(map(str, raw.get("evidence", ()))))
    return Question(
        raw["question"], tuple(dict.fromkeys(turn for turn in named if turn in known)), int(raw["category"])
    )


def fill(turns: Sequence[ChatTurn]) -> dict[int, str]:
    """Writes one conversation with these turns, inside the store; returns message number to the data's id."""
    first, last = turns[0].at, turns[-1].at
    conversation = Conversation.create(title="bench", created_at=first, updated_at=last)
    names: dict[int, str] = {}
    sessions: dict[int, Session] = {}
    parent: int | None = None
    for seq, turn in enumerate(turns, start=1):
        if turn.session not in sessions:
            sessions[turn.session] = Session.create(conversation=conversation, started_at=turn.at, last_at=turn.at)
        message = Message.create(
            conversation=conversation,
            session=sessions[turn.session],
            parent=parent,
            seq=seq,
            role=turn.role,
            created_at=turn.at,
        )
        Part.create(message=message, position=0, kind=PartKind.TEXT, source=PartSource.TYPED, text=turn.text)
        documents.put(Kind.TURN, message.id, turn.text, conversation=conversation.id, created_at=turn.at)
        names[message.id] = turn.id
        parent = message.id
    Conversation.update(head=parent, next_seq=len(turns) + 1).where(Conversation.id == conversation.id).execute()
    return names
