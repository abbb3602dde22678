"""Whole turns with a server that does everything but answer: what the user reads, and what is left afterwards."""

from __future__ import annotations

import asyncio
import os
import stat
from collections.abc import Iterator
from contextlib import aclosing
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from memory.engine import Memory
from memory.types import Message, Status
from tests.loopback import (
    HTML_502,
    HangUp,
    Hold,
    Loopback,
    Reply,
    body,
    chunk,
    ending,
    event,
    fail,
    hang_up,
    no_answer,
    say,
    stall,
)
from tests.tui.chat.test_turns import runner
from tests.tui.cli.calling import own_log_handlers
from tests.tui.llm.support import PATIENT, SENTINEL, model_at
from tui.chat.events import Failed, Finished, Retrying, TurnEvent
from tui.chat.export import to_json, to_markdown
from tui.cli.logs import log_to_file
from tui.config import Timeouts

pytestmark = [pytest.mark.usefixtures("clean_clients"), pytest.mark.filterwarnings("ignore::DeprecationWarning")]
LEAK = f"no luck with https://host/v1?key={SENTINEL} and Authorization: Bearer {SENTINEL}"
HALF = chunk(content="Half a ")
TOOL = chunk(tool_calls=[{"index": 0, "id": "c1", "type": "function", "function": {"name": "rm", "arguments": "{}"}}])
NO_START = replace(PATIENT, first_token=0.3)
NO_END = replace(PATIENT, silence=0.3)
NO_HANDSHAKE = replace(PATIENT, connect=0.3)

TRY = "Try again"
OTHER = "or choose another model: /model in the chat, --model on the command line"
ADDRESS = "Try again, or check models.tester.api_base: it often ends in /v1"
WHO = "tester on this computer"
LOST = f"The connection to {WHO} was lost"
NOTHING = f"{WHO} sent an empty reply, or nothing that could be read"
NO_REPLY = f"{WHO} sent something that is not a reply"
PAUSE = f"{WHO} asks for a pause"


@dataclass(frozen=True)
class Case:
    """What the server does, what the user reads of it and what to do about it, and what is kept of the reply."""

    reply: Reply
    says: str
    hint: str = TRY
    kept: str = ""
    waits: Timeouts = PATIENT
    scheme: str = "http"


FAILURES = {
    "it never answers": Case(
        no_answer(),
        "tester did not begin to answer: no word for 0.3 s",
        "Try again, or allow more time with chat.timeouts.first_token",
        waits=NO_START,
    ),
    "it sends signs of life and no word": Case(
        Reply((b": ping\n\n", chunk(content=""), Hold())),
        "tester did not begin to answer: no word for 0.3 s",
        "Try again, or allow more time with chat.timeouts.first_token",
        waits=NO_START,
    ),
    "it stalls within the reply": Case(
        stall("Half a "),
        "tester stopped in the middle: no word for 0.3 s",
        "Try again, or allow more time with chat.timeouts.silence",
        "Half a ",
        NO_END,
    ),
    "it stalls in the handshake": Case(
        no_answer(),
        "this computer did not answer the connection in time",
        "Check the network, or allow more time with chat.timeouts.connect",
        waits=NO_HANDSHAKE,
        scheme="https",
    ),
    "it hangs up at once": Case(Reply((HangUp(),), silent_start=True), LOST),
    "it hangs up after its first line": Case(hang_up(), NOTHING, ADDRESS),
    "it hangs up within the reply": Case(hang_up("Half a "), LOST, kept="Half a "),
    "half a chunk": Case(Reply((HALF, chunk(content="reply")[:30])), LOST, kept="Half a "),
    "less than it promised": Case(
        Reply((HALF,), headers={"content-type": "text/event-stream", "content-length": "9999"}), LOST, kept="Half a "
    ),
    "broken pieces": Case(
        Reply((b"zz\r\nno chunk",), headers={"content-type": "text/event-stream", "transfer-encoding": "chunked"}), LOST
    ),
    "broken compression": Case(
        Reply((b"no gzip",), headers={"content-type": "text/event-stream", "content-encoding": "gzip"}),
        NO_REPLY,
        ADDRESS,
    ),
    "broken JSON": Case(Reply((event(b'{"choices": ['),)), NO_REPLY, ADDRESS),
    "broken JSON within the reply": Case(Reply((HALF, event(b'{"choices": [}'))), NO_REPLY, TRY, "Half a "),
    "a list": Case(Reply((event([1, 2]),)), NO_REPLY, ADDRESS),
    "a text": Case(Reply((event("hi"),)), NO_REPLY, ADDRESS),
    "choices of another kind": Case(Reply((event({"choices": "x"}),)), NO_REPLY, ADDRESS),
    "a piece of another kind": Case(Reply((event({"choices": [{"delta": "x"}]}),)), NO_REPLY, ADDRESS),
    "bytes that are no text": Case(
        Reply((b'data: {"choices":[{"index":0,"delta":{"content":"\xff\xfe"}}]}\n\n',)), NO_REPLY, ADDRESS
    ),
    "JSON of something else": Case(body(b'{"hello": 1}'), NOTHING, ADDRESS),
    "a web page": Case(body(HTML_502, 200, "text/html"), NOTHING, ADDRESS),
    "a web page and 502": Case(
        body(HTML_502, 502, "text/html"), f"{WHO} is overloaded or down (502)", "Try again in 10 s"
    ),
    "nothing": Case(Reply(()), NOTHING, ADDRESS),
    "an end and nothing before it": Case(Reply((event(b"[DONE]"),)), NOTHING, ADDRESS),
    "spaces": Case(say("  \n "), "tester sent an empty reply", "Send it again"),
    "a tool": Case(
        Reply((TOOL, *ending("tool_calls"))),
        "tester asked for a tool instead of answering",
        f"Send it again, {OTHER}",
    ),
    "a filter": Case(
        Reply(ending("content_filter")), "tester was stopped by its content filter", f"Change the message, {OTHER}"
    ),
    "400": Case(
        fail(400, LEAK),
        f"{WHO} could not answer: no luck with https://host/v1?key=[key] and Authorization: Bearer [key]",
        f"Try again, {OTHER}",
    ),
    "400, too long": Case(
        fail(400, "This model's maximum context length is 8192 tokens", code="context_length_exceeded"),
        "This message is too long for tester",
        "Send less at once, or choose a model with a larger window: /model in the chat, --model on the command line",
    ),
    "401": Case(fail(401, LEAK), f"{WHO} does not accept the key for tester", "Check models.tester.key in config.toml"),
    "402": Case(fail(402, LEAK), f"The account at {WHO} has no credit", f"Add credit there, {OTHER}"),
    "403": Case(
        fail(403, LEAK), f"{WHO} does not allow this key to use tester", "Check models.tester.key in config.toml"
    ),
    "404": Case(
        fail(404, LEAK), f"{WHO} has no model tester", "Check its name and the address, which often ends in /v1"
    ),
    "422": Case(
        fail(422, LEAK), f"{WHO} could not answer: the request was refused as it is (422)", f"Try again, {OTHER}"
    ),
    "429": Case(fail(429, LEAK), PAUSE, "Try again in 10 s"),
    "429 and a time": Case(fail(429, LEAK, retry_after="30"), PAUSE, "Try again in 30 s"),
    "429 and a long time": Case(fail(429, LEAK, retry_after="3000"), PAUSE, "Try again in 50 min"),
    "429 and no time anybody waits": Case(fail(429, LEAK, retry_after="9" * 400), PAUSE, "Try again in 24 h"),
    "429 and a date far away": Case(
        fail(429, LEAK, retry_after="Mon, 01 Jan 2035 00:00:00 GMT"), PAUSE, "Try again in 24 h"
    ),
    "429 and nonsense": Case(fail(429, LEAK, retry_after="soon"), PAUSE, "Try again in 10 s"),
    "429 within the reply": Case(
        Reply((HALF, event({"error": {"message": LEAK, "code": 429}}))), PAUSE, "Try again in 10 s", "Half a "
    ),
    "500": Case(fail(500, LEAK), f"{WHO} is overloaded or down (500)", "Try again in 10 s"),
    "529": Case(fail(529, "Overloaded"), f"{WHO} is overloaded or down (529)", "Try again in 10 s"),
    "overload within the reply": Case(
        Reply((HALF, event({"error": {"message": "Overloaded", "type": "overloaded_error"}}))),
        f"{WHO} is overloaded",
        "Try again in 10 s",
        "Half a ",
    ),
    "an error within the reply": Case(
        Reply((HALF, event({"error": {"message": LEAK, "type": "server_error"}}))),
        f"{WHO} could not answer: no luck with https://host/v1?key=[key] and Authorization: Bearer [key]",
        f"Try again, {OTHER}",
        "Half a ",
    ),
}

NOTED = {
    "only thoughts": (
        Reply((chunk(reasoning_content="hm yes"), *ending())),
        "",
        "The model thought and gave no answer",
    ),
    "a thought that never ends": (
        say("<think>hm yes"),
        "",
        "The model thought and gave no answer",
    ),
    "words and a tool": (
        Reply((chunk(content="Let me look"), TOOL, *ending("tool_calls"))),
        "Let me look",
        "The model asked for a tool, and harken has none for it",
    ),
    "its limit": (
        say("Half a ", finish="length"),
        "Half a ",
        "The reply reached the model's length limit",
    ),
    "its filter": (say("Half a ", finish="content_filter"), "Half a ", "The provider's content filter ended the reply"),
    "its own errors as words": (
        say("Incorrect API key provided: ", SENTINEL[:7], SENTINEL[7:], ", try"),
        "Incorrect API key provided: [key], try",
        "",
    ),
    "a reply that ends like the key begins": (say("Oh ", "yes"), "Oh yes", ""),
}


@pytest.fixture(autouse=True)
def log(home: Path) -> Iterator[None]:
    with own_log_handlers():
        log_to_file(home / "logs")
        yield


@dataclass
class Ended:
    """What a turn leaves: its events and the conversation."""

    events: list[TurnEvent]
    messages: list[Message]


async def turn(memory: Memory, talk: str, reply: Reply, waits: Timeouts = PATIENT, scheme: str = "http") -> Ended:
    """One turn with a server that gives `reply`; nothing is left of the connection or shown of the key."""
    before = sockets()
    with Loopback(reply) as server:
        model = model_at(server, waits, api_base=f"{scheme}://127.0.0.1:{server.port}/v1")
        async with aclosing(runner(memory, model).run(talk, "Hello")) as events:
            seen = [event async for event in events]
        await asyncio.to_thread(server.wait_until_left)
    assert sockets() == before
    ended = Ended(seen, await memory.messages(talk))
    conversation = await memory.conversation(talk)
    shown = [repr(ended), to_markdown(conversation, ended.messages), to_json(conversation, ended.messages)]
    assert SENTINEL not in "".join(shown)
    return ended


def sockets() -> int:
    """How many this process has open."""

    def is_socket(number: str) -> bool:
        try:
            return stat.S_ISSOCK(os.fstat(int(number)).st_mode)
        except OSError:  # the listing itself was open
            return False

    return sum(map(is_socket, os.listdir("/dev/fd")))


def assert_no_key_in_files(home: Path) -> None:
    files = [path for path in home.rglob("*") if path.is_file()]
    assert len(files) > 1
    assert [path for path in files if SENTINEL.encode() in path.read_bytes()] == []


@pytest.mark.parametrize("case", FAILURES.values(), ids=FAILURES)
async def test_a_failure_is_told_plainly_and_leaves_nothing_but_what_came(
    case: Case, memory: Memory, talk: str, home: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    ended = await turn(memory, talk, case.reply, case.waits, case.scheme)
    failed = ended.events[-1]
    assert isinstance(failed, Failed)
    assert (failed.line, failed.hint) == (case.says, case.hint)
    assert failed.given_back == ("" if case.kept else "Hello")
    kept = [("Half a ", Status.FAILED, f"{case.says}. {case.hint}")] if case.kept else []
    assert [(one.text, one.status, one.note) for one in ended.messages[1:]] == kept
    assert_no_key_in_files(home)
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(("reply", "text", "note"), NOTED.values(), ids=NOTED)
async def test_a_reply_that_is_no_whole_answer_says_so(
    reply: Reply, text: str, note: str, memory: Memory, talk: str, home: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    ended = await turn(memory, talk, reply)
    assert isinstance(ended.events[-1], Finished)
    assert [(one.text, one.status, one.note) for one in ended.messages[1:]] == [(text, Status.COMPLETE, note)]
    assert_no_key_in_files(home)
    assert capfd.readouterr() == ("", "")


async def test_a_pause_that_the_server_asks_for_is_made_and_the_reply_comes(memory: Memory, talk: str) -> None:
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    with Loopback(fail(429, "slow down", retry_after="2"), say("Here I am.")) as server:
        patient = replace(runner(memory, model_at(server)), patient=True, sleep=sleep)
        async with aclosing(patient.run(talk, "Hello")) as events:
            seen = [event async for event in events]
        await asyncio.to_thread(server.wait_until_left)
    assert [(one.reason, one.seconds) for one in seen if isinstance(one, Retrying)] == [(PAUSE, 2.0), (PAUSE, 1.0)]
    assert sum(slept) == 2.0
    assert [message.text for message in await memory.messages(talk)] == ["Hello", "Here I am."]
