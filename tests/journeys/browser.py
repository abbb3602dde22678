"""A real browser without a window: headless Chromium, driven over its DevTools protocol."""

from __future__ import annotations

import asyncio
import base64
import json
import shutil
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import aiohttp

PATIENCE = 60.0
POLL_SECONDS = 0.05
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--no-first-run",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--remote-debugging-port=0",
)
KEYS = {"Enter": 13, "Escape": 27, "Tab": 9}


def chromium() -> str | None:
    return next((found for name in NAMES if (found := shutil.which(name))), None)


class Tab:
    """One page. `frames` is all that its WebSocket has received, `requests` every address that it asked for."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket = socket
        self._calls: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._listener = asyncio.create_task(self._listen())
        self.frames = b""
        self.requests: list[str] = []
        self.console: list[str] = []

    async def call(self, method: str, **params: Any) -> dict[str, Any]:
        number = len(self._calls)
        self._calls[number] = asyncio.get_running_loop().create_future()
        await self._socket.send_json({"id": number, "method": method, "params": params})
        return await asyncio.wait_for(self._calls[number], PATIENCE)

    async def evaluate(self, script: str) -> Any:
        answer = await self.call(
            "Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True, userGesture=True
        )
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    async def open(self, address: str) -> None:
        for domain in ("Page", "Network", "Runtime", "Log"):
            await self.call(f"{domain}.enable")
        await self.call("Page.navigate", url=address)

    async def type(self, text: str) -> None:
        for char in text:
            await self.call("Input.dispatchKeyEvent", type="char", text=char)

    async def press(self, key: str) -> None:
        code = KEYS[key]
        named = {"key": key, "code": key, "windowsVirtualKeyCode": code}
        await self.call("Input.dispatchKeyEvent", type="rawKeyDown", **named)
        await self.call("Input.dispatchKeyEvent", type="char", text=chr(code), **named)
        await self.call("Input.dispatchKeyEvent", type="keyUp", **named)

    async def wait_for(self, ready: Callable[[], bool], what: str) -> None:
        try:
            async with asyncio.timeout(PATIENCE):
                while not ready():  # noqa: ASYNC110 - what a page shows tells nobody that it changed
                    await asyncio.sleep(POLL_SECONDS)
        except TimeoutError:
            raise AssertionError(
                f"{what}; the console says {self.console}, the end is {self.frames[-2000:]!r}"
            ) from None

    async def picture(self) -> bytes:
        """A PNG."""
        return base64.b64decode((await self.call("Page.captureScreenshot", format="png"))["data"])

    async def close(self) -> None:
        await self.call("Page.close")
        self._listener.cancel()

    async def _listen(self) -> None:
        async for message in self._socket:
            said = json.loads(message.data)
            if "id" in said:
                self._calls[said["id"]].set_result(said.get("result") or said.get("error") or {})
            else:
                self._hear(said["method"], said["params"])

    def _hear(self, method: str, params: dict[str, Any]) -> None:
        if method == "Network.webSocketFrameReceived":
            frame = params["response"]
            data = frame["payloadData"]
            self.frames += base64.b64decode(data) if frame["opcode"] == 2 else data.encode()
        elif method == "Network.requestWillBeSent":
            self.requests.append(params["request"]["url"])
        elif method == "Network.webSocketCreated":
            self.requests.append(params["url"])
        elif method == "Runtime.exceptionThrown":
            self.console.append(str(params["exceptionDetails"]))
        elif method == "Log.entryAdded":
            self.console.append(params["entry"]["text"])


@asynccontextmanager
async def browsing(program: str, folder: Path, *flags: str) -> AsyncIterator[Callable[[], Any]]:
    """The browser with a profile of its own; what is given opens a tab."""
    process = await asyncio.create_subprocess_exec(
        program,
        *FLAGS,
        *flags,
        f"--user-data-dir={folder}",
        "about:blank",
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        root = f"http://127.0.0.1:{await _port(folder)}"
        async with aiohttp.ClientSession() as session:

            async def new_tab() -> Tab:
                async with session.put(f"{root}/json/new?about:blank") as answer:
                    where = (await answer.json())["webSocketDebuggerUrl"]
                return Tab(await session.ws_connect(where, max_msg_size=0))

            yield new_tab
    finally:
        with suppress(ProcessLookupError):
            process.terminate()
        await process.wait()


async def _port(folder: Path) -> int:
    said = folder / "DevToolsActivePort"
    async with asyncio.timeout(PATIENCE):
        while not (said.exists() and (text := said.read_text(encoding="ascii"))):  # noqa: ASYNC110
            await asyncio.sleep(POLL_SECONDS)
    return int(text.splitlines()[0])
