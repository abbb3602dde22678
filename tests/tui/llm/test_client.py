from __future__ import annotations

import asyncio
from contextlib import aclosing

import pytest

from memory.errors import ModelError
from memory.ports import ChatMessage, ModelRequest
from memory.types import Usage
from tests.loopback import Hold, Loopback, Reply, chunk, ending, fail, no_answer, say, stall
from tests.tui.llm.support import PATIENT, SENTINEL, answer, ask, model_at, model_of, reasoning_of, text_of
from tui.config import ModelSettings, Timeouts
from tui.llm import bootstrap

# litellm reads deprecated attributes of its own objects with every chunk.
pytestmark = [pytest.mark.usefixtures("clean_clients"), pytest.mark.filterwarnings("ignore::DeprecationWarning")]
HASTY = Timeouts(connect=5, first_token=0.3, silence=0.3)


async def test_a_reply_streams_and_ends_with_usage_and_reason() -> None:
    with Loopback(say("Hel", "lo", usage=(7, 3))) as server:
        deltas = await answer(model_at(server, price_in=1000.0, price_out=2000.0))
    assert [delta.text for delta in deltas[:2]] == ["Hel", "lo"]
    assert deltas[-1].finish == "stop"
    assert deltas[-1].usage == Usage(7, 3, cost=0.013)


async def test_words_arrive_before_the_reply_is_over() -> None:
    with Loopback(Reply((chunk(content="first"), Hold(), chunk(content=" last"), *ending()))) as server:
        async with aclosing(model_at(server).stream(ask())) as stream:  # type: ignore[type-var]
            assert (await anext(stream)).text == "first"
            server.release()
            assert text_of([delta async for delta in stream]) == " last"


async def test_the_same_word_many_times_is_a_reply_like_any_other() -> None:
    with Loopback(say(*["yes "] * 150)) as server:
        assert text_of(await answer(model_at(server))) == "yes " * 150


async def test_a_reply_cut_at_its_limit_says_so() -> None:
    with Loopback(say("a", finish="length")) as server:
        assert (await answer(model_at(server)))[-1].finish == "length"


async def test_the_request_carries_key_limits_and_schema() -> None:
    schema = {
        "type": "object",
        "properties": {"a": {"type": "string"}},
        "required": ["a"],
        "additionalProperties": False,
    }
    with Loopback(say("{}")) as server:
        await answer(model_at(server, json_schema=True), ask(max_tokens=9, temperature=0.5, schema=schema))
        await answer(model_at(server), ask(schema=schema))
        first, second = server.requests
    assert first.headers["authorization"] == f"Bearer {SENTINEL}"
    assert first.json["messages"] == [{"role": "user", "content": "Hello"}]
    assert (first.json["max_tokens"], first.json["temperature"]) == (9, 0.5)
    assert first.json["response_format"]["json_schema"] == {"name": "reply", "schema": schema, "strict": True}
    assert "response_format" not in second.json
    assert first.json["model"] == "tester"


async def test_the_users_parameters_go_before_those_of_the_call() -> None:
    with Loopback(say("Fine")) as server:
        await answer(model_at(server), ask(temperature=0.5, parameters={"temperature": 0.9, "seed": 7}))
        (sent,) = server.requests
    assert (sent.json["temperature"], sent.json["seed"]) == (0.9, 7)


async def test_a_parameter_that_the_model_does_not_take_is_refused_before_the_call(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    litellm = await bootstrap.ready()
    monkeypatch.setattr(litellm, "get_supported_openai_params", lambda model: ["temperature"])
    with Loopback(say("Fine")) as server:
        with pytest.raises(ModelError, match="takes no seed") as refused:
            await answer(model_at(server), ask(parameters={"seed": 7}))
        assert server.requests == []
    assert refused.value.hint == "/set seed none"


async def test_images_go_as_content_parts() -> None:
    picture = {"type": "image_url", "image_url": {"url": "data:image/png;base64,AA=="}}
    with Loopback(say("a cat")) as server:
        await answer(
            model_at(server, vision=True),
            ModelRequest((ChatMessage("user", ({"type": "text", "text": "?"}, picture)),)),
        )
        assert server.requests[0].json["messages"][0]["content"][1] == picture


async def test_a_server_of_the_settings_without_a_key_never_gets_a_vendors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", SENTINEL)
    with Loopback(say("hi")) as server:
        await answer(model_of(ModelSettings(model="openai/x", api_base=server.url), env={"OPENAI_API_KEY": SENTINEL}))
        assert SENTINEL not in str(server.requests[0].headers)


@pytest.mark.parametrize(
    "pieces",
    [
        (chunk(reasoning_content="hm "), chunk(reasoning_content="yes"), chunk(content="Answer")),
        (chunk(content="<think>hm yes</think>\n\nAnswer"),),
        (
            chunk(content="<th"),
            chunk(content="ink>\nhm"),
            chunk(content=" yes</thi"),
            chunk(content="nk>Ans"),
            chunk(content="wer"),
        ),
    ],
    ids=["field", "tags", "split tags"],
)
async def test_reasoning_is_told_apart_in_every_shape(pieces: tuple[bytes, ...]) -> None:
    with Loopback(Reply((*pieces, *ending()))) as server:
        deltas = await answer(model_at(server))
    assert (reasoning_of(deltas), text_of(deltas)) == ("hm yes", "Answer")


async def test_closing_the_iterator_closes_the_connection() -> None:
    with Loopback(stall("a", "b")) as server:
        async with aclosing(model_at(server).stream(ask())) as stream:  # type: ignore[type-var]
            await anext(stream)
        await asyncio.to_thread(server.wait_for_aborts)


@pytest.mark.parametrize("reply", [no_answer(), stall("a")], ids=["before the answer", "within it"])
async def test_cancelling_the_task_closes_the_connection(reply: Reply) -> None:
    with Loopback(reply) as server:
        task = asyncio.create_task(answer(model_at(server)))
        await asyncio.to_thread(server.wait_for_requests)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        await asyncio.to_thread(server.wait_for_aborts)


async def test_fifty_cancelled_replies_leave_no_connection() -> None:
    with Loopback(stall("a")) as server:
        for _ in range(50):
            async with aclosing(model_at(server).stream(ask())) as stream:  # type: ignore[type-var]
                await anext(stream)
        await asyncio.to_thread(server.wait_for_aborts, 50)


@pytest.mark.parametrize(
    ("reply", "words", "setting"),
    [
        (no_answer(), "", "first_token"),
        (Reply((chunk(content=""), Hold())), "", "first_token"),
        (stall("half"), "half", "silence"),
        (stall("half", SENTINEL[:6]), f"half{SENTINEL[:6]}", "silence"),
    ],
    ids=["no byte", "no word", "mid reply", "at what may become a key"],
)
async def test_a_silent_server_is_given_up(reply: Reply, words: str, setting: str) -> None:
    came: list[str] = []
    with Loopback(reply) as server:
        with pytest.raises(ModelError) as caught:
            async for delta in model_at(server, HASTY).stream(ask()):
                came.append(delta.text)
        await asyncio.to_thread(server.wait_for_aborts)
    assert "".join(came) == words
    assert caught.value.kind == "timeout"
    assert setting in caught.value.hint


async def test_keep_alives_are_no_words() -> None:
    reply = Reply((chunk(content="a"), chunk(content=""), chunk(), Hold()))
    with Loopback(reply) as server, pytest.raises(ModelError) as caught:
        await answer(model_at(server, HASTY))
    assert caught.value.kind == "timeout"


async def test_nothing_is_retried_behind_our_back() -> None:
    with Loopback(fail(500, "no"), say("yes")) as server:
        with pytest.raises(ModelError):
            await answer(model_at(server))
        assert len(server.requests) == 1
        assert text_of(await answer(model_at(server))) == "yes"


async def test_not_one_byte_reaches_the_screen(capfd: pytest.CaptureFixture[str]) -> None:
    with Loopback(say("hi")) as server:
        await answer(model_at(server))
        with pytest.raises(ModelError):
            await answer(model_of(ModelSettings(model="nobody-serves-this")))
    assert capfd.readouterr() == ("", "")


async def test_the_price_of_an_own_endpoint_is_unknown_and_local_is_free() -> None:
    with Loopback(say("hi")) as server:
        assert (await answer(model_at(server)))[-1].usage == Usage(7, 3, cost=0.0)
    model = model_of(ModelSettings(model="openai/x", api_base="http://far.example/v1"), PATIENT)
    assert model._cost(Usage(7, 3), None) is None
