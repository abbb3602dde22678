"""The door itself: Textual's server behind our guard, with a page that loads nothing from elsewhere."""

from __future__ import annotations

import asyncio
import logging
import signal
import socket
from collections.abc import Callable, Sequence
from pathlib import Path
from string import Template

from aiohttp import web
from textual_serve.server import Server, to_int

from tui.doors.web.guard import Guard
from tui.doors.web.window import ENDING_SECONDS, Window

log = logging.getLogger(__name__)
PAGE = Path(__file__).parent / "page"
LARGEST_MESSAGE = 64 * 2**20
"""Bytes; a paste is one message."""
HEARTBEAT_SECONDS = 15.0
ENDS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Door(Server):
    """Each tab is a window of the program; `command` starts one."""

    def __init__(self, command: Sequence[str], guard: Guard) -> None:
        super().__init__(command[0], title="harken")
        self.words = command
        self.guard = guard
        self.windows: set[Window] = set()
        self._page = Template((PAGE / "index.html").read_text(encoding="utf-8"))

    async def _make_app(self) -> web.Application:
        app = web.Application(middlewares=[self.guard.middleware])
        app.add_routes(
            [
                web.get("/", self._index),
                web.get("/ws", self.handle_websocket),
                web.get("/download/{key}", self.handle_download),
                web.static("/static", self.statics_path),
                web.static("/page", PAGE),
            ]
        )
        app.on_response_prepare.append(_keep_to_ourselves)
        app.on_shutdown.append(self._end_windows)
        return app

    async def _index(self, request: web.Request) -> web.Response:
        """`request.host` has passed the guard: it is a name or number of this computer."""
        text = self._page.substitute(host=request.host, font_size=to_int(request.query.get("fontsize", ""), 16))
        return web.Response(text=text, content_type="text/html")

    async def handle_websocket(self, request: web.Request) -> web.WebSocketResponse:
        socket_ = web.WebSocketResponse(heartbeat=HEARTBEAT_SECONDS, max_msg_size=LARGEST_MESSAGE)
        await socket_.prepare(request)
        window = Window(self.words, socket_, self.download_manager)
        self.windows.add(window)
        try:
            await window.start(to_int(request.query.get("width", ""), 80), to_int(request.query.get("height", ""), 24))
            await self._process_messages(socket_, window)
        finally:
            await window.stop()
            self.windows.discard(window)
        return socket_

    async def _end_windows(self, app: web.Application) -> None:
        await asyncio.gather(*(window.stop() for window in self.windows))


async def serve(door: Door, listening: socket.socket, ready: Callable[[], None]) -> None:
    """Until Ctrl+C, a polite kill or the end of the terminal; every window has ended then."""
    runner = web.AppRunner(await door._make_app(), access_log=None, shutdown_timeout=ENDING_SECONDS)
    await runner.setup()
    await web.SockSite(runner, listening).start()
    over = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in ENDS:
        if signal.getsignal(number) is not signal.SIG_IGN:  # as under nohup
            loop.add_signal_handler(number, over.set)
    try:
        ready()
        await over.wait()
    finally:
        await runner.cleanup()


async def _keep_to_ourselves(request: web.Request, response: web.StreamResponse) -> None:
    """Nothing is loaded from or told to another place, kept by the browser, or shown within a foreign page."""
    response.headers.update(
        {
            "Content-Security-Policy": (
                "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; font-src 'self';"
                f" img-src 'self' data:; connect-src 'self' ws://{request.host}; base-uri 'none'; form-action 'none';"
                " frame-ancestors 'none'"
            ),
            "Cross-Origin-Opener-Policy": "same-origin",
            "Cross-Origin-Resource-Policy": "same-origin",
            "Referrer-Policy": "no-referrer",
            "X-Content-Type-Options": "nosniff",
        }
    )
    if not request.path.startswith("/static"):
        response.headers["Cache-Control"] = "no-store"
