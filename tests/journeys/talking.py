"""The real program in a terminal, talking to a model that says what a test tells it to."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.journeys.terminal import Terminal, harken
from tests.loopback import Loopback

READY = "Write a message"


@contextmanager
def chat(home: Path, server: Loopback, *words: str) -> Iterator[Terminal]:
    home.mkdir(exist_ok=True)
    (home / "config.toml").write_text(
        f'[chat]\nmodel = "local"\n[models.local]\nmodel = "openai/x"\napi_base = "{server.url}"\n'
        '[memory]\nembedding_model = "none"\nlearn = "manual"\n',
        encoding="utf-8",
    )
    env = {"HARKEN_HOME": str(home), "PYTHONPATH": os.getcwd(), "TERM": "xterm"}
    command = ["sh", "-c", f"echo $$ > {home}/pid; exec {' '.join(harken(*words))}"]
    with Terminal(command, env=env) as terminal:
        terminal.wait_for(READY)
        yield terminal


def ask(terminal: Terminal, text: str) -> None:
    terminal.type(text)
    terminal.wait_for(text)
    terminal.press("Enter")
