"""A small OpenAI-style server on 127.0.0.1 that says and breaks what a test tells it to."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

PATIENCE: Final = 10.0
HTML_502: Final = b"<html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>"


class Hold:
    """A step at which the server says nothing until the client leaves or `Loopback.release` is called."""


class HangUp:
    """A step at which the server drops the connection in the middle of the reply."""


Step = bytes | Hold | HangUp


@dataclass(frozen=True, slots=True)
class Reply:
    """One scripted answer; with `silent_start` not even the status line comes before the first `Hold` ends."""

    steps: tuple[Step, ...]
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=lambda: {"content-type": "text/event-stream"})
    silent_start: bool = False


@dataclass(frozen=True, slots=True)
class Request:
    """What the client sent; header names are lower case."""

    method: str
    path: str
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


def event(payload: object) -> bytes:
    return b"data: " + (payload if isinstance(payload, bytes) else json.dumps(payload).encode()) + b"\n\n"


def chunk(**delta: Any) -> bytes:
    """One streamed piece, for example `chunk(content="Hi")` or `chunk(reasoning_content="hm")`."""
    return event(_frame([{"index": 0, "delta": {"role": "assistant", **delta}, "finish_reason": None}]))


def ending(finish: str = "stop", usage: tuple[int, int] | None = (7, 3)) -> tuple[bytes, ...]:
    """The last pieces: the finish reason, the usage (prompt and completion tokens) and the end mark."""
    steps = [event(_frame([{"index": 0, "delta": {}, "finish_reason": finish}]))]
    if usage:
        prompt, completion = usage
        counts = {"prompt_tokens": prompt, "completion_tokens": completion, "total_tokens": prompt + completion}
        steps.append(event({**_frame([]), "usage": counts}))
    return (*steps, event(b"[DONE]"))


def say(*texts: str, finish: str = "stop", usage: tuple[int, int] | None = (7, 3)) -> Reply:
    return Reply((*(chunk(content=text) for text in texts), *ending(finish, usage)))


def stall(*texts: str) -> Reply:
    """The pieces `texts`, then silence."""
    return Reply((*(chunk(content=text) for text in texts), Hold()))


def no_answer() -> Reply:
    """A server that takes the request and sends not one byte."""
    return Reply((Hold(),), silent_start=True)


def hang_up(*texts: str) -> Reply:
    return Reply((*(chunk(content=text) for text in texts), HangUp()))


def body(raw: bytes, status: int = 200, content_type: str = "application/json", **headers: str) -> Reply:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Reply((raw,), status, {"content-type": content_type, **named})


def fail(status: int, message: str, *, code: str = "", **headers: str) -> Reply:
    error = {"message": message, "type": code or "error", "code": code or None}
    return body(json.dumps({"error": error}).encode(), status, **headers)


def _frame(choices: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    return {
        "id": "reply-1",
        "object": "chat.completion.chunk",
        "created": 1,
        "model": "loopback",
        "choices": list(choices),
    }


def configure(home: Path, server: Loopback) -> None:
    """Settings that name the server as the model; nothing is learnt unless asked for."""
    home.mkdir(parents=True, exist_ok=True)
    (home / "config.toml").write_text(
        f'[chat]\nmodel = "local"\n[models.local]\nmodel = "openai/x"\napi_base = "{server.url}"\n'
        '[memory]\nembedding_model = "none"\nlearn = "manual"\n',
        encoding="utf-8",
    )


class Loopback:
    """The server, in a thread of its own. Replies are used in order; the last one stays.

    `routes` answer fixed paths. `requests` and `aborts` tell what came and how often a client left before the end,
    `open` how many connections a client has not closed.
    """

    def __init__(self, *replies: Reply) -> None:
        self.replies: list[Reply] = list(replies)
        self.routes: dict[str, Reply] = {}
        self.requests: list[Request] = []
        self.aborts = 0
        self.open = 0
        self.port = 0
        self._changed = threading.Condition()
        self._loop = asyncio.new_event_loop()
        self._released: asyncio.Event
        self._thread = threading.Thread(target=self._run, name="loopback", daemon=True)

    @property
    def root(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def url(self) -> str:
        return f"{self.root}/v1"

    def __enter__(self) -> Self:
        self._thread.start()
        self._wait(lambda: self.port > 0)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(PATIENCE)

    def release(self) -> None:
        """Let every reply that stands at a `Hold` go on."""
        self._loop.call_soon_threadsafe(self._released.set)

    def wait_for_requests(self, count: int = 1) -> None:
        self._wait(lambda: len(self.requests) >= count)

    def wait_for_aborts(self, count: int = 1) -> None:
        self._wait(lambda: self.aborts >= count)

    def wait_until_left(self) -> None:
        """Until every client has closed its side."""
        self._wait(lambda: self.open == 0)

    def _wait(self, ready: Callable[[], bool]) -> None:
        with self._changed:
            if not self._changed.wait_for(ready, PATIENCE):
                raise TimeoutError("the loopback server waited in vain")

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._released = asyncio.Event()
        server = self._loop.run_until_complete(asyncio.start_server(self._serve, "127.0.0.1", 0))
        self._note(lambda: setattr(self, "port", server.sockets[0].getsockname()[1]))
        self._loop.run_forever()
        server.close()
        tasks = asyncio.all_tasks(self._loop)
        for task in tasks:
            task.cancel()
        self._loop.run_until_complete(asyncio.gather(*tasks, return_exceptions=True))
        self._loop.close()

    def _note(self, change: Callable[[], object]) -> None:
        with self._changed:
            change()
            self._changed.notify_all()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._note(lambda: self._count_open(1))
        try:
            request = await _read_request(reader)
            self._note(lambda: self.requests.append(request))
            await self._answer(self._reply_to(request), reader, writer)
            writer.write_eof()
            await reader.read()
        except (ConnectionError, asyncio.IncompleteReadError):
            self._note(self._count_abort)
        finally:
            writer.close()
            self._note(lambda: self._count_open(-1))

    def _reply_to(self, request: Request) -> Reply:
        if request.path in self.routes:
            return self.routes[request.path]
        return self.replies.pop(0) if len(self.replies) > 1 else self.replies[0]

    async def _answer(self, reply: Reply, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if not reply.silent_start:
            writer.write(_head(reply))
        for step in reply.steps:
            match step:
                case bytes():
                    writer.write(step)
                    await writer.drain()
                case HangUp():
                    writer.transport.abort()
                    return
                case Hold():
                    if not await self._hold(reader):
                        return
                    if reply.silent_start:
                        writer.write(_head(reply))

    async def _hold(self, reader: asyncio.StreamReader) -> bool:
        left = asyncio.ensure_future(reader.read(1))
        released = asyncio.ensure_future(self._released.wait())
        done, pending = await asyncio.wait({left, released}, return_when=asyncio.FIRST_COMPLETED)
        for task in pending:
            task.cancel()
        await asyncio.gather(*pending, return_exceptions=True)
        if left in done:
            self._note(self._count_abort)
        return left not in done

    def _count_open(self, change: int) -> None:
        self.open += change

    def _count_abort(self) -> None:
        self.aborts += 1


def _head(reply: Reply) -> bytes:
    lines = [f"HTTP/1.1 {reply.status} Scripted", *(f"{name}: {value}" for name, value in reply.headers.items())]
    return "\r\n".join([*lines, "connection: close", "", ""]).encode()


async def _read_request(reader: asyncio.StreamReader) -> Request:
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    first, *lines = head.strip().split("\r\n")
    method, path, _version = first.split(" ", 2)
    headers = {name.strip().lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    return Request(method, path, headers, await reader.readexactly(int(headers.get("content-length", "0"))))
