"""What may pass is tried again, with its reason and a countdown; what will not is said at once."""

from __future__ import annotations

from contextlib import aclosing
from dataclasses import replace

import pytest

from memory.engine import Memory
from memory.errors import ModelError
from memory.types import Status
from tests.scripted import ScriptedModel
from tests.tui.chat.test_turns import BreakingModel, runner
from tui.chat.events import Failed, Finished, Retrying, TurnEvent


def busy(wait: float | None = 3.0, kind: str = "rate_limit") -> ModelError:
    return ModelError("Scripted asks for a pause", kind=kind, retry_after=wait)


async def ask(memory: Memory, model: ScriptedModel, talk: str) -> tuple[list[TurnEvent], list[float]]:
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    patient = replace(runner(memory, model), patient=True, sleep=sleep)
    async with aclosing(patient.run(talk, "Hello")) as events:
        return [event async for event in events], slept


async def test_a_pause_is_waited_for_as_long_as_the_server_says(memory: Memory, talk: str) -> None:
    events, slept = await ask(memory, ScriptedModel([busy(), "Hi."]), talk)
    counted = [event for event in events if isinstance(event, Retrying)]
    assert [event.seconds for event in counted] == [3.0, 2.0, 1.0]
    assert {(event.reason, event.attempt) for event in counted} == {("Scripted asks for a pause", 1)}
    assert sum(slept) == 3.0
    assert isinstance(events[-1], Finished)
    assert [message.text for message in await memory.messages(talk)] == ["Hello", "Hi."]


async def test_it_gives_up_after_some_attempts_and_hands_the_text_back(memory: Memory, talk: str) -> None:
    model = ScriptedModel([busy(kind="overloaded")])
    events, slept = await ask(memory, model, talk)
    assert len(model.requests) == 4
    assert sum(slept) == 3.0 + 6.0 + 12.0
    assert isinstance(events[-1], Failed)
    assert events[-1].given_back == "Hello"


@pytest.mark.parametrize(
    ("kind", "wait"),
    [("auth", 3.0), ("billing", 3.0), ("context", 3.0), ("network", None), ("rate_limit", 3600.0)],
)
async def test_what_will_not_pass_soon_is_said_at_once(
    memory: Memory, talk: str, kind: str, wait: float | None
) -> None:
    model = ScriptedModel([busy(wait, kind), "Hi."])
    events, slept = await ask(memory, model, talk)
    assert (len(model.requests), slept) == (1, [])
    assert isinstance(events[-1], Failed)


async def test_a_reply_that_had_begun_is_kept_and_not_asked_for_again(memory: Memory, talk: str) -> None:
    model = BreakingModel(["one two three four"])
    events, slept = await ask(memory, model, talk)
    assert (len(model.requests), slept) == (1, [])
    assert isinstance(events[-1], Failed)
    assert (await memory.messages(talk))[-1].status is Status.FAILED


async def test_without_patience_it_fails_at_once(memory: Memory, talk: str) -> None:
    async with aclosing(runner(memory, ScriptedModel([busy()])).run(talk, "Hello")) as events:
        assert isinstance([event async for event in events][-1], Failed)
