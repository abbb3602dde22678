"""The real program is killed in the middle of things: what was said is there again, with a way to go on."""

from __future__ import annotations

import shutil
import signal
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.journeys.talking import ask, chat, send_signal
from tests.loopback import Loopback, configure, no_answer, say, stall

pytestmark = pytest.mark.skipif(shutil.which("tmux") is None, reason="drives the program through tmux")
WORDS = tuple(f"word{number} " for number in range(40))


def sound(home: Path) -> bool:
    with closing(sqlite3.connect(home / "profiles" / "default" / "memory.sqlite")) as connection:
        return list(connection.execute("PRAGMA integrity_check")) == [("ok",)]


def test_in_the_middle_of_a_reply_and_it_goes_on(home: Path) -> None:
    with Loopback(stall(*WORDS), say("and the end.")) as server:
        configure(home, server)
        with chat(home) as terminal:
            ask(terminal, "Count for me")
            terminal.wait_for("word39")
            send_signal(home, signal.SIGKILL)
        with chat(home, "--continue") as terminal:
            screen = terminal.wait_for("cut off: harken ended")
            assert all(wanted in screen for wanted in ("Count for me", "word0 ", "word39", "continue", "answer again"))
            ask(terminal, "/continue")
            terminal.wait_for("and the end.")
    assert sound(home)


def test_just_after_enter_and_the_question_can_be_asked_again(home: Path) -> None:
    with Loopback(no_answer()) as server:
        configure(home, server)
        with chat(home) as terminal:
            ask(terminal, "What is a heron?")
            terminal.wait_for("waiting for local")
            send_signal(home, signal.SIGKILL)
        with chat(home, "--continue") as terminal:
            screen = terminal.wait_for("answer again")
            assert "What is a heron?" in screen
    assert sound(home)


def test_while_it_quits_and_nothing_is_lost(home: Path) -> None:
    with Loopback(stall(*WORDS)) as server:
        configure(home, server)
        with chat(home) as terminal:
            ask(terminal, "Count for me")
            terminal.wait_for("word39")
            terminal.press("C-q")
            send_signal(home, signal.SIGKILL)
        with chat(home, "--continue") as terminal:
            screen = terminal.wait_for("answer again")
            assert all(wanted in screen for wanted in ("Count for me", "word0 ", "word39", "continue"))
    assert sound(home)
