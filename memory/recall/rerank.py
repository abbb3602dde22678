"""The best few of what was found, chosen by a model where the user set one for it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from memory.ports import ChatMessage, LanguageModel, ModelRequest
from memory.recall.block import escaped
from memory.recall.calls import Calls
from memory.recall.fuse import Candidate
from memory.recall.planner import Course, Limits
from memory.text.prompts import prompt
from memory.types import Leg

NAME = "rerank"
CONSIDERED, BEST = 20, 5
REPLY_TOKENS = 64
MESSAGE_CHARS, MEMORY_CHARS = 1000, 400


@dataclass(frozen=True, slots=True)
class Reranker:
    """Asks `model`, None where nobody is to rank; a `rerank.md` in the folder `prompts` takes the place of ours."""

    calls: Calls
    model: Callable[[], LanguageModel | None]
    prompts: Path | None = None

    async def best(
        self, text: str, found: Sequence[Candidate], deadline_ms: int, *, booked: bool
    ) -> tuple[list[Candidate], Leg]:
        """Up to `BEST` of the first `CONSIDERED`, most helpful first; none where the order is to stay, and why."""
        model, considered = self.model(), found[:CONSIDERED]
        said = await self.calls.ask(NAME, model, self._request(text, considered), deadline_ms, booked=booked)
        if model is None or not said.leg.finished:
            return [], said.leg
        numbers = dict.fromkeys(int(number) for number in re.findall(r"\b\d{1,2}\b", said.text))
        best = [considered[number - 1] for number in numbers if 0 < number <= len(considered)][:BEST]
        if best:
            return best, said.leg
        if re.search(r"\bnone\b", said.text, re.IGNORECASE):
            return [], replace(said.leg, note=f"{model.traits.name} prefers none of them, the order stays")
        return [], replace(said.leg, finished=False, note=f"{model.traits.name} gave no usable answer")

    def _request(self, text: str, found: Sequence[Candidate]) -> ModelRequest:
        lines = [
            f"{number}. {one.hit.created_at:%Y-%m-%d} {escaped(one.hit.text[:MEMORY_CHARS])}"
            for number, one in enumerate(found, 1)
        ]
        material = "\n".join(["# Message", escaped(text[:MESSAGE_CHARS]), "", "# Memory", *lines])
        messages = (
            ChatMessage("system", prompt("memory.recall", "rerank", self.prompts)),
            ChatMessage("user", material),
        )
        return ModelRequest(messages, purpose="rerank", max_tokens=REPLY_TOKENS, temperature=0.0)


def ranked(best: Sequence[Candidate], course: Course) -> list[Course]:
    """`best` in this order, one after the other, as many as the course has places for; its others are left out."""
    chosen = best[: course.limits.items]
    left = [one for one in course.candidates if one not in chosen]
    return [*(Course([one], Limits(1)) for one in chosen), Course(left, Limits(0))]
