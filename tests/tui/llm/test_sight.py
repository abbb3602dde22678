"""Pictures, and models that take none."""

from __future__ import annotations

from typing import Any

import pytest

from memory.errors import ModelError
from memory.ports import ChatMessage, ModelRequest
from tests.loopback import Loopback, say
from tests.tui.llm.support import answer, model_at, model_of
from tui.config import ModelSettings

pytestmark = [pytest.mark.usefixtures("clean_clients"), pytest.mark.filterwarnings("ignore::DeprecationWarning")]
PICTURE: tuple[dict[str, Any], ...] = (
    {"type": "text", "text": "What is this"},
    {"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA"}},
)


async def test_a_model_that_sees_nothing_is_not_asked() -> None:
    with Loopback(say("never")) as server:
        with pytest.raises(ModelError, match="tester takes no pictures") as refused:
            await answer(model_at(server), ModelRequest((ChatMessage("user", PICTURE),)))
        assert server.requests == []
    assert "/model" in refused.value.hint


async def test_an_earlier_picture_is_left_out_for_it() -> None:
    earlier = (ChatMessage("user", PICTURE), ChatMessage("assistant", "A house"), ChatMessage("user", "Red?"))
    with Loopback(say("Yes")) as server:
        await answer(model_at(server), ModelRequest(earlier))
        assert [one["content"] for one in server.requests[0].json["messages"]] == ["What is this", "A house", "Red?"]


async def test_litellm_knows_who_sees() -> None:
    from tui.llm import bootstrap

    litellm = await bootstrap.ready()
    assert model_of(ModelSettings(model="openai/gpt-4o"))._sees(litellm)
    assert not model_of(ModelSettings(model="openai/gpt-3.5-turbo"))._sees(litellm)
    assert not model_of(ModelSettings(model="openai/no-such-model"))._sees(litellm)
