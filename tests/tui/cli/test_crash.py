"""An error nobody expected, in the real program on a pseudo-terminal."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from tui.bench.terminal import Terminal
from tui.paths import log_file

KEY = "sk-sentinel-5f2b9c77aa"
PROGRAM = f"""
from tui.cli import main
from tui.screens.chat.talk import Talk
async def broken(self, *given):
    key = {KEY!r}
    raise RuntimeError("nobody expected this \\x1b]52;c;aGk=\\x07 " + key)
def broken_now(self, job):
    key = {KEY!r}
    raise RuntimeError("nobody expected this \\x1b]52;c;aGk=\\x07 " + key)
Talk.WHERE = BROKEN
print("it ended with", main([]))
"""
SECONDS = 60.0


@pytest.mark.parametrize(("where", "broken"), [("ask", "broken_now"), ("_turn", "broken")], ids=["a key", "a worker"])
def test_it_is_one_line_and_the_terminal_is_given_back(home: Path, where: str, broken: str) -> None:
    code = PROGRAM.replace("WHERE", where).replace("BROKEN", broken)
    env = {**os.environ, "TERM": "xterm-256color", "PYTHONPATH": str(Path(__file__).parents[3])}
    with Terminal([sys.executable, "-c", code], env=env) as running:
        running.wait_for("rite a message", SECONDS)
        running.type("hello")
        running.wait_for("hello", SECONDS)
        running.type("\r")
        running.wait_for("it ended with 1", SECONDS)
    shown = running.output[running.output.rindex(b"\x1b[?1049l") :]
    assert b"harken: unexpected RuntimeError. harken doctor may know why" in shown
    assert b"Traceback" not in running.output
    assert b"\x1b]52;" not in running.output
    logged = log_file(home / "logs").read_text(encoding="utf-8")
    assert "nobody expected this" in logged
    assert KEY not in running.output.decode() + logged
