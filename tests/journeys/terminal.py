"""The real program in a real terminal: tmux starts it, types, and reads the screen."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import time
import uuid
from collections.abc import Callable, Mapping
from pathlib import Path
from types import TracebackType

POLL_SECONDS = 0.05


class Terminal:
    """One tmux server of our own with one window; `async`-free, used as a context manager."""

    def __init__(self, command: list[str], *, env: Mapping[str, str], width: int = 120, height: int = 36) -> None:
        self._socket = f"harken-{uuid.uuid4().hex[:8]}"
        self._command = command
        self._env = dict(env)
        self._size = (width, height)

    def __enter__(self) -> Terminal:
        pairs = [f"{name}={value}" for name, value in self._env.items()]
        line = shlex.join(["env", "-u", "COLUMNS", "-u", "LINES", *pairs, *self._command])
        width, height = map(str, self._size)
        self._tmux("-f", os.devnull, "new-session", "-d", "-x", width, "-y", height, f"{line}; sleep 600")
        self._tmux("set-option", "-g", "escape-time", "0")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        subprocess.run(["tmux", "-L", self._socket, "kill-server"], check=False, capture_output=True)

    def _tmux(self, *words: str) -> str:
        done = subprocess.run(["tmux", "-L", self._socket, *words], check=True, capture_output=True, text=True)
        return done.stdout

    def type(self, text: str) -> None:
        """Types `text` as a person would: no key names are read out of it."""
        self._tmux("send-keys", "-l", text)

    def press(self, *keys: str) -> None:
        """Presses keys by tmux's names: Enter, Escape, C-q, F2."""
        self._tmux("send-keys", *keys)

    def resize(self, width: int, height: int) -> None:
        self._tmux("resize-window", "-x", str(width), "-y", str(height))

    def screen(self) -> str:
        return self._tmux("capture-pane", "-p", "-J")

    def modes(self) -> set[str]:
        """What a program has switched on in the terminal: the other screen, reports of the mouse, a hidden cursor."""
        on = {"alternate_on": "1", "mouse_any_flag": "1", "cursor_flag": "0"}
        values = self._tmux("display-message", "-p", ",".join(f"#{{{name}}}" for name in on)).strip().split(",")
        return {name for (name, value), shown in zip(on.items(), values, strict=True) if shown == value}

    def wait_for(self, wanted: str | Callable[[str], bool], *, seconds: float = 60) -> str:
        """The screen, as soon as it shows `wanted`; AssertionError with the last screen when it never does."""
        shows = wanted if callable(wanted) else lambda screen: wanted in screen
        deadline = time.monotonic() + seconds
        while True:
            screen = self.screen()
            if shows(screen):
                return screen
            if time.monotonic() > deadline:
                raise AssertionError(f"the screen never showed {wanted!r}:\n{screen}")
            time.sleep(POLL_SECONDS)


def harken(*words: str) -> list[str]:
    """The command line of the program under test."""
    return [sys.executable, "-m", "tui", *words]


def run(*words: str, home: Path, stdin: str | None = None) -> subprocess.CompletedProcess[str]:
    """Runs one harken command to its end under `home`."""
    return subprocess.run(
        harken(*words),
        env={**os.environ, "HARKEN_HOME": str(home)},
        input=stdin,
        stdin=subprocess.DEVNULL if stdin is None else None,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
