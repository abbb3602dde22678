"""The one further call of a run: asked, read, and never a reason to lose anything."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from memory.distill import ruling
from memory.distill.ruling import Question, Ruling
from memory.errors import ModelError
from memory.ports import LanguageModel, complete
from memory.types import Usage

CALL_SECONDS = 60.0


@dataclass(frozen=True, slots=True)
class Answer:
    """`called`: a call was made and has to be booked. `notes` are for the log."""

    rulings: Mapping[Any, Ruling] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    called: bool = False
    usage: Usage | None = None
    ms: float = 0.0
    failed: bool = False


async def ask(model: LanguageModel, questions: Sequence[Question], prompts: Path | None) -> Answer:
    """One call about the first questions; what is over, or all where it fails, is left to the user."""
    asked, left = questions[: ruling.MOST], questions[ruling.MOST :]
    started = time.perf_counter()
    try:
        async with asyncio.timeout(CALL_SECONDS):
            reply, usage = await complete(model, ruling.request(asked, model.traits, prompts))
    except (ModelError, TimeoutError) as error:
        why = str(error) or f"no reply within {CALL_SECONDS:.0f} s"
        return Answer(ruling.undecided(questions), (f"reconciling failed: {why}",), called=True, failed=True)
    ms = (time.perf_counter() - started) * 1000
    found = await asyncio.to_thread(ruling.read, reply, asked)
    notes = (f"{found.dropped} answers of no use",) if found.dropped else ()
    return Answer({**ruling.undecided(left), **found.by_key}, notes, called=True, usage=usage, ms=ms)


def unasked(questions: Sequence[Question], why: str) -> Answer:
    """Nobody is asked but the user."""
    return Answer(ruling.undecided(questions), (why,) if questions and why else ())
