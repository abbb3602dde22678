"""`harken bench startup`: how long until harken takes typing, beside a bare Textual app, in one run.

Each start is a real process on a pseudo-terminal. The time runs from its creation to the first frame with the text
field; then a key is pressed, and the start counts only if the key is echoed. The two programs take turns.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from tui.bench.terminal import Terminal

APPS = "tui.bench.startup_apps"


@dataclass(frozen=True, slots=True)
class Program:
    """What to start, and what stands in its empty field: all but the first letter, where the cursor is drawn."""

    arguments: tuple[str, ...]
    marker: str


HARKEN = Program(("-c", "from tui.cli import main; main([])"), "rite a message")
BARE = Program(("-m", APPS, "bare"), "rite here")
SECONDS = 60.0
KEY = "Ω"
"""Stands in no text of either program."""


def run(runs: int = 5) -> dict[str, Any]:
    """Medians of `runs` starts each, in milliseconds; `max_stall_ms` is of the event loop, from the first
    frame until memory, model and litellm are there."""
    with tempfile.TemporaryDirectory(prefix="harken-bench-") as folder:
        env = _environment(Path(folder))
        for program in (HARKEN, BARE):
            first_frame_ms(program, env)
        pairs = [(first_frame_ms(HARKEN, env), first_frame_ms(BARE, env)) for _ in range(runs)]
        stalls = [max_stall_ms(env, Path(folder) / f"stall-{number}") for number in range(runs)]
    harken, bare = (median(times) for times in zip(*pairs, strict=True))
    return {
        "first_frame_ms": round(harken, 1),
        "bare_ms": round(bare, 1),
        "ratio": round(harken / bare, 3),
        "max_stall_ms": round(median(stalls), 1),
        "runs": runs,
    }


def first_frame_ms(program: Program, env: dict[str, str]) -> float:
    with Terminal([sys.executable, *program.arguments], env=env) as terminal:
        seconds = terminal.wait_for(program.marker, SECONDS)
        terminal.type(KEY)
        terminal.wait_for(KEY, SECONDS)
        return seconds * 1000


def max_stall_ms(env: dict[str, str], result: Path) -> float:
    with Terminal([sys.executable, "-m", APPS, "stalls", str(result)], env=env) as terminal:
        terminal.wait_for_end(SECONDS)
    return float(json.loads(result.read_text(encoding="utf-8"))["max_stall_ms"])


def _environment(folder: Path) -> dict[str, str]:
    """A home of its own, and compiled modules kept there: what is measured is a second start, not the compiler."""
    env = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    return env | {
        "HARKEN_HOME": str(folder / "home"),
        "PYTHONPYCACHEPREFIX": str(folder / "compiled"),
        "OPENAI_API_KEY": env.get("OPENAI_API_KEY", "none"),
        "TERM": "xterm-256color",
    }
