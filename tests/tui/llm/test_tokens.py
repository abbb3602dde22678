"""Tokens are counted as the chat model counts them, where that is known without asking anybody."""

from __future__ import annotations

import asyncio

import pytest

from memory.ports import TokenCounter
from tests.loopback import Loopback, say
from tests.tui.llm.support import answer, model_at, wait_until
from tui.llm import bootstrap
from tui.llm.client import LiteLLMModel
from tui.llm.tokens import tokens_of

pytestmark = [pytest.mark.usefixtures("clean_clients"), pytest.mark.filterwarnings("ignore::DeprecationWarning")]
BIRTHDAY = "お誕生日おめでとう"


async def counter_of(model: LiteLLMModel) -> TokenCounter:
    await asyncio.to_thread(wait_until, lambda: model.traits.counter is not None, 30.0)
    assert model.traits.counter is not None
    return model.traits.counter


@pytest.mark.parametrize(("name", "tokens"), [("gpt-4", 9), ("gpt-4o-mini", 8), ("gpt-5", 8)])
async def test_after_the_first_reply_it_counts_as_the_model_does(name: str, tokens: int) -> None:
    """The figures are those of OpenAI's cookbook."""
    with Loopback(say("Hello")) as server:
        model = model_at(server, model=f"openai/{name}")
        assert model.traits.counter is None
        await answer(model)
    assert (await counter_of(model)).count(BIRTHDAY) == tokens


@pytest.mark.parametrize(
    "name", ["anthropic/claude-opus-5-5", "openai/gpt-6-luna", "ollama/llama3", "openai/gpt-oss-20b"]
)
async def test_what_nobody_here_can_count_is_estimated(name: str) -> None:
    await bootstrap.ready()
    assert tokens_of(name) is None
