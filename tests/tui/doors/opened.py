"""A door in this process, and a visitor: real HTTP and WebSockets on this computer."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Self

import aiohttp
from aiohttp import web

from tui.doors.web.guard import Guard
from tui.doors.web.server import Door

CHAT = (sys.executable, "-m", "tui", "chat")
PATIENCE = 60.0


@dataclass(frozen=True, slots=True)
class Opened:
    door: Door
    root: str

    @property
    def guard(self) -> Guard:
        return self.door.guard


@asynccontextmanager
async def opened(*command: str) -> AsyncIterator[Opened]:
    """The door to `command`; every window has ended afterwards."""
    door = Door(command or CHAT, Guard())
    runner = web.AppRunner(await door._make_app(), access_log=None)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    host, port = runner.addresses[0][:2]
    try:
        yield Opened(door, f"http://{host}:{port}")
    finally:
        await runner.cleanup()


@asynccontextmanager
async def visiting(token: str, root: str) -> AsyncIterator[aiohttp.ClientSession]:
    """A browser that has opened the address with the token, which it keeps as a cookie."""
    jar = aiohttp.CookieJar(unsafe=True)
    async with aiohttp.ClientSession(root, cookie_jar=jar, headers={"Origin": root}) as browser:
        async with browser.get("/", params={"token": token}) as page:
            assert page.status == 200
        yield browser


class Tab:
    """A tab's WebSocket: `shown` is all it was sent to draw, `said` what the page itself is to do."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket = socket
        self.shown = ""
        self.said: list[list[object]] = []

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *error: object) -> None:
        await self._socket.close()

    async def type(self, text: str) -> None:
        await self._socket.send_json(["stdin", text])

    async def look(self) -> None:
        """As the page says it once the keyboard is on it."""
        await self._socket.send_json(["focus"])

    async def resize(self, width: int, height: int) -> None:
        await self._socket.send_json(["resize", {"width": width, "height": height}])

    async def wait_for(self, *texts: str) -> None:
        """Until all of them were drawn, in any order. What comes later is waited for anew."""
        await self._until(lambda: all(text in self.shown for text in texts), texts)
        self.shown = ""

    async def wait_for_word(self) -> list[object]:
        await self._until(lambda: bool(self.said), "a word for the page")
        return self.said.pop(0)

    async def wait_for_end(self) -> None:
        async with asyncio.timeout(PATIENCE):
            while await self._hear():
                pass

    async def _until(self, ready: object, wanted: object) -> None:
        assert callable(ready)
        try:
            async with asyncio.timeout(PATIENCE):
                while not ready():
                    assert await self._hear(), f"it ended before {wanted!r}: {self.shown[-2000:]!r}"
        except TimeoutError:
            raise AssertionError(f"{wanted!r} never came: {self.shown[-2000:]!r}") from None

    async def _hear(self) -> bool:
        message = await self._socket.receive()
        if message.type is aiohttp.WSMsgType.BINARY:
            self.shown += message.data.decode(errors="replace")
        elif message.type is aiohttp.WSMsgType.TEXT:
            self.said.append(message.json())
        else:
            return False
        return True


@asynccontextmanager
async def tab(browser: aiohttp.ClientSession, *, width: int = 100, height: int = 30) -> AsyncIterator[Tab]:
    socket = await browser.ws_connect(f"/ws?width={width}&height={height}")
    async with Tab(socket) as opened_tab:
        yield opened_tab


def playing(script: str) -> Sequence[str]:
    """A command that plays the program: it runs `script` instead."""
    return (sys.executable, "-c", script)
