"""The real program in a real terminal, talking to a model that says what a test tells it to."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.journeys.terminal import Terminal, harken

READY = "Write a message"
GONE = "the program has ended"


@contextmanager
def chat(home: Path, *words: str) -> Iterator[Terminal]:
    """The program below a shell that says when it has ended; the file `pid` holds its number."""
    home.mkdir(exist_ok=True)
    env = {
        "HARKEN_HOME": str(home),
        "OLLAMA_HOST": "http://127.0.0.1:9",
        "PYTHONPATH": os.getcwd(),
        "TERM": "xterm-256color",
    }
    line = f"echo $$ > {home}/pid; exec {' '.join(harken(*words))}"
    with Terminal(["sh", "-c", f"sh -c '{line}'; echo {GONE}"], env=env) as terminal:
        terminal.wait_for(READY)
        yield terminal


def ask(terminal: Terminal, text: str) -> None:
    terminal.type(text)
    terminal.wait_for(text[:40])
    terminal.press("Enter")


def send_signal(home: Path, number: signal.Signals) -> None:
    os.kill(int((home / "pid").read_text(encoding="ascii")), number)
