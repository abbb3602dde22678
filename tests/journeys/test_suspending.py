"""Back to the shell and to harken again, as with any program of the terminal."""

from __future__ import annotations

import os
import shlex
import shutil
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.journeys.talking import READY, chat, send_signal
from tests.journeys.terminal import Terminal, harken

pytestmark = pytest.mark.skipif(shutil.which("tmux") is None, reason="drives the program through tmux")
SHELL = "the shell waits"
DRAFT = "half a thought"


@contextmanager
def below_a_shell(home: Path, command: str) -> Iterator[Terminal]:
    """A shell with job control, in which `command` has been typed and harken has half a thought."""
    home.mkdir(exist_ok=True)
    env = {
        "HARKEN_HOME": str(home),
        "OLLAMA_HOST": "http://127.0.0.1:9",
        "PYTHONPATH": os.getcwd(),
        "PS1": f"{SHELL} ",
        "ENV": "",
    }
    with Terminal(["sh", "-i"], env=env) as terminal:
        terminal.wait_for(SHELL)
        terminal.type(f"sh -c {shlex.quote(f'echo $$ > {home}/pid; {command}')}")
        terminal.press("Enter")
        terminal.wait_for(READY)
        terminal.type(DRAFT)
        terminal.wait_for(DRAFT)
        yield terminal


def goes_on(terminal: Terminal) -> None:
    terminal.wait_for("topped")
    assert terminal.modes() == set()
    terminal.type("fg")
    terminal.press("Enter")
    terminal.wait_for(lambda screen: all(part in screen for part in (DRAFT, "a chat that remembers", "memory", "╯")))
    assert terminal.modes()


def test_a_key_goes_back_to_the_shell_also_from_behind_make(home: Path) -> None:
    with below_a_shell(home, f"{shlex.join(harken())}; true") as terminal:
        terminal.press("M-z")
        goes_on(terminal)


def test_all_is_drawn_again_after_a_stop_from_elsewhere(home: Path) -> None:
    with below_a_shell(home, f"exec {shlex.join(harken())}") as terminal:
        send_signal(home, signal.SIGTSTP)
        goes_on(terminal)


def test_where_no_shell_waits_it_says_so_and_stays(home: Path) -> None:
    with chat(home) as terminal:
        terminal.press("M-z")
        terminal.wait_for("no shell to go back to")
