"""How the real program ends when nobody quits it, on a real terminal with a scripted provider."""

from __future__ import annotations

import os
import shutil
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from select import select

import pytest

from tests.journeys.talking import GONE, ask, chat, send_signal
from tests.journeys.terminal import Terminal
from tests.loopback import Loopback, configure, stall

pytestmark = pytest.mark.skipif(shutil.which("tmux") is None, reason="drives the program through tmux")


@contextmanager
def told_a_story(home: Path) -> Iterator[Terminal]:
    """The program with a reply that has begun and goes on for ever."""
    with Loopback(stall("Once upon a time")) as server:
        configure(home, server)
        with chat(home) as terminal:
            ask(terminal, "Tell me a story")
            terminal.wait_for("Once upon a time")
            yield terminal


def test_a_closed_terminal_is_a_quit(home: Path) -> None:
    with chat(home) as terminal:
        assert terminal.modes()
        send_signal(home, signal.SIGHUP)
        terminal.wait_for(GONE, seconds=20)
        assert terminal.modes() == set()


def test_a_terminal_that_is_gone_leaves_no_program_behind(home: Path, tmp_path: Path) -> None:
    pipe = tmp_path / "life"
    os.mkfifo(pipe)
    with open(os.open(pipe, os.O_RDONLY | os.O_NONBLOCK), "rb") as life:
        with chat(home, f"9>{pipe}") as terminal:
            terminal.type("half a thought")
            terminal.wait_for("half a thought")
        ended, _, _ = select([life], [], [], 20)  # the pipe's other end is open as long as the program lives
    assert ended, "the program lives on without a terminal"
    assert drafted(home, "half a thought")


def drafted(home: Path, text: str) -> bool:
    drafts = home / "profiles" / "default" / "drafts"
    return any(text in path.read_text(encoding="utf-8") for path in drafts.glob("*.json"))


def test_a_polite_kill_stores_what_runs_and_gives_the_terminal_back(home: Path) -> None:
    with told_a_story(home) as terminal:
        terminal.type("and then")
        terminal.wait_for("and then")
        send_signal(home, signal.SIGTERM)
        shown = terminal.wait_for(GONE, seconds=20)
        assert "Once upon a time" not in shown
        assert terminal.modes() == set()
    with chat(home, "--continue") as terminal:
        terminal.wait_for(lambda screen: all(text in screen for text in ("Once upon a time", "stopped", "and then")))


def test_a_kill_loses_at_most_a_second_of_what_was_typed_and_of_what_came(home: Path) -> None:
    with told_a_story(home) as terminal:
        terminal.type("typed meanwhile")
        terminal.wait_for(lambda _: drafted(home, "typed meanwhile"))
        send_signal(home, signal.SIGKILL)
        terminal.wait_for(GONE)
    with chat(home, "--continue") as terminal:
        terminal.wait_for(
            lambda screen: all(text in screen for text in ("Once upon a time", "answer again", "typed meanwhile"))
        )


def test_a_kill_does_not_lose_what_was_sent_and_waited(home: Path) -> None:
    with told_a_story(home) as terminal:
        ask(terminal, "and then sing")
        terminal.wait_for(lambda _: drafted(home, "and then sing"))
        send_signal(home, signal.SIGKILL)
        terminal.wait_for(GONE)
    with chat(home, "--continue") as terminal:
        terminal.wait_for(lambda screen: "answer again" in screen and screen.count("and then sing") == 1)
