"""What draws in the browser's window: Textual's driver, which ends with the door and says when a profile begins."""

from __future__ import annotations

import os
import re
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO, TextIO

from textual.app import App
from textual.drivers.web_driver import WebDriver
from textual.events import AppFocus

ODD = re.compile(r"[^A-Za-z0-9._-]")
OPENED = ("http://", "https://", "mailto:")


class WindowDriver(WebDriver):
    """Textual's goes on for ever when nobody is left to serve it."""

    def __init__(
        self, app: App[Any], *, debug: bool = False, mouse: bool = True, size: tuple[int, int] | None = None
    ) -> None:
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        self._write = partial(self._write_whole)
        self._served = True

    def _write_whole(self, data: bytes) -> int:
        """A signal may cut a write short, and who is gone reads nothing."""
        left = memoryview(data)
        while left and self._served:
            try:
                left = left[os.write(self.fileno, left) :]
            except OSError:
                self._served = False
        return len(data)

    def run_input_thread(self) -> None:
        super().run_input_thread()
        if not self.exit_event.is_set():
            self._quit()

    def on_meta(self, packet_type: str, payload: dict[str, object]) -> None:
        if packet_type == "quit":
            self._quit()
        elif packet_type == "focus":  # in a row with the blur that Textual begins with, which it posts late
            self._app.call_later(self._app.post_message, AppFocus())
        else:
            super().on_meta(packet_type, payload)

    def _quit(self) -> None:
        """As if the user had: what runs is stored."""
        self._app.call_later(self._app.action_quit)

    def stop_application_mode(self) -> None:
        """Without a word that all is over: another profile may follow. What it is sent must not come to this one."""
        self.exit_event.set()
        self._input_reader.close()
        if self._key_thread.is_alive():
            self._key_thread.join()

    def deliver_binary(self, binary: BinaryIO | TextIO, *, save_path: Path, **options: Any) -> None:
        """The header that names a download takes plain letters alone."""
        super().deliver_binary(binary, save_path=save_path.with_name(ODD.sub("_", save_path.name)), **options)

    def open_url(self, url: str, new_tab: bool = True) -> None:
        if url.lower().startswith(OPENED):
            super().open_url(url, new_tab)
