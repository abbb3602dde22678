"""Short ways to a model of the loopback server."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any

from memory.ports import ChatMessage, Delta, LanguageModel, ModelRequest
from tests.loopback import Loopback
from tui.config import Config, ModelSettings, Timeouts
from tui.llm.client import LiteLLMModel
from tui.llm.spec import spec_of

SENTINEL = "sk-sentinel-5f2b9c77aa"
PATIENT = Timeouts(connect=5, first_token=10, silence=10)


def model_at(server: Loopback, waits: Timeouts = PATIENT, **settings: Any) -> LiteLLMModel:
    return model_of(ModelSettings(**{"api_base": server.url, "key": SENTINEL, **settings}), waits)


def model_of(settings: ModelSettings, waits: Timeouts = PATIENT, env: Mapping[str, str] | None = None) -> LiteLLMModel:
    config = Config(models={"tester": settings})
    return LiteLLMModel(spec_of("tester", config, env or {}), waits, env or {})


def ask(text: str = "Hello", **fields: Any) -> ModelRequest:
    return ModelRequest((ChatMessage("user", text),), **fields)


async def answer(model: LanguageModel, request: ModelRequest | None = None) -> list[Delta]:
    return [delta async for delta in model.stream(request or ask())]


def text_of(deltas: list[Delta]) -> str:
    return "".join(delta.text for delta in deltas)


def reasoning_of(deltas: list[Delta]) -> str:
    return "".join(delta.reasoning for delta in deltas)


def wait_until(done: Callable[[], bool], patience: float = 10.0) -> None:
    deadline = time.monotonic() + patience
    while not done():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.01)
