"""The few things only a real process shows."""

from __future__ import annotations

import os
import pty
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.loopback import Loopback, configure, say, stall

HARKEN = [sys.executable, "-m", "tui"]


def test_ask_in_a_pipe_prints_the_reply_alone(home: Path) -> None:
    with Loopback(say("A heron ", "is a bird.")) as server:
        configure(home, server)
        done = subprocess.run([*HARKEN, "ask", "What is it?"], input=b"A heron", capture_output=True, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"A heron is a bird.\n", b"")
    assert server.requests[-1].json["messages"][-1]["content"] == "What is it?\n\nA heron"


def test_an_interrupted_ask_keeps_what_came(home: Path) -> None:
    with Loopback(stall("A heron ")) as server:
        configure(home, server)
        process = subprocess.Popen(
            [*HARKEN, "ask", "What is a heron?"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        assert process.stdout
        assert process.stdout.read(8) == b"A heron "
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
        server.wait_for_aborts()
    assert process.returncode == 1
    assert err == b"harken: stopped\n"
    shown = subprocess.run([*HARKEN, "memory", "list", "--kind", "turn"], capture_output=True, timeout=60)
    assert b"A heron" in shown.stdout


def test_no_control_sequence_of_a_reply_reaches_the_terminal(home: Path) -> None:
    terminal, screen = pty.openpty()
    with Loopback(say("A \x1b]52;c;", "eA==\x07 heron \x1b", "[2J\x9b1m \u202eend")) as server:
        configure(home, server)
        subprocess.run([*HARKEN, "ask", "Hi"], stdin=subprocess.DEVNULL, stdout=screen, timeout=60, check=True)
    os.close(screen)
    shown = os.read(terminal, 65536)
    os.close(terminal)
    text = shown.decode()
    assert "heron" in text
    assert "end" in text
    assert not any(char in text for char in "\x1b\x07\x9b\u202e")


INTERRUPTED = """
import signal, sys
from tui.cli.output import prepare_streams
prepare_streams()
signal.signal(signal.SIGALRM, lambda *_: None)
signal.setitimer(signal.ITIMER_REAL, 0.001, 0.001)
for _ in range(10):
    sys.__stderr__.write("x" * 100_000)
sys.__stderr__.write("end")
sys.__stderr__.flush()
signal.setitimer(signal.ITIMER_REAL, 0)
"""


def test_a_slow_terminal_gets_all_that_is_drawn_also_without_pythons_buffers() -> None:
    terminal, screen = pty.openpty()
    command = [sys.executable, "-u", "-c", INTERRUPTED]
    process = subprocess.Popen(command, stdin=screen, stdout=screen, stderr=screen, start_new_session=True)
    os.close(screen)
    drawn = b""
    while not drawn.endswith(b"end"):
        drawn += os.read(terminal, 4096)
    os.close(terminal)
    assert process.wait(60) == 0
    assert len(drawn) == 10 * 100_000 + 3


@pytest.mark.parametrize("command", [["memory", "list"], ["doctor"]])
def test_a_reader_that_goes_away_is_no_trouble(home: Path, command: list[str]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run([*HARKEN, *command, "--json"], stdout=writer, stderr=subprocess.PIPE, timeout=60)
    os.close(writer)
    assert done.stderr == b""


def lost_output(home: Path, redirection: str) -> subprocess.CompletedProcess[bytes]:
    """A question whose answer goes to a place that takes nothing."""
    command = f"{shlex.join([*HARKEN, 'ask', 'What is a heron?'])} </dev/null {redirection}"
    with Loopback(say("A heron ", "is a bird.")) as server:
        configure(home, server)
        done = subprocess.run(["bash", "-c", f"set -o pipefail; {command}"], capture_output=True, timeout=60)
    shown = subprocess.run([*HARKEN, "memory", "list", "--kind", "turn"], capture_output=True, timeout=60)
    assert b"What is a heron?" in shown.stdout
    assert b"A heron" in shown.stdout
    return done


def test_an_answer_on_a_full_disk_is_one_line_and_the_turn_is_stored(home: Path) -> None:
    done = lost_output(home, ">/dev/full")
    assert done.returncode == 1
    assert done.stderr.startswith(b"harken: The output can't be written: No space left on device. ")
    assert done.stderr.count(b"\n") == 1


def test_an_answer_nobody_reads_is_stored_in_silence(home: Path) -> None:
    assert lost_output(home, "| true").stderr == b""


def test_an_answer_to_a_closed_stream_is_stored_in_silence(home: Path) -> None:
    done = lost_output(home, ">&-")
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_locale_without_utf8_replaces_what_it_can_not_show(home: Path) -> None:
    env = {**os.environ, "PYTHONIOENCODING": "ascii", "HARKEN_MEMORY_EMBEDDING_MODEL": "none"}
    done = subprocess.run([*HARKEN, "memory", "remember", "Žofie likes 漢字"], capture_output=True, env=env, timeout=60)
    assert done.returncode == 0
    assert b"ofie likes" in done.stdout
