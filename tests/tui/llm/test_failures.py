from __future__ import annotations

import asyncio
import json
import logging
import socket
import ssl
import traceback
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest

from memory.errors import ModelError
from memory.ports import ChatMessage, ModelRequest
from tests.loopback import HTML_502, Loopback, Reply, body, chunk, event, fail, hang_up
from tests.tui.llm.support import PATIENT, SENTINEL, answer, ask, model_at, model_of
from tui.config import ModelSettings, Timeouts
from tui.llm.failures import explain
from tui.llm.faults import read_fault
from tui.llm.spec import ModelSpec, spec_of

pytestmark = [pytest.mark.usefixtures("clean_clients"), pytest.mark.filterwarnings("ignore::DeprecationWarning")]
LEAKY = f"no luck with https://host/v1?key={SENTINEL} and Authorization: Bearer {SENTINEL}"


@pytest.mark.parametrize(
    ("reply", "kind", "retries"),
    [
        pytest.param(fail(401, LEAKY), "auth", False, id="401"),
        pytest.param(fail(400, f"API key not valid: {SENTINEL}"), "auth", False, id="400 key"),
        pytest.param(fail(402, LEAKY), "billing", False, id="402"),
        pytest.param(fail(429, "quota", code="insufficient_quota"), "billing", False, id="429 quota"),
        pytest.param(fail(429, "over quota, check plan and billing details"), "rate_limit", True, id="429 free tier"),
        pytest.param(fail(400, "Your credit balance is too low"), "billing", False, id="400 credit"),
        pytest.param(fail(403, LEAKY), "auth", False, id="403"),
        pytest.param(fail(404, "no model", code="model_not_found"), "unknown_model", False, id="404"),
        pytest.param(fail(400, "maximum context length is 10 tokens"), "context", False, id="400 context"),
        pytest.param(fail(400, "the request exceeds the available context size"), "context", False, id="400 local"),
        pytest.param(fail(413, "too large"), "context", False, id="413"),
        pytest.param(fail(400, "violates our content policy"), "refused", False, id="policy"),
        pytest.param(fail(429, LEAKY, retry_after="30"), "rate_limit", True, id="429"),
        pytest.param(fail(529, "Overloaded"), "overloaded", True, id="529"),
        pytest.param(fail(500, LEAKY), "overloaded", True, id="500"),
        pytest.param(fail(503, "down"), "overloaded", True, id="503"),
        pytest.param(body(HTML_502, 502, "text/html"), "overloaded", True, id="HTML 502"),
        pytest.param(body(HTML_502, 200, "text/html"), "bad_reply", True, id="HTML 200"),
        pytest.param(body(b'{"choices": [', 200), "bad_reply", True, id="half JSON"),
        pytest.param(Reply((event(b'{"choices": ['),)), "bad_reply", True, id="half JSON event"),
        pytest.param(Reply(()), "bad_reply", True, id="nothing"),
        pytest.param(hang_up(), "bad_reply", True, id="hang-up at once"),
        pytest.param(hang_up("half"), "network", True, id="hang-up"),
        pytest.param(Reply((chunk(content="half"),)), "network", True, id="cut"),
        pytest.param(
            Reply((chunk(content="a"), event({"error": {"message": LEAKY, "code": 429}}))),
            "rate_limit",
            True,
            id="429 within the stream",
        ),
        pytest.param(fail(418, LEAKY), "other", False, id="unheard of"),
    ],
)
async def test_every_failure_is_one_plain_line_without_the_key(
    reply: Reply, kind: str, retries: bool, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.DEBUG)
    with Loopback(reply) as server, pytest.raises(ModelError) as caught:
        await answer(model_at(server))
    error = caught.value
    assert error.kind == kind
    assert error.hint
    assert "\n" not in error.line
    assert len(error.line) < 300
    assert (error.retry_after is not None) == retries
    assert SENTINEL not in error.line + caplog.text + "".join(traceback.format_exception(error))
    assert "litellm" not in error.line
    assert capfd.readouterr() == ("", "")


async def test_the_server_says_when_to_come_back() -> None:
    later = format_datetime(datetime.now(UTC) + timedelta(seconds=90), usegmt=True)
    with Loopback(fail(429, "slow", retry_after="30"), fail(429, "slow", retry_after=later)) as server:
        for low, high in ((30, 30), (60, 90)):
            with pytest.raises(ModelError) as caught:
                await answer(model_at(server))
            assert caught.value.retry_after is not None
            assert low <= caught.value.retry_after <= high


@pytest.mark.parametrize(
    ("earlier", "told"), [((), "This message is too long"), (("Hi", "Hello"), "This conversation is too long")]
)
async def test_what_is_too_long_is_named_with_what_helps(earlier: tuple[str, ...], told: str) -> None:
    roles = ("system", *("user", "assistant")[: len(earlier)], "user")
    said = tuple(ChatMessage(role, text) for role, text in zip(roles, ("Be brief", *earlier, "Long"), strict=True))
    refusal = fail(400, "maximum context length is 10 tokens")
    with Loopback(refusal) as server, pytest.raises(ModelError, match=told) as caught:
        await answer(model_at(server), ModelRequest(said))
    assert ("Begin a new one" in caught.value.hint) is bool(earlier)


async def test_connection_refused_names_the_address() -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{unused.getsockname()[1]}/v1"
        with pytest.raises(ModelError, match="Nothing answers at http://127") as caught:
            await answer(model_of(ModelSettings(api_base=address)))
    assert caught.value.kind == "network"


async def test_a_stopped_ollama_says_how_to_start_it() -> None:
    settings = ModelSettings(model="ollama/qwen3:4b", api_base="http://127.0.0.1:9")
    with pytest.raises(ModelError, match="Nothing answers") as caught:
        await answer(model_of(settings))
    assert "ollama serve" in caught.value.hint


@asynccontextmanager
async def _plain_server() -> AsyncIterator[int]:
    async def speak(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")
        writer.close()

    server = await asyncio.start_server(speak, "127.0.0.1", 0)
    async with server:
        yield server.sockets[0].getsockname()[1]


async def test_a_server_without_tls() -> None:
    async with _plain_server() as port:
        with pytest.raises(ModelError, match="secure connection") as caught:
            await answer(model_of(ModelSettings(api_base=f"https://127.0.0.1:{port}/v1")))
    assert caught.value.kind == "network"


async def test_a_server_that_never_finishes_the_handshake() -> None:
    hasty = Timeouts(connect=0.2, first_token=10, silence=10)
    with Loopback(hang_up()) as server, pytest.raises(ModelError, match="did not answer") as caught:
        await answer(model_of(ModelSettings(api_base=f"https://127.0.0.1:{server.port}/v1"), hasty))
    assert caught.value.kind == "timeout"
    assert "chat.timeouts.connect" in caught.value.hint


async def test_a_model_of_nobody() -> None:
    with pytest.raises(ModelError, match="Nobody is known to serve") as caught:
        await answer(model_of(ModelSettings(model="madeup-7b"), PATIENT))
    assert caught.value.kind == "unknown_model"


async def test_no_key_names_the_variable() -> None:
    with pytest.raises(ModelError) as caught:
        async for _ in model_of(ModelSettings(model="anthropic/claude-sonnet-5-5")).stream(ask()):
            pass
    assert caught.value.kind == "auth"
    assert "ANTHROPIC_API_KEY" in caught.value.hint


def _far() -> ModelSpec:
    from tui.config import Config

    return spec_of("openai/gpt-6-luna", Config(), {})


@pytest.mark.parametrize(
    ("cause", "says"),
    [
        (socket.gaierror(-2, "Name or service not known"), "address of OpenAI can't be found"),
        (ssl.SSLCertVerificationError("CERTIFICATE_VERIFY_FAILED"), "certificate of OpenAI can't be trusted"),
        (ConnectionResetError("reset by peer"), "connection to OpenAI was lost"),
        (json.JSONDecodeError("Expecting value", "", 0), "not a reply"),
    ],
)
def test_the_innermost_cause_decides(cause: Exception, says: str) -> None:
    outer = RuntimeError("Connection error.")
    outer.__cause__ = cause
    assert says in str(explain(outer, _far(), ask()))


def test_a_chain_that_bites_its_tail_ends() -> None:
    first, second = RuntimeError("a"), RuntimeError("b")
    first.__cause__, second.__cause__ = second, first
    assert len(read_fault(first).chain) == 2


def test_a_long_foreign_message_is_one_short_line() -> None:
    error = explain(RuntimeError("litellm.APIError: APIError: OpenAIException - " + "very\nlong " * 200), _far(), ask())
    assert "APIError" not in str(error)
    assert "\n" not in str(error)
    assert len(str(error)) < 250
