"""The public files of LongMemEval (s, m and oracle): one list of entries, read one by one, for m has gigabytes."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from memory.bench.chats import ChatTurn
from memory.errors import BadInput
from memory.types import Role

HINT = "It wants LongMemEval's format: a list of questions, each with its sessions"
_DATE = re.compile(r"(\d{4})/(\d{1,2})/(\d{1,2}).*?(\d{1,2}):(\d{2})")
_CHUNK = 1 << 22
_ABSTENTION = "_abs"


@dataclass(frozen=True, slots=True)
class Entry:
    """A question with its history. `sessions` are the names by the numbers that the turns carry.

    `answer_sessions` and `answer_turns` are the evidence; an abstention question has an answer that nothing says.
    """

    id: str
    type: str
    question: str
    answer: str
    asked_at: datetime
    asked_on: str
    sessions: tuple[str, ...]
    turns: tuple[ChatTurn, ...]
    answer_sessions: tuple[str, ...]
    answer_turns: tuple[str, ...]

    @property
    def abstention(self) -> bool:
        return self.id.endswith(_ABSTENTION)


@dataclass(frozen=True, slots=True)
class Survey:
    """What tells one file from another, and how many questions it has."""

    sha256: str
    questions: int


def survey(path: Path) -> Survey:
    """Reads the whole file once. BadInput where it can't be read or has no question."""
    digest, questions, left = hashlib.sha256(), 0, b""
    key = b'"question_id"'
    try:
        with path.open("rb") as file:
            while chunk := file.read(_CHUNK):
                digest.update(chunk)
                seen = left + chunk
                questions += seen.count(key)
                left = seen[1 - len(key) :]
    except OSError as error:
        raise BadInput(f"{path} can't be read ({error.strerror})", hint=HINT) from error
    if not questions:
        raise BadInput(f"{path} has no question of LongMemEval", hint=HINT)
    return Survey(digest.hexdigest(), questions)


def entries(path: Path) -> Iterator[Entry]:
    """The questions of a file, in its order. BadInput for a file of another format."""
    try:
        for raw in _items(path):
            yield _entry(raw)
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise BadInput(f"{path} is no file of LongMemEval ({error})", hint=HINT) from error


def _items(path: Path) -> Iterator[Any]:
    """The items of a JSON list, with no more than one of them in memory."""
    decoder = json.JSONDecoder()
    with path.open(encoding="utf-8") as file:
        text = file.read(_CHUNK).lstrip()
        if not text.startswith("["):
            raise ValueError("it does not begin with a list")
        text = text[1:]
        while True:
            text = text.lstrip(" \t\r\n,")
            if text.startswith("]"):
                return
            try:
                item, end = decoder.raw_decode(text)
            except json.JSONDecodeError:
                more = file.read(max(_CHUNK, len(text)))
                if not more:
                    raise
                text += more
                continue
            yield item
            text = text[end:]


def _entry(raw: Mapping[str, Any]) -> Entry:
    names, dates, talks = raw["haystack_session_ids"], raw["haystack_dates"], raw["haystack_sessions"]
    if not len(names) == len(dates) == len(talks):
        raise ValueError(f"{raw['question_id']} has sessions without an id or a date")
    inside = sorted(zip(map(_moment, dates), names, talks, strict=True), key=lambda session: session[0])
    turns, evidence = list[ChatTurn](), list[str]()
    for number, (begins, name, talk) in enumerate(inside):
        for place, said in enumerate(talk, start=1):
            turn = ChatTurn(f"{name}_{place}", number, Role(said["role"]), said["content"], _after(begins, place))
            turns.append(turn)
            evidence += [turn.id] if said.get("has_answer") else []
    return Entry(
        id=str(raw["question_id"]),
        type=str(raw["question_type"]),
        question=str(raw["question"]),
        answer=str(raw["answer"]),
        asked_at=_moment(raw["question_date"]),
        asked_on=str(raw["question_date"]),
        sessions=tuple(name for _, name, _ in inside),
        turns=tuple(turn for turn in turns if turn.text.strip()),
        answer_sessions=tuple(dict.fromkeys(map(str, raw["answer_session_ids"]))),
        answer_turns=tuple(dict.fromkeys(evidence)),
    )


def _moment(text: str) -> datetime:
    found = _DATE.search(text)
    if found is None:
        raise ValueError(f"{text!r} is no date")
    return datetime(*map(int, found.groups()), tzinfo=UTC)  # type: ignore[misc,arg-type]


def _after(begins: datetime, place: int) -> datetime:
    return begins + timedelta(seconds=place)
