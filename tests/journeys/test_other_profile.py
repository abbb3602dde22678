"""To an encrypted profile and back, in a real terminal."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
from functools import partial
from pathlib import Path

import pytest

from tests.journeys.talking import GONE, READY, chat, send_signal
from tests.journeys.terminal import Terminal, harken
from tui.cli.unlocking import FILE_VARIABLE, TRIES

pytestmark = pytest.mark.skipif(shutil.which("tmux") is None, reason="drives the program through tmux")
QUESTION = "Passphrase of the profile work:"
DRAFT = "half a thought"


@pytest.fixture
def encrypted(home: Path, tmp_path: Path) -> None:
    """Beside the first profile one named work, which opens with a passphrase."""
    words = tmp_path / "passphrase"
    words.write_text("correct horse", encoding="utf-8")
    env = {**os.environ, "HARKEN_HOME": str(home), FILE_VARIABLE: str(words)}
    for command in ("create", "encrypt"):
        subprocess.run(harken("profile", command, "work"), env=env, check=True, capture_output=True)


def _asks(screen: str, times: int) -> bool:
    return screen.count(QUESTION) == times and READY not in screen


def ask_for_work(terminal: Terminal, times: int = 1) -> None:
    terminal.type("/profile work")
    terminal.wait_for("/profile work")
    terminal.press("Enter")
    terminal.wait_for(partial(_asks, times=times))


def answer(terminal: Terminal, words: str) -> None:
    terminal.type(words)
    terminal.press("Enter")


@pytest.mark.usefixtures("encrypted")
def test_without_the_passphrase_the_chat_stays_where_it_was(home: Path) -> None:
    with chat(home) as terminal:
        ask_for_work(terminal)
        for asked in range(1, TRIES):
            answer(terminal, "staple")
            terminal.wait_for(partial(_asks, times=asked + 1))
        answer(terminal, "staple")
        terminal.wait_for("You are still")
        terminal.type(DRAFT)
        terminal.wait_for(DRAFT)
        assert terminal.modes()


@pytest.mark.usefixtures("encrypted")
def test_the_question_can_be_stopped_and_asked_again(home: Path) -> None:
    with chat(home) as terminal:
        ask_for_work(terminal)
        terminal.press("C-c")
        terminal.wait_for("You are still")
        ask_for_work(terminal, 2)
        answer(terminal, "correct horse")
        terminal.wait_for("memory read-write   work")


@pytest.mark.usefixtures("encrypted")
def test_a_polite_kill_ends_the_program_at_the_question_too(home: Path) -> None:
    with chat(home) as terminal:
        ask_for_work(terminal)
        send_signal(home, signal.SIGTERM)
        terminal.wait_for(GONE, seconds=20)
        assert terminal.modes() == set()
