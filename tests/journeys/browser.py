"""A real browser without a window: headless Chromium, driven over its DevTools protocol."""

from __future__ import annotations

import asyncio
import base64
import json
import shutil
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

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
    "--disable-gpu",
    "--disable-software-rasterizer",
    "--remote-debugging-port=0",
)
"""Without a way to draw by itself the page writes its rows as text, which a test can read."""
SCREEN = "[...document.querySelectorAll('.xterm-rows > div')].map(row => row.innerText).join('\\n')"
SAYS = "[...document.querySelectorAll('.xterm-rows span')].find(span => span.innerText.includes(%s))"
MIDDLE = (
    "element => (place => [place.x + place.width / 2, place.y + place.height / 2])(element.getBoundingClientRect())"
)
Seen = TypeVar("Seen")
KEYS = {"Enter": 13, "Escape": 27, "Tab": 9}


def chromium() -> str | None:
    return next((found for name in NAMES if (found := shutil.which(name))), None)


async def until(look: Callable[[], Awaitable[Seen]], ready: Callable[[Seen], bool], wanted: str) -> Seen:
    """What is seen once it is ready: neither a page nor a folder tells when it changes."""
    deadline = time.monotonic() + PATIENCE
    while not ready(seen := await look()):
        assert time.monotonic() < deadline, f"never came: {wanted}; last seen: {seen}"
        await asyncio.sleep(POLL_SECONDS)
    return seen


class Tab:
    """One page. `requests` is every address that it asked for, `console` what went wrong in it."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket = socket
        self._calls: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._listener = asyncio.create_task(self._listen())
        self.requests: list[str] = []
        self.console: list[str] = []

    async def call(self, method: str, **params: Any) -> dict[str, Any]:
        number = len(self._calls)
        self._calls[number] = asyncio.get_running_loop().create_future()
        await self._socket.send_json({"id": number, "method": method, "params": params})
        return await asyncio.wait_for(self._calls[number], PATIENCE)

    async def evaluate(self, script: str) -> Any:
        """The value of `script` in the page; one that is just being opened answers nothing yet."""
        ways = {"awaitPromise": True, "returnByValue": True, "userGesture": True}
        asked = partial(self.call, "Runtime.evaluate", expression=script, **ways)
        answer = await until(asked, lambda answer: "result" in answer, script)
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

    async def click(self, text: str) -> None:
        """On the middle of the piece of the screen that says `text` in one style."""
        await self._click(SAYS % json.dumps(text))

    async def click_on(self, selector: str) -> None:
        """On what stands on the page outside of the program's screen, once it is there."""
        found = f"document.querySelector({json.dumps(selector)})"
        await until(lambda: self.evaluate(f"{found}.checkVisibility()"), bool, selector)
        await self._click(found)

    async def _click(self, element: str) -> None:
        x, y = await self.evaluate(f"(({MIDDLE})({element}))")
        for kind in ("mouseMoved", "mousePressed", "mouseReleased"):
            await self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    async def screen(self) -> str:
        return str(await self.evaluate(SCREEN)).replace("\xa0", " ")

    async def wait_for(self, *texts: str) -> str:
        """The screen, as soon as it shows them all."""
        return await until(
            self.screen, lambda screen: all(text in screen for text in texts), f"{texts}, {self.console}"
        )

    async def resize(self, width: int, height: int) -> None:
        """In pixels."""
        await self.call(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False
        )

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
        if method == "Network.requestWillBeSent":
            self.requests.append(params["request"]["url"])
        elif method == "Network.webSocketCreated":
            self.requests.append(params["url"])
        elif method == "Runtime.exceptionThrown":
            self.console.append(str(params["exceptionDetails"]))
        elif method == "Log.entryAdded":
            self.console.append(params["entry"]["text"])


class Browser:
    def __init__(self, root: str, session: aiohttp.ClientSession) -> None:
        self._root = root
        self._session = session

    async def new_tab(self) -> Tab:
        async with self._session.put(f"{self._root}/json/new?about:blank") as answer:
            where = (await answer.json())["webSocketDebuggerUrl"]
        return Tab(await self._session.ws_connect(where, max_msg_size=0))

    async def addresses(self) -> list[str]:
        """Those of all tabs."""
        async with self._session.get(f"{self._root}/json/list") as answer:
            return [one["url"] for one in await answer.json() if one["type"] == "page"]


@asynccontextmanager
async def browsing(program: str, folder: Path, *flags: str) -> AsyncIterator[Browser]:
    """The browser with a profile of its own in `folder`."""
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
        port = await _port(folder)
        async with aiohttp.ClientSession() as session:
            yield Browser(f"http://127.0.0.1:{port}", session)
    finally:
        with suppress(ProcessLookupError):
            process.terminate()
        await process.wait()


async def _port(folder: Path) -> int:
    """The browser writes it down: in the first line, once it listens."""

    async def said() -> list[str]:
        file = folder / "DevToolsActivePort"
        return file.read_text(encoding="ascii").splitlines() if file.exists() else []

    return int((await until(said, bool, "the port of the browser"))[0])
