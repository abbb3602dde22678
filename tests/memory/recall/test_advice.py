"""A model has its say about the gate and the order where the user wants that, and never in the way of a turn."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from memory.errors import ModelError
from memory.recall.advice import STILL_OPEN, Advice
from memory.recall.calls import Calls
from memory.recall.decide import Evidence, Verdict
from memory.recall.fuse import Candidate
from memory.recall.planner import Course, Limits
from memory.recall.recall import RecallRequest
from memory.settings import MemorySettings, Settings
from memory.store import activity
from memory.store.store import Store
from memory.store.tables import Call
from memory.types import GateDecision, Leg, Mode, Section
from tests.memory.recall.test_planner import candidate
from tests.scripted import ScriptedModel, SetClock

CAT = candidate("The user's cat is called Mango", 0.9, item=1)
DOG = candidate("A dog named Plum lives next door", 0.8, item=2)
BOAT = candidate("They sail a small blue boat on Sundays", 0.1, item=3)
HYBRID = Verdict(GateDecision(Section.PINNED, "may be about you"), lean=True, split=True)
QUESTION = RecallRequest("Any ideas for the weekend?", recent=("We are at the lake.",))


@dataclass
class Asked:
    """Advice of one scripted model."""

    store: Store
    clock: SetClock
    model: ScriptedModel | None = field(default_factory=ScriptedModel)
    settings: MemorySettings = field(default_factory=lambda: MemorySettings(gate="llm", rerank_model="ranker"))
    prompts: Path | None = None

    def __post_init__(self) -> None:
        def settings() -> Settings:
            return Settings(memory=self.settings)

        calls = Calls(self.store, settings, self.clock)
        self.advice = Advice(calls, settings, lambda: self.model, lambda: self.model, self.prompts)

    def says(self, *replies: str | Exception) -> Asked:
        self.model = ScriptedModel([*replies])
        return self

    async def gate(self, verdict: Verdict = HYBRID, request: RecallRequest = QUESTION) -> tuple[Verdict, list[Leg]]:
        pools = {Section.PINNED: [CAT], Section.EPISODE: []}
        said, legs = await self.advice.on_gate(request, Evidence(pools, 0.0, dense=True), verdict)
        return said, [*legs]

    async def order(self, *found: Candidate, items: int = 5) -> tuple[list[list[str]], list[Leg]]:
        """The ids of each course."""
        courses = [Course(found, Limits(items))]
        ordered, legs = await self.advice.on_order(QUESTION, HYBRID, {Section.PINNED: found}, courses)
        return [[f"f{one.hit.item}" for one in course.candidates] for course in ordered], [*legs]

    async def booked(self) -> list[str]:
        await self.advice.close()
        return await self.store.read(lambda: [row.purpose for row in Call.select()])


@pytest.fixture
async def asked(store: Store, clock: SetClock) -> AsyncIterator[Asked]:
    made = Asked(store, clock)
    yield made
    await made.advice.close()


# The gate


@pytest.mark.parametrize(
    ("answer", "section"),
    [
        ("facts", Section.PINNED),
        ("None.", Section.NONE),
        ("**identity**", Section.IDENTITY),
        ("talks", Section.NONE),  # no talk is stored
    ],
)
async def test_the_model_decides_where_the_gate_is_split(asked: Asked, answer: str, section: Section) -> None:
    verdict, (leg,) = await asked.says(answer).gate()
    assert verdict.decision.section is section
    assert not verdict.lean
    assert (leg.name, leg.finished, leg.note) == ("gate", True, "asked scripted/test")
    assert await asked.booked() == ["gate"]


async def test_it_is_told_the_message_the_turn_before_and_what_lies_near(asked: Asked) -> None:
    await asked.says("facts").gate()
    assert asked.model is not None
    (request,) = asked.model.requests
    assert request.purpose == "gate"
    said = str(request.messages[-1].content)
    for words in ("We are at the lake.", "Any ideas for the weekend?", "- facts: The user's cat is called Mango"):
        assert words in said


async def test_what_is_sure_asks_no_model(asked: Asked) -> None:
    verdict, legs = await asked.gate(replace(HYBRID, split=False))
    assert (verdict.decision, legs) == (HYBRID.decision, [])
    asked.settings = MemorySettings(gate="hybrid")
    assert await asked.gate() == (HYBRID, [])
    assert asked.model is not None
    assert asked.model.requests == []


async def test_a_preview_leaves_it_open(asked: Asked) -> None:
    verdict, legs = await asked.gate(request=replace(QUESTION, calls=False))
    assert verdict.decision.rule.endswith(STILL_OPEN)
    assert legs == []
    assert asked.model is not None
    assert asked.model.requests == []


@pytest.mark.parametrize(
    ("reply", "why"),
    [
        (ModelError("the server is down", kind="network"), "the server is down"),
        (ModelError("none chosen", kind="no_model"), "no model is set"),
        ("I would rather not say", "gave no usable answer"),
    ],
)
async def test_where_it_fails_hybrid_decides_and_the_leg_says_why(
    asked: Asked, reply: str | Exception, why: str
) -> None:
    verdict, (leg,) = await asked.says(reply).gate()
    assert verdict == HYBRID
    assert not leg.finished
    assert why in leg.note
    assert await asked.booked() == ["gate"]


async def test_a_model_that_hangs_costs_no_more_than_the_deadline(asked: Asked) -> None:
    asked.settings = MemorySettings(gate="llm", slow_deadline_ms=100)
    asked.model = ScriptedModel(["facts, I think"], gate=asyncio.Event())
    verdict, (leg,) = await asked.gate()
    assert verdict == HYBRID
    assert (leg.finished, leg.note) == (False, "scripted/test did not answer within 100 ms")
    assert asked.model.closed == 1, "the connection is closed"


async def test_without_a_model_or_with_one_too_small_hybrid_decides(asked: Asked) -> None:
    asked.model = None
    verdict, (leg,) = await asked.gate()
    assert (verdict, leg.note) == (HYBRID, "no model is set")
    asked.model = ScriptedModel(distils=False)
    verdict, (leg,) = await asked.gate()
    assert (verdict, leg.note) == (HYBRID, "scripted/test is too small for it")
    assert asked.model.requests == []
    assert await asked.booked() == []


async def test_beyond_the_cap_of_the_day_hybrid_decides(asked: Asked) -> None:
    asked.settings = MemorySettings(gate="llm", daily_call_cap=1)
    at = asked.clock.now()
    await asked.store.write(lambda: activity.book_call("distil", "m", None, at=at))
    verdict, (leg,) = await asked.says("none").gate()
    assert (verdict, leg.note) == (HYBRID, "today's background calls (1) are used up")
    assert asked.model is not None
    assert asked.model.requests == []


async def test_in_incognito_a_call_stands_in_no_book(asked: Asked) -> None:
    await asked.says("facts").gate(request=replace(QUESTION, mode=Mode.INCOGNITO))
    assert await asked.booked() == []


async def test_a_prompt_of_the_users_own_is_used(store: Store, clock: SetClock, tmp_path: Path) -> None:
    (tmp_path / "gate.md").write_text("Always say facts.", encoding="utf-8")
    asked = Asked(store, clock, prompts=tmp_path).says("facts")
    await asked.gate()
    assert asked.model is not None
    assert asked.model.requests[0].messages[0].content == "Always say facts."
    await asked.advice.close()


# The order


async def test_the_best_go_in_in_the_models_order_and_the_rest_is_left_out(asked: Asked) -> None:
    courses, (leg,) = await asked.says("3, 1").order(CAT, DOG, BOAT)
    assert courses == [["f3"], ["f1"], ["f2"]]
    assert (leg.name, leg.finished, leg.note) == ("rerank", True, "asked scripted/test")
    assert await asked.booked() == ["rerank"]


async def test_it_gets_at_most_twenty_and_gives_at_most_five(asked: Asked) -> None:
    found = [candidate(f"Memory about number {number}", 1.0, item=number) for number in range(1, 31)]
    courses, _ = await asked.says("20, 19, 18, 17, 16, 15, 21, 99, 20").order(*found)
    assert courses[:5] == [["f20"], ["f19"], ["f18"], ["f17"], ["f16"]]
    assert asked.model is not None
    said = str(asked.model.requests[0].messages[-1].content)
    assert "20. " in said
    assert "21. " not in said


async def test_it_never_gives_more_than_the_section_has_places_for(asked: Asked) -> None:
    courses, _ = await asked.says("3, 2, 1").order(CAT, DOG, BOAT, items=2)
    assert courses == [["f3"], ["f2"], ["f1"]]
    assert await places(asked, items=2) == 2


async def places(asked: Asked, items: int) -> int:
    """How many of the courses have a place at all."""
    courses = [Course([CAT, DOG, BOAT], Limits(items))]
    ordered, _ = await asked.advice.on_order(QUESTION, HYBRID, {Section.PINNED: [CAT, DOG, BOAT]}, courses)
    return sum(course.limits.items > 0 for course in ordered)


@pytest.mark.parametrize(
    ("reply", "finished", "why"),
    [
        (ModelError("the server is down", kind="network"), False, "the server is down"),
        ("all of them are lovely", False, "gave no usable answer"),
        ("none", True, "the order stays"),
    ],
)
async def test_where_it_does_not_choose_the_order_stays_and_the_leg_says_why(
    asked: Asked, reply: str | Exception, finished: bool, why: str
) -> None:
    courses, (leg,) = await asked.says(reply).order(CAT, DOG)
    assert courses == [["f1", "f2"]]
    assert leg.finished is finished
    assert why in leg.note


async def test_ranking_is_off_by_default_and_one_memory_needs_none(asked: Asked) -> None:
    assert MemorySettings().rerank_model == "none"
    assert (await asked.order(CAT))[1] == []
    asked.settings = MemorySettings()
    assert (await asked.order(CAT, DOG))[1] == []
