"""The last rung of reconciling: one call to a model about all that words and vectors left open.

What it says is a proposal. Only ids that were listed under a statement count, one answer a statement, and an answer
that our own rules find impossible lets both facts live and asks the user.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from memory.distill.reconciling.ending import may_not_end, same_people, same_subject
from memory.distill.reconciling.known import Fact
from memory.distill.reconciling.sameness import contradict, differ, only_adds
from memory.distill.salvage import load
from memory.distill.schema import listed, record
from memory.ports import ChatMessage, ModelRequest, ModelTraits
from memory.text.prompts import prompt

PURPOSE = "reconcile"
MOST = 20
"""Statements in one call; what is over is decided by the user."""
_REPLY_TOKENS = 60
"""For one answer, generously."""
ACTIONS = ("create", "skip", "merge", "delete")
KINDS = ("none", "correction", "change", "context")


@dataclass(frozen=True, slots=True)
class Question:
    """A statement and the known facts near it, the nearest first. `key` is for the asker."""

    key: Any
    content: str
    at: datetime
    olds: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class Ruling:
    """What becomes of a statement beside the known fact `old`.

    `action` is create (with `apart`, the facts it has nothing to do with), skip, merge, correct, supersede, context or
    doubt: both hold until the user has decided. `contradicts` tells what they have to decide about.
    """

    action: str
    old: Fact | None = None
    contradicts: bool = False
    apart: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True)
class Rulings:
    """The rulings by the questions' keys; `dropped` answers were of no use. Without `readable` there was none."""

    by_key: Mapping[Any, Ruling] = field(default_factory=dict)
    dropped: int = 0
    readable: bool = True


def request(questions: Sequence[Question], traits: ModelTraits, prompts: Path | None) -> ModelRequest:
    """The request about at most `MOST` questions; a `reconcile.md` in the folder `prompts` takes the place of ours."""
    return ModelRequest(
        messages=(
            ChatMessage("system", prompt("memory.distill", PURPOSE, prompts)),
            ChatMessage("user", _material(questions)),
        ),
        purpose=PURPOSE,
        max_tokens=min(256 + _REPLY_TOKENS * len(questions), max(256, traits.context_tokens // 3)),
        temperature=0.0,
        schema=SCHEMA if traits.json_schema else None,
    )


def read(reply: str, questions: Sequence[Question]) -> Rulings:
    """What the reply decides; a question without a usable answer is not among it."""
    found, _ = load(reply)
    answers = found.get("answers") if found else None
    if not isinstance(answers, list):
        return Rulings(readable=False)
    numbers = _numbers(questions)
    by_key: dict[Any, Ruling] = {}
    dropped = 0
    for answer in answers:
        at = _number(answer, "item")
        question = questions[at - 1] if 1 <= at <= len(questions) else None
        ruling = _ruling(answer, question, numbers) if question is not None else None
        if question is None or ruling is None or question.key in by_key:
            dropped += 1
            continue
        by_key[question.key] = ruling
    return Rulings(by_key, dropped)


def doubt(content: str, old: Fact) -> Ruling:
    """Both hold until the user has decided."""
    return Ruling("doubt", old, contradicts=contradict(content, old.content))


def _ruling(answer: Mapping[str, Any], question: Question, numbers: Mapping[int, int]) -> Ruling | None:
    """The ruling of one answer, None where it names what was not offered.

    Without a `kind` it may have been cut off, and ends nothing; other actions need none.
    """
    action, kind = answer.get("action"), answer.get("kind")
    if action not in ACTIONS or (kind not in KINDS and (kind is not None or action == "delete")):
        return None
    wanted = _number(answer, "id")
    old = next((fact for fact in question.olds if numbers[fact.number] == wanted), None)
    if old is None:
        return Ruling("create", apart=question.olds) if action == "create" and not wanted else None
    if action == "create":
        return Ruling("context", old) if kind == "context" else Ruling("create", apart=question.olds)
    if action == "delete":
        return _ended(question, old, "correct" if kind == "correction" else "supersede")
    fits = same_people(question.content, old.content) and not differ(question.content, old.content)
    return Ruling(action, old) if fits else doubt(question.content, old)


def _ended(question: Question, old: Fact, action: str) -> Ruling:
    """The known fact ends, unless it is the user's own, about something else or says more: then the user is asked."""
    may_end = same_subject(question.content, old.content) and not may_not_end(question.content, old)
    if old.own or not may_end:
        return Ruling("doubt", old, contradicts=not only_adds(question.content, old.content))
    return Ruling(action, old)


def _number(answer: object, key: str) -> int:
    """A whole number of an answer; `"[3]"` is taken for 3, for models write it so; 0 where there is none."""
    raw = answer.get(key) if isinstance(answer, dict) else None
    if isinstance(raw, str) and (match := re.search(r"\d{1,9}", raw)):
        return int(match[0])
    return raw if isinstance(raw, int) and not isinstance(raw, bool) else 0


def _numbers(questions: Sequence[Question]) -> dict[int, int]:
    """The small number that each known fact has in the prompt."""
    olds = dict.fromkeys(fact.number for question in questions for fact in question.olds)
    return {number: at for at, number in enumerate(olds, 1)}


def _material(questions: Sequence[Question]) -> str:
    numbers = _numbers(questions)
    return "\n\n".join(
        "\n".join(
            [
                f"# New statement {at}, {question.at:%Y-%m-%d}",
                _line(question.content),
                "Known:",
                *(f"{numbers[fact.number]}. {_line(fact.content)}{_since(fact)}" for fact in question.olds),
            ]
        )
        for at, question in enumerate(questions, 1)
    )


def _line(text: str) -> str:
    return " ".join(text.split())


def _since(fact: Fact) -> str:
    return f" (since {fact.since:%Y-%m-%d})" if fact.since is not None else ""


SCHEMA: Mapping[str, Any] = record(
    answers=listed(
        record(
            item={"type": "integer"},
            action={"type": "string", "enum": list(ACTIONS)},
            id={"type": "integer"},
            kind={"type": "string", "enum": list(KINDS)},
        )
    )
)
