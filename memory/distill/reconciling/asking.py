"""The one further call of a run: asked, read, and never a reason to lose anything."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from memory.counting import counted
from memory.distill.reconciling import ruling
from memory.distill.reconciling.ruling import Question, Ruling
from memory.errors import ModelError
from memory.ports import LanguageModel, complete
from memory.types import Usage

CALL_SECONDS = 60.0


@dataclass(frozen=True, slots=True)
class Answer:
    """`rulings` are by the questions' keys, `notes` for the log."""

    rulings: Mapping[Any, Ruling] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    usage: Usage | None = None
    ms: float = 0.0
    failed: bool = False


async def ask(model: LanguageModel, questions: Sequence[Question], prompts: Path | None) -> Answer:
    """One call about the first questions; what is over, or all where it fails, gets no ruling."""
    asked = questions[: ruling.MOST]
    started = time.perf_counter()
    try:
        async with asyncio.timeout(CALL_SECONDS):
            reply, usage = await complete(model, ruling.request(asked, model.traits, prompts))
    except (ModelError, TimeoutError) as error:
        why = str(error) or f"no reply within {CALL_SECONDS:.0f} s"
        return Answer(notes=(f"comparing facts failed: {why}",), failed=True)
    ms = (time.perf_counter() - started) * 1000
    found = await asyncio.to_thread(ruling.read, reply, asked)
    if not found.readable:
        return Answer(notes=("comparing facts failed: the reply could not be read",), usage=usage, ms=ms, failed=True)
    notes = (f"{counted(found.dropped, 'answer')} could not be used",) if found.dropped else ()
    return Answer(found.by_key, notes, usage=usage, ms=ms)


def to_the_user(questions: Sequence[Question], answer: Answer) -> Answer:
    """The same with all that has no ruling left to the user, each statement beside the nearest that is known."""
    undecided = {question.key: ruling.doubt(question.content, question.olds[0]) for question in questions}
    return replace(answer, rulings={**undecided, **answer.rulings})
