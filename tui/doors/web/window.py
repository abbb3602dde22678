"""One tab of the browser and the program behind it."""

from __future__ import annotations

import asyncio
from asyncio.subprocess import PIPE, Process
from collections.abc import Sequence

from aiohttp import web
from textual_serve.app_service import AppService
from textual_serve.download_manager import DownloadManager

from tui.safe_text import safe

DRIVER = "tui.doors.web.driver:WindowDriver"
ENDING_SECONDS = 10.0
"""The program itself gives up saving after 6 s."""
LONGEST_COMPLAINT = 4_000
NOTHING_SAID = "harken ended without a word; harken doctor may know why"


class Window(AppService):
    """Started without a shell, ended with its tab, and never left behind.

    Textual's own waits for ever for a program that hangs, keeps the tab open when one has ended, leaves one behind that
    still draws when the tab is gone, and prints on this terminal whatever the program complained about.
    """

    def __init__(self, command: Sequence[str], socket: web.WebSocketResponse, downloads: DownloadManager) -> None:
        async def close() -> None:
            await socket.close()

        super().__init__(
            command[0],
            write_bytes=socket.send_bytes,
            write_str=socket.send_str,
            close=close,
            download_manager=downloads,
        )
        self._words = command
        self._size = (80, 24)
        self._started = False
        self._seen = True

    def _build_environment(self, width: int = 80, height: int = 24) -> dict[str, str]:
        return {**super()._build_environment(width, height), "TEXTUAL_DRIVER": DRIVER}

    async def _open_app_process(self, width: int = 80, height: int = 24) -> Process:
        self._size = (width, height)
        self._process = process = await asyncio.create_subprocess_exec(
            *self._words,
            stdin=PIPE,
            stdout=PIPE,
            stderr=PIPE,
            env=self._build_environment(width, height),
            start_new_session=True,  # Ctrl+C is for the door, which ends them in peace
        )
        self._stdin = process.stdin
        return process

    async def set_terminal_size(self, width: int, height: int) -> None:
        self._size = (width, height)
        await super().set_terminal_size(width, height)

    async def stop(self) -> None:
        """The program saves and ends; one that can't is ended."""
        if self._task is None or self._process is None:
            return
        await self._download_manager.cancel_app_downloads(self.app_service_id)
        try:
            async with asyncio.timeout(ENDING_SECONDS):
                await self.send_meta({"type": "quit"})
                await asyncio.shield(self._task)
        except TimeoutError:
            self._process.kill()
            await self._task

    async def run(self) -> None:
        """Until the program has ended, seen or unseen: then so has the tab."""
        process = self._process
        assert process is not None
        assert process.stdout is not None
        assert process.stderr is not None
        complaint = asyncio.create_task(_last_of(process.stderr))
        await self._pass_on(process.stdout)
        said = await complaint
        if await process.wait() and self._seen:
            await self._say(said)
        await self.remote_close()

    async def _pass_on(self, stdout: asyncio.StreamReader) -> None:
        try:
            while True:
                kind = await stdout.readexactly(1)
                if kind not in (b"D", b"M", b"P"):
                    await self._begin(stdout)
                    continue
                size = int.from_bytes(await stdout.readexactly(4), "big")
                await self._show(kind, await stdout.readexactly(size))
        except asyncio.IncompleteReadError:
            return

    async def _begin(self, stdout: asyncio.StreamReader) -> None:
        """Each profile begins with a line of its own, a later one in the size that the tab has by now."""
        await stdout.readline()
        if self._started:
            await self.set_terminal_size(*self._size)
            await self.focus()
        self._started = True

    async def _show(self, kind: bytes, payload: bytes) -> None:
        """Where nobody looks any more it is read all the same: the program would wait for that."""
        if not self._seen:
            return
        try:
            if kind == b"D":
                await self.on_data(payload)
            elif kind == b"M":
                await self.on_meta(payload)
            else:
                await self.on_packed(payload)
        except ConnectionError:
            self._seen = False

    async def _say(self, complaint: bytes) -> None:
        text = safe(complaint.decode(errors="replace")).strip() or NOTHING_SAID
        plain = "\r\n".join(text.splitlines())
        await self._show(b"D", f"\x1b[?1049l\x1b[?25l{plain}\r\n".encode())


async def _last_of(stream: asyncio.StreamReader) -> bytes:
    kept = b""
    while piece := await stream.read(LONGEST_COMPLAINT):
        kept = (kept + piece)[-LONGEST_COMPLAINT:]
    return kept
