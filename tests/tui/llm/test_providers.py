"""The dialects of other vendors, through litellm: each has its own connection and its own shape of reply."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from contextlib import aclosing

import pytest

from memory.types import Usage
from tests.loopback import Hold, Loopback, Reply, Step
from tests.tui.llm.support import PATIENT, SENTINEL, answer, ask, model_of, reasoning_of, text_of
from tui.config import ModelSettings
from tui.llm.client import LiteLLMModel

pytestmark = [
    pytest.mark.usefixtures("clean_clients"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore:.*ReadOnly.*:UserWarning"),
]


def line(payload: object) -> bytes:
    return json.dumps(payload).encode() + b"\n"


def named(payload: dict[str, object]) -> bytes:
    return f"event: {payload['type']}\n".encode() + b"data: " + line(payload) + b"\n"


def ollama(*, hold: bool = False) -> Reply:
    pieces = [{"thinking": "hm", "content": ""}, {"content": "Hel"}, {"content": "lo"}]
    steps: list[Step] = [
        line({"model": "m", "message": {"role": "assistant", **piece}, "done": False}) for piece in pieces
    ]
    end = {"model": "m", "message": {"role": "assistant", "content": ""}, "done": True, "done_reason": "stop"}
    steps.append(Hold() if hold else line({**end, "prompt_eval_count": 7, "eval_count": 3}))
    return Reply(tuple(steps), headers={"content-type": "application/x-ndjson"})


def anthropic(*, hold: bool = False) -> Reply:
    start = {"id": "m", "type": "message", "role": "assistant", "content": [], "model": "m"}
    steps: list[Step] = [
        named({"type": "message_start", "message": {**start, "usage": {"input_tokens": 7, "output_tokens": 1}}}),
        named({"type": "content_block_start", "index": 0, "content_block": {"type": "thinking", "thinking": ""}}),
        named({"type": "content_block_delta", "index": 0, "delta": {"type": "thinking_delta", "thinking": "hm"}}),
        named({"type": "content_block_stop", "index": 0}),
        named({"type": "content_block_start", "index": 1, "content_block": {"type": "text", "text": ""}}),
        named({"type": "content_block_delta", "index": 1, "delta": {"type": "text_delta", "text": "Hello"}}),
    ]
    ending: list[Step] = [
        named({"type": "content_block_stop", "index": 1}),
        named({"type": "message_delta", "delta": {"stop_reason": "end_turn"}, "usage": {"output_tokens": 3}}),
        named({"type": "message_stop"}),
    ]
    return Reply(tuple(steps + ([Hold()] if hold else ending)))


def gemini(*, hold: bool = False) -> Reply:
    def piece(parts: list[dict[str, object]], **more: object) -> bytes:
        return (
            b"data: "
            + line({"candidates": [{"content": {"role": "model", "parts": parts}, "index": 0, **more}]})
            + b"\n"
        )

    usage = {"promptTokenCount": 7, "candidatesTokenCount": 3, "totalTokenCount": 10}
    last = {"candidates": [{"content": {"role": "model", "parts": [{"text": "lo"}]}, "finishReason": "STOP"}]}
    steps: list[Step] = [piece([{"text": "hm", "thought": True}]), piece([{"text": "Hel"}])]
    steps.append(Hold() if hold else b"data: " + line({**last, "usageMetadata": usage}) + b"\n")
    return Reply(tuple(steps))


DIALECTS = {"ollama/m": ollama, "anthropic/claude-m": anthropic, "gemini/gemini-m": gemini}


def model_at(server: Loopback, name: str) -> LiteLLMModel:
    return model_of(ModelSettings(model=name, api_base=server.root, key=SENTINEL), PATIENT)


@pytest.mark.parametrize("name", DIALECTS)
async def test_words_reasoning_usage_and_reason_come_through(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    with Loopback(DIALECTS[name]()) as server:
        deltas = await answer(model_at(server, name))
    assert text_of(deltas) == "Hello"
    assert reasoning_of(deltas) == "hm"
    assert deltas[-1].finish == "stop"
    assert deltas[-1].usage == Usage(7, 3, cost=0.0)
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("name", DIALECTS)
async def test_closing_the_iterator_closes_the_connection(name: str) -> None:
    with Loopback(DIALECTS[name](hold=True)) as server:
        async with aclosing(model_at(server, name).stream(ask())) as stream:  # type: ignore[type-var]
            await anext(stream)
        await asyncio.to_thread(server.wait_for_aborts)


QUIET_TURN = """
import asyncio, sys
from tests.tui.llm.support import answer, model_of
from tui.config import ModelSettings
asyncio.run(answer(model_of(ModelSettings(model=sys.argv[1], api_base=sys.argv[2], key="sk-none-at-all"))))
"""


def test_a_real_process_prints_nothing() -> None:
    with Loopback(gemini()) as server:
        command = [sys.executable, "-c", QUIET_TURN, "gemini/gemini-m", server.root]
        proxies = {"http_proxy": "http://127.0.0.1:9", "HTTP_PROXY": "http://127.0.0.1:9"}
        done = subprocess.run(command, env={**os.environ, **proxies}, capture_output=True, timeout=90, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


async def test_ollama_is_told_the_window() -> None:
    schema = {"type": "object", "properties": {}}
    with Loopback(ollama()) as server:
        await answer(model_at(server, "ollama/m"), ask(max_tokens=5, schema=schema))
        request = server.requests[0]
    assert request.path == "/api/chat"
    assert request.json["options"]["num_ctx"] == 8192
    assert request.json["options"]["num_predict"] == 5
    assert request.json["format"] == schema
