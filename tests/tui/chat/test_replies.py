from __future__ import annotations

import asyncio
from contextlib import aclosing

import pytest

from memory.errors import ModelError
from memory.ports import ModelRequest
from tests.scripted import ScriptedModel
from tui.chat.replies import deltas

REQUEST = ModelRequest(())


async def test_pieces_come_in_order_and_the_connection_is_closed() -> None:
    model = ScriptedModel(["one two three"], chunk=4)
    async with aclosing(deltas(model, REQUEST)) as pieces:
        text = "".join([delta.text async for delta in pieces if delta])
    assert text == "one two three"
    assert model.closed == 1


async def test_silence_is_told_and_loses_nothing() -> None:
    model = ScriptedModel(["one two"], chunk=4, gate=asyncio.Event())
    assert model.gate
    heard: list[str | None] = []
    async with aclosing(deltas(model, REQUEST, quiet_seconds=0.001)) as pieces:
        async for delta in pieces:
            heard.append(delta.text if delta else None)
            if heard.count(None) == 3:
                model.gate.set()
    assert "".join(text for text in heard if text) == "one two"
    assert heard.count(None) >= 3


async def test_closing_early_closes_the_connection() -> None:
    model = ScriptedModel(["one two three"], chunk=4, gate=asyncio.Event())
    async with aclosing(deltas(model, REQUEST)) as pieces:
        async for _ in pieces:
            break
    assert model.closed == 1


async def test_cancelling_the_reader_closes_the_connection() -> None:
    model = ScriptedModel(["one two three"], chunk=4, gate=asyncio.Event())
    started = asyncio.Event()

    async def read() -> None:
        async with aclosing(deltas(model, REQUEST)) as pieces:
            async for _ in pieces:
                started.set()

    task = asyncio.create_task(read())
    await asyncio.wait_for(started.wait(), 5)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert model.closed == 1


async def test_an_error_of_the_model_arrives_as_it_is() -> None:
    model = ScriptedModel([ModelError("no key", kind="auth")])
    with pytest.raises(ModelError, match="no key"):
        async with aclosing(deltas(model, REQUEST)) as pieces:
            async for _ in pieces:
                pass
