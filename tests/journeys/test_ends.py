"""How the real program ends when nobody quits it, on a real terminal with a scripted provider."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.journeys.terminal import Terminal, harken
from tests.loopback import Loopback, stall
from tests.tui.cli.test_process import configure

pytestmark = pytest.mark.skipif(shutil.which("tmux") is None, reason="drives the program through tmux")
READY = "Write a message"
GONE = "the program has ended"


@contextmanager
def chat(home: Path, *words: str) -> Iterator[Terminal]:
    """The program below a shell that says when it has ended; the file `pid` holds its number."""
    home.mkdir(exist_ok=True)
    env = {"HARKEN_HOME": str(home), "PYTHONPATH": os.getcwd(), "TERM": "xterm-256color"}
    line = f"echo $$ > {home}/pid; exec {' '.join(harken(*words))}"
    with Terminal(["sh", "-c", f"sh -c '{line}'; echo {GONE}"], env=env, width=100, height=30) as terminal:
        terminal.wait_for(READY)
        yield terminal


def send_signal(home: Path, number: signal.Signals) -> None:
    os.kill(int((home / "pid").read_text(encoding="ascii")), number)


def test_a_closed_terminal_is_a_quit(home: Path) -> None:
    with chat(home) as terminal:
        assert terminal.modes()
        send_signal(home, signal.SIGHUP)
        terminal.wait_for(GONE, seconds=20)
        assert terminal.modes() == set()


def test_a_terminal_that_is_gone_leaves_no_program_behind(home: Path) -> None:
    with chat(home) as terminal:
        terminal.type("half a thought")
        terminal.wait_for("half a thought")
    deadline = time.monotonic() + 20
    while state_of(home):
        assert time.monotonic() < deadline, "the program lives on without a terminal"
        time.sleep(0.05)
    drafts = home / "profiles" / "default" / "drafts"
    assert any("half a thought" in path.read_text(encoding="utf-8") for path in drafts.iterdir())


def state_of(home: Path) -> str:
    """The state of the program's process, "" when it has ended."""
    number = (home / "pid").read_text(encoding="ascii").strip()
    state = subprocess.run(["ps", "-o", "stat=", "-p", number], check=False, capture_output=True, text=True).stdout
    return "" if state.startswith("Z") else state.strip()


def test_a_polite_kill_stores_what_runs_and_gives_the_terminal_back(home: Path) -> None:
    with Loopback(stall("Once upon a time")) as server:
        configure(home, server)
        with chat(home) as terminal:
            terminal.type("Tell me a story")
            terminal.wait_for("Tell me a story")
            terminal.press("Enter")
            terminal.wait_for("Once upon a time")
            terminal.type("and then")
            terminal.wait_for("and then")
            send_signal(home, signal.SIGTERM)
            shown = terminal.wait_for(GONE, seconds=20)
            assert "Once upon a time" not in shown
            assert terminal.modes() == set()
        with chat(home, "--continue") as terminal:
            terminal.wait_for(
                lambda screen: all(text in screen for text in ("Once upon a time", "stopped", "and then"))
            )


def test_a_kill_loses_at_most_a_second_of_what_was_typed_and_of_what_came(home: Path) -> None:
    with Loopback(stall("Once upon a time")) as server:
        configure(home, server)
        with chat(home) as terminal:
            terminal.type("Tell me a story")
            terminal.wait_for("Tell me a story")
            terminal.press("Enter")
            terminal.wait_for("Once upon a time")
            terminal.type("typed meanwhile")
            drafts = home / "profiles" / "default" / "drafts"
            terminal.wait_for(lambda _: any("typed meanwhile" in path.read_text() for path in drafts.glob("*.json")))
            send_signal(home, signal.SIGKILL)
            terminal.wait_for(GONE)
        with chat(home, "--continue") as terminal:
            terminal.wait_for(
                lambda screen: all(text in screen for text in ("Once upon a time", "answer again", "typed meanwhile"))
            )
