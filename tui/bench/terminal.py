"""A process on a pseudo-terminal: what it draws can be waited for, and keys can be pressed."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import termios
from collections.abc import Callable, Mapping, Sequence
from time import monotonic, perf_counter
from types import TracebackType
from typing import Self

COLUMNS, ROWS = 100, 30
QUIT = "\x11"
GRACE_SECONDS = 10.0


class Terminal:
    """Around the life of one process. `output` is all it wrote so far."""

    def __init__(self, command: Sequence[str], *, env: Mapping[str, str], quit_key: str = QUIT) -> None:
        self._command = command
        self._env = env
        self._quit_key = quit_key
        self.output = b""

    def __enter__(self) -> Self:
        self._master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        self._started = perf_counter()
        self._process = subprocess.Popen(
            self._command, stdin=slave, stdout=slave, stderr=slave, env=self._env, start_new_session=True
        )
        os.close(slave)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Asks it to quit, and ends it if it does not."""
        if self._process.poll() is None:
            self.type(self._quit_key)
            self.wait_until(lambda: self._process.poll() is not None, GRACE_SECONDS)
        if self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        os.close(self._master)

    def type(self, keys: str) -> None:
        self.write(keys.encode())

    def write(self, keys: bytes) -> None:
        os.write(self._master, keys)

    def wait_for(self, text: str, seconds: float) -> float:
        """Returns the seconds from the start of the process until `text` was drawn. Raises TimeoutError."""
        wanted = text.encode()
        if not self.wait_until(lambda: wanted in self.output, seconds):
            raise TimeoutError(
                f"{self._command} did not draw {text!r} in {seconds:g} s; it drew {self.output[-400:]!r}"
            )
        return perf_counter() - self._started

    def wait_for_end(self, seconds: float) -> None:
        if not self.wait_until(lambda: self._process.poll() is not None, seconds):
            raise TimeoutError(f"it did not end in {seconds:g} s; it drew {self.output[-400:]!r}")

    def wait_until(self, done: Callable[[], bool], seconds: float) -> bool:
        """Reads what it draws until `done`; False where that did not come in time."""
        deadline = monotonic() + seconds
        while not done():
            if monotonic() > deadline:
                return False
            if select.select([self._master], [], [], 0.005)[0] and not self._read():
                return done() or (self._process.wait(GRACE_SECONDS) is not None and done())
        return True

    def _read(self) -> bool:
        """Returns whether the process still has the terminal open."""
        try:
            piece = os.read(self._master, 65536)
        except OSError:
            return False
        self.output += piece
        return bool(piece)
