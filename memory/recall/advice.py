"""What models may have a say in, where the user wants that: whether memory is needed, and what of it comes first."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from memory.ports import LanguageModel
from memory.recall.calls import Calls
from memory.recall.decide import Evidence, Verdict
from memory.recall.fuse import Candidate
from memory.recall.model_gate import ModelGate
from memory.recall.planner import Course
from memory.recall.rerank import Reranker, ranked
from memory.settings import NO_MODEL, Settings
from memory.types import Leg, Section

if TYPE_CHECKING:
    from memory.recall.recall import RecallRequest

STILL_OPEN = "a model decides when it is sent"


def no_model() -> LanguageModel | None:
    return None


class Advice:
    """Asks `judge` about the gate and `ranker` about the order; the settings say whether."""

    def __init__(
        self,
        calls: Calls,
        settings: Callable[[], Settings],
        judge: Callable[[], LanguageModel | None] = no_model,
        ranker: Callable[[], LanguageModel | None] = no_model,
        prompts: Path | None = None,
    ) -> None:
        self._calls = calls
        self._settings = settings
        self._gate = ModelGate(calls, judge, prompts)
        self._reranker = Reranker(calls, ranker, prompts)

    async def close(self) -> None:
        await self._calls.close()

    async def on_gate(
        self, request: RecallRequest, evidence: Evidence, verdict: Verdict
    ) -> tuple[Verdict, Sequence[Leg]]:
        """The last word where the verdict could well be another, and the leg that tells of it."""
        settings = self._settings().memory
        if settings.gate != "llm" or not verdict.split:
            return verdict, ()
        if not request.calls:
            decision = replace(verdict.decision, rule=f"{verdict.decision.rule}; {STILL_OPEN}")
            return replace(verdict, decision=decision), ()
        deadline, kept = settings.slow_deadline_ms, request.mode.keeps
        said, leg = await self._gate.decide(request.text, request.recent, evidence, verdict, deadline, booked=kept)
        return said, (leg,)

    async def on_order(
        self,
        request: RecallRequest,
        verdict: Verdict,
        pools: Mapping[Section, Sequence[Candidate]],
        courses: Sequence[Course],
    ) -> tuple[Sequence[Course], Sequence[Leg]]:
        """The courses with the best of the first one picked by a model, and the leg that tells of it."""
        settings = self._settings().memory
        section = verdict.decision.section
        found = pools.get(section, ())
        wanted = settings.rerank_model != NO_MODEL and request.calls
        if not wanted or section is Section.IDENTITY or not courses or len(found) < 2:
            return courses, ()
        deadline, kept = settings.rerank_deadline_ms, request.mode.keeps
        best, leg = await self._reranker.best(request.text, found, deadline, booked=kept)
        first, *others = courses
        return ([*ranked(best, first), *others] if best else courses), (leg,)
