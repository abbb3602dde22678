from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import AsyncIterator
from contextlib import aclosing
from dataclasses import dataclass
from pathlib import Path

import pytest

from memory.engine import Memory
from memory.errors import BadInput, ModelError, StoreError
from memory.ports import Delta, LanguageModel, ModelRequest
from memory.types import Status
from tests.full_disk import LONG, full_disk
from tests.scripted import ScriptedModel
from tui.chat.events import (
    Assembled,
    Committed,
    Failed,
    Finished,
    HoldsSecret,
    Notice,
    Recalled,
    Text,
    TurnEvent,
    Waiting,
)
from tui.chat.turns import TurnRunner
from tui.config import Config


@dataclass
class BreakingModel(ScriptedModel):
    """Says a few pieces, then fails."""

    pieces: int = 2

    async def stream(self, request: ModelRequest) -> AsyncIterator[Delta]:
        left = self.pieces
        async for delta in super().stream(request):
            if left == 0:
                raise ModelError("The connection was lost", kind="network", hint="/regenerate tries again")
            left -= 1
            yield delta


def runner(memory: Memory, model: LanguageModel, *, quiet_seconds: float = 10.0) -> TurnRunner:
    async def get_model() -> LanguageModel:
        return model

    return TurnRunner(memory, get_model, Config, quiet_seconds)


async def run(
    memory: Memory, model: LanguageModel, talk: str, text: str = "", *, again: bool = False, resume: bool = False
) -> list[TurnEvent]:
    async with aclosing(runner(memory, model).run(talk, text, again=again, resume=resume)) as events:
        return [event async for event in events]


async def texts(memory: Memory, conversation: str) -> list[str]:
    return [message.text for message in await memory.messages(conversation)]


async def test_a_turn_tells_all_its_steps_in_order(memory: Memory, talk: str) -> None:
    events = await run(memory, ScriptedModel(["A heron is a bird."], chunk=9), talk, "What is a heron?")
    kinds = [type(event) for event in events]
    assert kinds == [Committed, Recalled, Assembled, Waiting, Text, Text, Finished]
    finished = events[-1]
    assert isinstance(finished, Finished)
    assert finished.message.text == "A heron is a bird."
    assert finished.message.model == "scripted/test"
    assert finished.usage and finished.usage.prompt_tokens == 10
    assert await texts(memory, talk) == ["What is a heron?", "A heron is a bird."]


async def test_a_turn_tells_what_fills_its_context(memory: Memory, talk: str) -> None:
    await memory.identity.add("I live in Graz")
    await run(memory, ScriptedModel(["A heron is a bird."]), talk, "What is a heron?")
    model = ScriptedModel(["It eats fish."])
    (event,) = [one for one in await run(memory, model, talk, "And what does it eat?") if isinstance(one, Assembled)]
    standing = await memory.standing()
    sent = sum(memory.count_tokens(str(message.content)) for message in model.requests[-1].messages)
    filling = event.filling
    assert (filling.identity, filling.bound, filling.window) == (standing.tokens, 400, 32_000)
    assert min(filling.system, filling.conversation) > 0
    assert filling.total == sent + 8 * len(model.requests[-1].messages)


async def test_a_secret_is_told_once_and_goes_to_the_model_as_typed(memory: Memory, talk: str) -> None:
    model = ScriptedModel()
    events = await run(memory, model, talk, "Use sk-proj-Ab12Cd34Ef56Gh78Ij90")
    assert [event.kinds for event in events if isinstance(event, HoldsSecret)] == [("API key",)]
    assert "sk-proj-Ab12Cd34Ef56Gh78Ij90" in str(model.requests[-1].messages[-1].content)
    assert not [event for event in await run(memory, model, talk, again=True) if isinstance(event, HoldsSecret)]


async def test_the_message_is_safe_before_the_model_is_even_opened(memory: Memory, talk: str) -> None:
    seen: list[str] = []

    async def get_model() -> LanguageModel:
        seen.extend(await texts(memory, talk))
        return ScriptedModel()

    async with aclosing(TurnRunner(memory, get_model, Config).run(talk, "Keep me")) as events:
        async for _ in events:
            pass
    assert seen == ["Keep me"]


async def test_requests_are_byte_identical_up_to_the_previous_user_message(memory: Memory, talk: str) -> None:
    await memory.remember("My sister Ana is allergic to peanuts")
    model = ScriptedModel(["First.", "Second.", "Third."])
    for text in ("Hello there", "What is my sister Ana allergic to?", "And what did I tell you about my sister?"):
        await run(memory, model, talk, text)
    assert any(isinstance(one.content, str) and "peanuts" in one.content for one in model.requests[1].messages)
    for before, after in zip(model.requests, model.requests[1:], strict=False):
        shared = len(before.messages) - 1
        assert after.messages[:shared] == before.messages[:shared]
        newest = before.messages[-1].content
        assert str(newest).endswith(str(after.messages[shared].content)), "the block never enters the message"


async def test_cancelling_keeps_what_came(memory: Memory, talk: str) -> None:
    model = ScriptedModel(["one two three four"], chunk=8, gate=asyncio.Event())
    came = asyncio.Event()

    async def read() -> None:
        async with aclosing(runner(memory, model).run(talk, "Count")) as events:
            async for event in events:
                if isinstance(event, Text):
                    came.set()

    task = asyncio.create_task(read())
    await asyncio.wait_for(came.wait(), 5)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    reply = (await memory.messages(talk))[-1]
    assert (reply.text, reply.status) == ("one two ", Status.CANCELLED)
    assert model.closed == 1


async def test_closing_the_events_keeps_what_came(memory: Memory, talk: str) -> None:
    model = ScriptedModel(["one two three four"], chunk=8)
    async with aclosing(runner(memory, model).run(talk, "Count")) as events:
        async for event in events:
            if isinstance(event, Text):
                break
    reply = (await memory.messages(talk))[-1]
    assert (reply.text, reply.status) == ("one two ", Status.CANCELLED)


async def test_a_turn_cancelled_while_its_message_is_stored_is_not_left_open(memory: Memory, talk: str) -> None:
    task = asyncio.create_task(run(memory, ScriptedModel(), talk, "Quick"))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert [message.status for message in await memory.messages(talk)] in ([], [Status.COMPLETE, Status.CANCELLED])


async def test_a_failure_before_a_word_gives_the_text_back(memory: Memory, talk: str) -> None:
    await run(memory, ScriptedModel(["Hi."]), talk, "Hello")
    broken = ScriptedModel([ModelError("The key is wrong", kind="auth", hint="Set OPENAI_API_KEY")])
    failed = (await run(memory, broken, talk, "What is a heron?"))[-1]
    assert failed == Failed("The key is wrong", "Set OPENAI_API_KEY", "What is a heron?")
    assert await texts(memory, talk) == ["Hello", "Hi."]
    model = ScriptedModel(["A bird."])
    await run(memory, model, talk, "What is a heron?")
    assert [one.content for one in model.requests[0].messages][-3:] == ["Hello", "Hi.", "What is a heron?"]


async def test_no_model_at_all_gives_the_text_back(memory: Memory, talk: str) -> None:
    async def get_model() -> LanguageModel:
        raise ModelError("There is no model to talk to", kind="no_model", hint="harken doctor")

    async with aclosing(TurnRunner(memory, get_model, Config).run(talk, "Hello")) as events:
        last = [event async for event in events][-1]
    assert isinstance(last, Failed)
    assert last.given_back == "Hello"


@pytest.mark.parametrize("reply", ["", " \n "])
async def test_an_empty_reply_counts_as_a_failure(memory: Memory, talk: str, reply: str) -> None:
    failed = (await run(memory, ScriptedModel([reply]), talk, "Hello"))[-1]
    assert isinstance(failed, Failed)
    assert failed.given_back == "Hello"
    assert "empty" in failed.line


async def test_a_failure_in_the_middle_keeps_what_came_and_says_why(memory: Memory, talk: str) -> None:
    model = BreakingModel(["one two three four five"], chunk=4)
    failed = (await run(memory, model, talk, "Count"))[-1]
    assert isinstance(failed, Failed)
    assert failed.given_back == ""
    reply = (await memory.messages(talk))[-1]
    assert failed.message == reply
    assert (reply.text, reply.status) == ("one two ", Status.FAILED)
    assert "connection was lost" in reply.note


async def test_a_half_reply_goes_on_where_it_stopped(memory: Memory, talk: str) -> None:
    await run(memory, BreakingModel(["one two three"], chunk=4), talk, "Count")
    model = ScriptedModel(["three four"])
    events = await run(memory, model, talk, resume=True)
    assert "".join(event.delta for event in events if isinstance(event, Text)) == "three four"
    assert await texts(memory, talk) == ["Count", "one two three four"]
    assert [one.role for one in model.requests[0].messages][-3:] == ["user", "assistant", "user"]


async def test_answering_again_replaces_the_reply_in_view(memory: Memory, talk: str) -> None:
    await run(memory, ScriptedModel(["Bad."]), talk, "Hello")
    model = ScriptedModel(["Better."])
    await run(memory, model, talk, again=True)
    assert await texts(memory, talk) == ["Hello", "Better."]
    assert "Bad." not in [one.content for one in model.requests[0].messages]


@pytest.mark.parametrize("resume", [False, True])
async def test_failing_to_answer_again_leaves_the_old_reply(memory: Memory, talk: str, resume: bool) -> None:
    await run(memory, BreakingModel(["one two three"], chunk=4), talk, "Count")
    failed = (await run(memory, ScriptedModel([ModelError("down")]), talk, again=not resume, resume=resume))[-1]
    assert isinstance(failed, Failed)
    assert failed.given_back == ""
    assert await texts(memory, talk) == ["Count", "one two "]


async def test_what_cannot_be_sent_is_refused_at_once(memory: Memory, talk: str) -> None:
    with pytest.raises(BadInput):
        await run(memory, ScriptedModel(), talk, "   ")
    assert await texts(memory, talk) == []


async def test_silence_is_told_with_its_length(memory: Memory, talk: str) -> None:
    model = ScriptedModel(["one two three"], chunk=4, gate=asyncio.Event())
    assert model.gate
    waits: list[float] = []
    async with aclosing(runner(memory, model, quiet_seconds=0.001).run(talk, "Count")) as events:
        async for event in events:
            if isinstance(event, Waiting):
                waits.append(event.seconds)
                if len(waits) == 3:
                    model.gate.set()
    assert waits[0] == 0.0
    assert all(seconds > 0 for seconds in waits[1:])


async def test_the_user_is_told_once_when_another_vendor_gets_the_memories(memory: Memory, talk: str) -> None:
    await memory.remember("My sister Ana is allergic to peanuts")
    question = "What is my sister Ana allergic to?"
    await run(memory, ScriptedModel(vendor="this computer"), talk, question)
    first = await run(memory, ScriptedModel(vendor="Cloud Inc"), talk, question)
    second = await run(memory, ScriptedModel(vendor="Cloud Inc"), talk, question)
    told = [event.text for event in first if isinstance(event, Notice)]
    assert len(told) == 1
    assert "Cloud Inc" in told[0]
    assert not [event for event in second if isinstance(event, Notice)]


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a device that is always full")
async def test_a_journal_that_breaks_in_the_middle_is_told_once_and_the_reply_goes_on(
    memory: Memory, talk: str
) -> None:
    told: list[str] = []
    async with aclosing(runner(memory, ScriptedModel(["one two three four"], chunk=5)).run(talk, "Count")) as events:
        async for event in events:
            if isinstance(event, Recalled):
                (turn,) = memory._running._turns
                assert turn._journal is not None
                with open("/dev/full", "wb") as full:
                    os.dup2(full.fileno(), turn._journal._file)
            if isinstance(event, Notice):
                told.append(event.text)
    assert len(told) == 1
    assert told[0].startswith("The reply is not saved while it grows: the disk is full")
    assert (await texts(memory, talk))[-1] == "one two three four"


async def test_a_stopped_reply_the_disk_has_no_room_for_is_still_there(memory: Memory, talk: str) -> None:
    async with (
        full_disk(memory),
        aclosing(runner(memory, ScriptedModel([LONG, "x"], chunk=len(LONG))).run(talk, "Count")) as events,
    ):
        async for event in events:
            if isinstance(event, Text):
                break
    assert [message.status for message in await memory.messages(talk)] == [Status.COMPLETE, Status.CANCELLED]


async def test_a_stop_while_the_database_is_locked_says_that_nothing_was_stored(
    home: Path, memory: Memory, talk: str
) -> None:
    other = sqlite3.connect(home / "profiles" / "default" / "memory.sqlite", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    task = asyncio.create_task(run(memory, ScriptedModel(), talk, "Do not lose me"))
    await anext(memory.events())
    task.cancel()
    memory._parts.store.patience = 0.0
    with pytest.raises(StoreError, match="lock"):
        await task
    other.close()
    assert await texts(memory, talk) == []


async def test_a_reply_cut_at_the_length_limit_says_so(memory: Memory, talk: str) -> None:
    class Cut(ScriptedModel):
        async def stream(self, request: ModelRequest) -> AsyncIterator[Delta]:
            yield Delta("one two", finish="length")

    finished = (await run(memory, Cut(), talk, "Count"))[-1]
    assert isinstance(finished, Finished)
    assert "length" in finished.message.note
