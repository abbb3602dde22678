from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import aclosing
from pathlib import Path

import pytest

from memory.errors import ModelError
from memory.ports import ChatMessage, ModelRequest
from tests.tui.llm.support import PATIENT, answer, ask, text_of, wait_until
from tui.llm import embedded_server
from tui.llm.embedded import TRAITS, EmbeddedModel
from tui.llm.embedded_server import EmbeddedServer, missing_embedded
from tui.llm.sse import EndpointError, stream_chunks

FAKE_CHILD = """
import json, os, sys, threading
sys.path.insert(0, {root!r})
from tests.loopback import *
order = json.loads(sys.stdin.readline())
server = Loopback({reply})
server.__enter__()
print(json.dumps({{"address": server.root}}), flush=True)
sys.stdin.buffer.read()
os._exit(0)
"""
STUBBORN = """
import sys, threading
sys.stdin.readline()
print('{"error": "no model here"}', flush=True)
threading.Event().wait()
"""
ROOT = str(Path(__file__).parents[3])


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        if sys.platform == "linux":
            return False
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.fixture
def fake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Puts a scripted server in the place of the real child."""
    child = tmp_path / "child.py"
    monkeypatch.setattr(embedded_server, "CHILD", child)
    monkeypatch.setattr(embedded_server, "missing_embedded", lambda: "")
    monkeypatch.setattr(embedded_server, "embedded_file", lambda: tmp_path / "no.gguf")

    def script(reply: str) -> None:
        child.write_text(FAKE_CHILD.format(root=ROOT, reply=reply), encoding="utf-8")

    return script


@pytest.fixture
def notices() -> list[str]:
    return []


@pytest.fixture
async def server(tmp_path: Path, notices: list[str]) -> AsyncIterator[EmbeddedServer]:
    server = EmbeddedServer(tmp_path / "logs" / "embedded.log", notices.append)
    yield server
    await server.stop()


@pytest.fixture
def model(server: EmbeddedServer) -> EmbeddedModel:
    return EmbeddedModel(server, PATIENT)


async def until(notices: list[str], word: str, count: int = 1) -> None:
    await asyncio.to_thread(wait_until, lambda: sum(word in told for told in notices) >= count)


def kill(server: EmbeddedServer) -> None:
    assert server.pid is not None
    os.kill(server.pid, signal.SIGKILL)


Script = Callable[[str], None]


async def test_it_starts_at_the_first_need_and_ends_with_stop(
    server: EmbeddedServer, model: EmbeddedModel, notices: list[str], fake: Script
) -> None:
    fake('say("one"), say("two")')
    assert server.pid is None
    assert text_of(await answer(model)) == "one"
    pid = server.pid
    assert pid is not None
    assert text_of(await answer(model)) == "two"
    assert server.pid == pid
    assert [told.partition(" (")[0] for told in notices] == [
        "The embedded model is loading",
        "The embedded model is ready",
    ]
    await server.stop()
    assert not alive(pid)


async def test_a_death_between_two_turns_is_mended_and_told(
    server: EmbeddedServer, model: EmbeddedModel, notices: list[str], fake: Script
) -> None:
    fake('say("one")')
    for _ in range(3):
        await answer(model)
        kill(server)
    assert notices.count("The embedded model had stopped and is started again") == 2


async def test_a_death_before_the_first_word_is_mended_once(
    server: EmbeddedServer, model: EmbeddedModel, notices: list[str], fake: Script
) -> None:
    fake("no_answer()")
    turn = asyncio.create_task(answer(model))
    for deaths in (1, 2):
        await until(notices, "ready", deaths)
        kill(server)
    with pytest.raises(ModelError, match="stopped twice") as caught:
        await turn
    assert caught.value.kind == "crashed"
    assert "embedded.log" in caught.value.hint


async def test_a_death_within_a_reply_keeps_its_words(
    server: EmbeddedServer, model: EmbeddedModel, fake: Script
) -> None:
    fake('stall("half")')
    async with aclosing(model.stream(ask())) as stream:  # type: ignore[type-var]
        assert (await anext(stream)).text == "half"
        kill(server)
        with pytest.raises(ModelError, match="in the middle") as caught:
            await anext(stream)
    assert caught.value.kind == "crashed"


async def test_two_turns_at_once_start_one_process(model: EmbeddedModel, notices: list[str], fake: Script) -> None:
    fake('say("one")')
    await asyncio.gather(answer(model), answer(model))
    assert sum("ready" in told for told in notices) == 1


async def test_a_cancelled_turn_does_not_stop_the_loading(
    model: EmbeddedModel, notices: list[str], fake: Script
) -> None:
    fake('say("one")')
    turn = asyncio.create_task(answer(model))
    await until(notices, "loading")
    turn.cancel()
    assert text_of(await answer(model)) == "one"
    assert sum("loading" in told for told in notices) == 1


@pytest.mark.usefixtures("fake")
async def test_stop_while_it_loads(server: EmbeddedServer, model: EmbeddedModel) -> None:
    embedded_server.CHILD.write_text("import sys; sys.stdin.buffer.read()", encoding="utf-8")
    turn = asyncio.create_task(answer(model))
    await asyncio.to_thread(wait_until, lambda: server.pid is not None)
    pid = server.pid
    await server.stop()
    assert pid is not None
    assert not alive(pid)
    with pytest.raises(asyncio.CancelledError):
        await turn


@pytest.mark.parametrize(
    ("code", "says"),
    [
        ("raise SystemExit(3)", "its process ended"),
        ('import sys; sys.stdin.readline(); print(\'{"error": "bad file"}\')', "bad file"),
        ('import sys; sys.stdin.readline(); print("Segmentation fault"); raise SystemExit(1)', "something else"),
    ],
)
@pytest.mark.usefixtures("fake")
async def test_a_child_that_cannot_load(model: EmbeddedModel, code: str, says: str) -> None:
    embedded_server.CHILD.write_text(code, encoding="utf-8")
    with pytest.raises(ModelError, match=says) as caught:
        await answer(model)
    assert caught.value.kind == "crashed"


@pytest.mark.usefixtures("fake")
async def test_a_process_that_can_not_be_started_is_a_plain_error(
    model: EmbeddedModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    with pytest.raises(ModelError, match="The embedded model"):
        await answer(model)


@pytest.mark.usefixtures("fake")
async def test_nothing_waits_for_a_child_that_does_not_end(
    server: EmbeddedServer, model: EmbeddedModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    embedded_server.CHILD.write_text(STUBBORN, encoding="utf-8")
    ended = threading.Event()
    end = embedded_server._end

    def slow_end(child: subprocess.Popen[bytes]) -> None:
        assert ended.wait(10), "the event loop stood still"
        end(child)

    monkeypatch.setattr(embedded_server, "STOP_PATIENCE", 0.0)
    monkeypatch.setattr(embedded_server, "_end", slow_end)
    turn = asyncio.create_task(answer(model))
    await asyncio.to_thread(wait_until, lambda: server.pid is not None)
    asyncio.get_running_loop().call_later(0.05, ended.set)
    with pytest.raises(ModelError, match="no model here"):
        await turn


async def test_what_is_missing_is_one_command(model: EmbeddedModel, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embedded_server, "missing_embedded", lambda: "pip install 'harken[local]'")
    with pytest.raises(ModelError) as caught:
        await answer(model)
    assert caught.value.kind == "no_model"
    assert caught.value.hint == "Install it with: pip install 'harken[local]'"


def test_its_own_small_window() -> None:
    assert TRAITS.block_tokens == 300
    assert TRAITS.context_tokens <= 2048
    assert not TRAITS.distils
    assert TRAITS.vendor == "this computer"


def secret_in_command_line(pid: int | None, secret: str) -> bool:
    command = Path(f"/proc/{pid}/cmdline")
    environment = Path(f"/proc/{pid}/environ")
    return any(secret.encode() in place.read_bytes() for place in (command, environment) if place.exists())


def run_killed_parent(log: Path) -> int:
    """The pid of a child whose parent killed itself."""
    command = [sys.executable, "-c", KILLED_PARENT, str(log)]
    done = subprocess.run(command, capture_output=True, timeout=60, check=False)
    assert done.returncode == -signal.SIGKILL
    return int(done.stdout)


KILLED_PARENT = """
import asyncio, os, signal, sys
from pathlib import Path
from tui.llm.embedded_server import EmbeddedServer
async def main():
    server = EmbeddedServer(Path(sys.argv[1]), lambda text: None)
    await server.endpoint()
    print(server.pid, flush=True)
    os.kill(os.getpid(), signal.SIGKILL)
asyncio.run(main())
"""


@pytest.mark.embedded
@pytest.mark.skipif(missing_embedded() != "", reason="the embedded model is not installed")
async def test_the_real_model_streams_wants_its_key_and_dies_with_its_parent(
    server: EmbeddedServer, model: EmbeddedModel, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    prompt = (ChatMessage("system", "Answer in one word."), ChatMessage("user", "What is the capital of France?"))
    deltas = await answer(model, ModelRequest(prompt, max_tokens=16))
    assert "Paris" in text_of(deltas)
    assert len([delta for delta in deltas if delta.text]) > 1
    usage = deltas[-1].usage
    assert usage is not None
    assert usage.prompt_tokens > 10
    assert usage.cost == 0.0

    endpoint = await server.endpoint()
    assert endpoint.address.startswith("http://127.0.0.1:")
    assert not secret_in_command_line(server.pid, endpoint.key)
    with pytest.raises(EndpointError) as caught:
        await anext(stream_chunks(f"{endpoint.address}/v1/chat/completions", "guess", {"messages": []}, 5))
    assert caught.value.status_code == 401

    with pytest.raises(ModelError) as too_long:
        await answer(model, ModelRequest((ChatMessage("user", "word " * 5000),), max_tokens=4))
    assert too_long.value.kind == "context"

    pid = server.pid
    await server.stop()
    assert pid is not None
    assert not alive(pid)
    assert capfd.readouterr() == ("", "")

    orphan = await asyncio.to_thread(run_killed_parent, tmp_path / "log")
    await asyncio.to_thread(wait_until, lambda: not alive(orphan))
